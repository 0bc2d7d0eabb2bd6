"""Who may do what: the expected status of every route for every kind of asker, as tables."""

from typing import Any, NamedTuple

from tests.events.notifications.receivers import SUBSCRIPTION
from tests.support.apps import ASKED, NEW_APP
from tests.support.authenticator import NEW_PASSKEY, PASSKEY_PROOF

SENT_PUSH = "5e1f0000-0000-4000-8000-000000000001"
"""The id of a notification that was sent to the browser of `seat`."""
CIRCLE_INVITE = "the secret of the circle"
ASKERS = ("anonymous", "outsider", "spectator", "seat", "other", "creator", "admin")
"""An outsider has an account and no seat, a spectator was asked to the table and has no seat yet;
`seat` and `other` sit there, it is the turn of `seat`; an administrator has a session and no token.
There is a circle of `creator` with `seat` and `other`, and a cup of it that `creator`, who alone of
them has an account, has opened and entered.
"""

OF_A_MATCH = """
route                       when      anonymous outsider spectator seat other creator admin
GET  .                      any             200      200       200  200   200     200   200
POST /join                  open            401      200       200  409   409     409   401
POST /join                  running         401      409       409  409   409     409   401
POST /join                  over            401      409       409  409   409     409   401
POST /invitations           open            401      403       403  201   201     201   401
POST /invitations           running         401      403       403  409   409     409   401
POST /invitations           over            401      403       403  409   409     409   401
POST /start                 open            401      403       403  403   403     200   401
POST /start                 running         401      403       403  403   403     409   401
POST /start                 over            401      403       403  403   403     409   401
POST /seed                  open            401      403       403  409   409     409   401
POST /seed                  running         401      403       403  409   409     409   401
POST /seed                  over            401      403       403  409   409     409   401
POST /leave                 open            401      403       200  200   200     200   401
POST /leave                 running         401      403       403  409   409     409   401
POST /leave                 over            401      403       403  409   409     409   401
POST /remove                open            401      403       403  403   403     200   401
POST /remove                running         401      403       403  403   403     409   401
POST /remove                over            401      403       403  403   403     409   401
POST /resign                open            401      403       403  409   409     409   401
POST /resign                running         401      403       403  200   200     200   401
POST /resign                over            401      403       403  409   409     409   401
POST /cancel-vote           open            401      403       403  409   409     409   401
POST /cancel-vote           running         401      403       403  200   200     200   401
POST /cancel-vote           over            401      403       403  409   409     409   401
POST /rematch               open            401      403       403  409   409     409   401
POST /rematch               running         401      403       403  409   409     409   401
POST /rematch               over            401      403       403  201   201     201   401
POST /more-time             open            401      403       403  409   409     409   401
POST /more-time             running         401      403       403  422   200     200   401
POST /more-time             over            401      403       403  409   409     409   401
POST /return                open            401      403       403  409   409     409   401
POST /return                running         401      403       403  409   409     409   401
POST /return                over            401      403       403  409   409     409   401
GET  /standing              open            401      403       403  409   409     409   401
GET  /standing              running         401      403       403  200   200     200   401
GET  /standing              over            401      403       403  200   200     200   401
POST /standing              open            401      403       403  409   409     409   401
POST /standing              running         401      403       403  200   200     200   401
POST /standing              over            401      403       403  409   409     409   401
DELETE /standing            open            401      403       403  409   409     409   401
DELETE /standing            running         401      403       403  200   200     200   401
DELETE /standing            over            401      403       403  200   200     200   401
POST /moves                 open            401      403       403  409   409     409   401
POST /moves                 running         401      403       403  201   422     422   401
POST /moves                 over            401      403       403  422   422     422   401
GET  /events                any             200      200       200  200   200     200   200
GET  /stream                any             200      200       200  200   200     200   200
GET  /replay                any             200      200       200  200   200     200   200
GET  /replay?as=all         open            403      403       403  403   403     403   403
GET  /replay?as=all         running         403      403       403  403   403     403   403
GET  /replay?as=all         over            200      200       200  200   200     200   200
GET  /replay?as=1           open            403      403       403  200   403     403   403
GET  /replay?as=1           running         403      403       403  200   403     403   403
GET  /replay?as=1           over            200      200       200  200   200     200   200
GET  /share                 open            401      403       403  409   409     409   401
GET  /share                 running         401      403       403  409   409     409   401
GET  /share                 over            401      403       403  200   200     200   401
GET  /export                open            409      409       409  409   409     409   409
GET  /export                running         409      409       409  409   409     409   409
GET  /export                over            200      200       200  200   200     200   200
GET  /transcript            open            409      409       409  409   409     409   409
GET  /transcript            running         409      409       409  409   409     409   409
GET  /transcript            over            200      200       200  200   200     200   200
GET  /messages              any             200      200       200  200   200     200   200
POST /messages              any             401      403       403  201   201     201   401
POST /seen                  any             401      403       403  200   200     200   401
GET  /recap                 any             200      200       200  200   200     200   200
GET  /text                  any             200      200       200  200   200     200   200
"""

