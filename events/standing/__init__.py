"""Answers that stand for questions to come: "OK until I say otherwise".

They are as secret as any early answer. Where one is asked for in turn it is given at once; where
the turn is still to come it is sealed like an answer of the player's own, and changed like that.
`kept` is what a seat's row says and what follows from it, `services` is what its player can do.
"""
