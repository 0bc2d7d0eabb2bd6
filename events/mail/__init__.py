"""Matches by mail: what a mail says and looks like, and what answers to it do.

`sheet` gathers what one player may know of a match, `text` and `page` write it down, `message`
makes a mail of it and `notices` decides which. `links` and `addresses` are what can be answered
with, signed; `doors` and `stopping` are what links do, `letterbox` reads what comes in, `vouched`
knows whether a server says who sent it, `returned` whether a mail of ours came back, and `replies`
has `play` do it; `answers` owes the sender an answer.
"""