STATUSES = {
    "any": ("open", "running", "finished", "cancelled"),
    "over": ("finished", "cancelled"),
}

UNKNOWN_TO = {"anonymous", "outsider", "admin"}
"""To whom a private match is unknown: they get 404 for whatever a public one would answer."""

OF_PEOPLE = """
route                                       anonymous outsider spectator seat other creator admin
POST   auth/guest                                 201      201       201  201   201     201   201
POST   auth/email                                 202      202       202  202   202     202   202
POST   auth/email/confirm                         422      422       422  422   422     422   422
POST   auth/passkey                               422      422       422  422   422     422   422
POST   auth/passkey/options                       200      200       200  200   200     200   200
POST   auth/authorize                             401      404       404  404   404     404   401
GET    me                                         401      200       200  200   200     200   401
PATCH  me                                         401      200       200  200   200     200   401
DELETE me                                         401      204       204  204   204     204   401
GET    me/export                                  401      200       200  200   200     200   401
GET    me/devices                                 401      200       200  200   200     200   401
DELETE me/devices/<device:device>                 401      404       404  204   404     404   401
GET    me/passkeys                                401      200       200  200   200     200   401
POST   me/passkeys                                401      422       422  422   422     422   401
POST   me/passkeys/options                        401      403       200  403   403     200   401
DELETE me/passkeys/<passkey:passkey>              401      404       404  404   404     204   401
GET    me/apps                                    401      200       200  200   200     200   401
POST   me/apps                                    401      403       201  403   403     201   401
DELETE me/apps/<app:app>                          401      404       404  404   404     204   401
GET    me/grants                                  401      200       200  200   200     200   401
DELETE me/grants/<grant:grant>                    401      404       404  204   404     404   401
GET    me/push                                    401      200       200  200   200     200   401
POST   me/push                                    401      201       201  201   201     201   401
DELETE me/push/<endpoint:endpoint>                401      404       404  204   404     404   401
POST   me/push/<endpoint:endpoint>/test           401      404       404  202   404     404   401
POST   me/push/<endpoint:endpoint>/receipts       401      404       404  200   404     404   401
GET    me/webhooks                                401      200       200  200   200     200   401
POST   me/webhooks                                401      201       201  201   201     201   401
DELETE me/webhooks/<endpoint:endpoint>            401      404       404  204   404     404   401
POST   me/webhooks/<endpoint:endpoint>/test       401      404       404  202   404     404   401
GET    me/matches                                 401      200       200  200   200     200   401
GET    me/turns                                   401      200       200  200   200     200   401
GET    me/invitations                             401      200       200  200   200     200   401
GET    me/stream                                  401      200       200  200   200     200   401
GET    me/friends                                 401      200       200  200   200     200   401
GET    me/blocks                                  401      200       200  200   200     200   401
GET    games                                      200      200       200  200   200     200   200
GET    games/<slug:game>                          200      200       200  200   200     200   200
GET    games/<slug:game>/emblem.svg               200      200       200  200   200     200   200
GET    games/<slug:game>/lesson                   200      200       200  200   200     200   200
GET    games/<slug:game>/ranking                  200      200       200  200   200     200   200
GET    matches                                    200      200       200  200   200     200   200
POST   matches                                    401      201       201  201   201     201   401
GET    players/<player:player>                    200      200       200  200   200     200   200
GET    players/<player:player>/ratings            200      200       200  200   200     200   200
POST   players/<player:player>/friend             401      200       200  422   200     200   401
DELETE players/<player:player>/friend             401      204       204  204   204     204   401
POST   players/<player:player>/block              401      200       200  422   200     200   401
DELETE players/<player:player>/block              401      204       204  204   204     204   401
POST   players/<player:player>/mute               401      200       200  422   200     200   401
DELETE players/<player:player>/mute               401      204       204  204   204     204   401
POST   players/<player:player>/report             401      202       202  422   202     202   401
GET    circles                                    401      200       200  200   200     200   401
POST   circles                                    401      201       201  201   201     201   401
GET    circles/<circle:circle>                    401      404       404  200   200     200   401
PATCH  circles/<circle:circle>                    401      404       404  403   403     200   401
DELETE circles/<circle:circle>                    401      404       404  403   403     204   401
POST   circles/<circle:circle>/link               401      404       404  403   403     201   401
DELETE circles/<circle:circle>/link               401      404       404  403   403     204   401
POST   circles/<circle:circle>/join               401      200       200  200   200     200   401
DELETE circles/<circle:circle>/members/<player:player> 401 404       404  204   403     204   401
GET    circles/<circle:circle>/matches            401      404       404  200   200     200   401
GET    circles/<circle:circle>/standings          401      404       404  200   200     200   401
GET    circles/<circle:circle>/cups               401      404       404  200   200     200   401
GET    cups                                       401      200       200  200   200     200   401
POST   cups                                       401      404       404  403   403     201   401
GET    cups/<cup:cup>                             404      404       404  200   200     200   404
DELETE cups/<cup:cup>                             401      404       404  403   403     204   401
POST   cups/<cup:cup>/join                        401      404       404  403   403     409   401
POST   cups/<cup:cup>/leave                       401      404       404  409   409     200   401
POST   cups/<cup:cup>/start                       401      404       404  403   403     409   401
GET    cups/<cup:cup>/log                         404      404       404  200   200     200   404
GET    leagues                                    200      200       200  200   200     200   200
GET    leagues/<slug:league>                      200      200       200  200   200     200   200
POST   leagues/<slug:league>/join                 401      403       200  403   403     200   401
POST   leagues/<slug:league>/leave                401      200       200  200   200     200   401
GET    keys                                       200      200       200  200   200     200   200
GET    server                                     200      200       200  200   200     200   200
GET    verify.py                                  200      200       200  200   200     200   200
"""

ELSEWHERE = """
route              from         anonymous outsider spectator seat other creator admin
GET /              anywhere           200      200       200  200   200     200   200
GET /api/schema/   anywhere           200      200       200  200   200     200   200
GET /api/docs/     anywhere           200      200       200  200   200     200   200
GET /health/live   anywhere           200      200       200  200   200     200   200
GET /health/ready  anywhere           200      200       200  200   200     200   200
GET /metrics       127.0.0.1          200      200       200  200   200     200   200
GET /metrics       203.0.113.7        404      404       404  404   404     404   404
GET /.well-known/assetlinks.json anywhere   404      404       404  404   404     404   404
GET /.well-known/apple-app-site-association anywhere 404 404 404 404 404 404 404
GET /.well-known/oauth-authorization-server anywhere 200 200 200 200 200 200 200
GET /oauth/token   anywhere           405      405       405  405   405     405   405
GET /oauth/revoke  anywhere           405      405       405  405   405     405   405
GET /mail/play/<str:token> anywhere   404      404       404  404   404     404   404
GET /mail/stop/<str:token> anywhere   404      404       404  404   404     404   404
GET /admin/        anywhere           302      302       302  302   302     302   200
"""

BODIES: dict[str, Any] = {
    "auth/email": {"email": "nobody@example.org"},
    "auth/email/confirm": {"email": "nobody@example.org", "code": "000000", "nonce": "a" * 32},
    "auth/passkey": PASSKEY_PROOF,
    "me/passkeys": NEW_PASSKEY,
    "auth/authorize": ASKED,
    "me/apps": NEW_APP,
    "matches": {"game": "ciaociao", "seats": 2, "visibility": "private"},
    "me/push": SUBSCRIPTION,
    "me/push/<endpoint:endpoint>/receipts": {"id": SENT_PUSH, "state": "opened"},
    "me/webhooks": {"url": "https://example.org/gobelet"},
    "circles": {"name": "Family"},
    "cups": {"circle": "<circle:circle>", "name": "Cup", "game": "ciaociao", "seats": 3},
    "circles/<circle:circle>/join": {"invite": CIRCLE_INVITE},
    "players/<player:player>/report": {"reason": "Insults."},
    "/start": {"bots": True},
    "/seed": {"seed": ""},
    "/remove": {"seat": 1},
    "/cancel-vote": {"agree": True},
    "/more-time": {"seat": 1},
    "/standing": {"move": {"type": "believe"}, "until": "turn"},
    "/messages": {"text": "Hello."},
    "/seen": {"version": 0},
}


class Line(NamedTuple):
    """What is asked for, in which circumstances, and what everybody is answered."""

    method: str
    path: str
    when: str
    expected: dict[str, int]


def lines(table: str) -> list[Line]:
    """The lines of a table below its head."""
    head, *rows = table.strip().splitlines()
    assert tuple(head.split()[-len(ASKERS) :]) == ASKERS
    return [_line(row.split()) for row in rows]


def _line(words: list[str]) -> Line:
    method, path, *when = words[: -len(ASKERS)]
    statuses = map(int, words[-len(ASKERS) :])
    return Line(method, path, "".join(when), dict(zip(ASKERS, statuses, strict=True)))


def named(line: Line) -> str:
    return " ".join(line[:3]).strip()
