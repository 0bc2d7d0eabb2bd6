"""The types of the API, generated from docs/openapi.yaml by generate_schema.py."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class NewCircle(TypedDict):
    "A circle to be opened; you are its owner and first member."

    name: str



class CircleChanges(TypedDict):
    "What to change of a circle; what is left out stays."

    name: NotRequired[str | None]
    owner: NotRequired[str | None]



class JoiningCircle(TypedDict):
    "A player who joins a circle."

    invite: str



class NewCup(TypedDict):
    "A cup to be opened for a circle."

    circle: str
    name: str
    game: str
    seats: int
    sizes: NotRequired[list[int] | None]
    rounds: NotRequired[int | None]
    days: NotRequired[int | None]
    starts_in: NotRequired[int | None]
    places: NotRequired[int | None]
    rolling: NotRequired[bool | None]
    options: NotRequired[dict[str, Any] | None]
    clock: NotRequired[ClockPreset | None]



class NewClock(TypedDict):
    "How much time every player has: a kind with its durations in seconds, or a preset."

    kind: ClockKind
    seconds: NotRequired[int | None]
    bank: NotRequired[int | None]
    increment: NotRequired[int | None]
    cap: NotRequired[int | None]
    time_out: NotRequired[TimeOut | None]
    vacation: NotRequired[bool | None]



class NewMatch(TypedDict):
    "A match to be opened."

    game: str
    seats: int
    visibility: Visibility
    options: NotRequired[dict[str, Any] | None]
    bots: NotRequired[int | list[int] | None]
    seed_commitment: NotRequired[str | None]
    clock: NotRequired[NewClock | None]
    minimum_reliability: NotRequired[int | None]
    rated: NotRequired[bool | None]
    circle: NotRequired[str | None]



class Joining(TypedDict):
    "A player who takes a seat."

    invite: NotRequired[str | None]
    seed_commitment: NotRequired[str | None]



class NewInvitation(TypedDict):
    "An invitation to be made, and mailed if there is an address."

    email: NotRequired[str | None]



class Leaving(TypedDict):
    "An empty object: the operation has no parameters."

    pass


class Removal(TypedDict):
    "The seat to be freed."

    seat: int



class MoreTime(TypedDict):
    "The seat that is given more time."

    seat: int



class CancelVote(TypedDict):
    "Whether the match shall be called off."

    agree: bool



class NewRematch(TypedDict):
    "A match to be opened with the same players, game, options and clock."

    seed_commitment: NotRequired[str | None]



class Starting(TypedDict):
    "The end of waiting for players."

    bots: bool | list[int]



class Revealed(TypedDict):
    "A seed, or the empty text to waive one's own."

    seed: str



class NewMove(TypedDict):
    "A move, and the state of the match that it was decided on; `recap`: tell what followed."

    move: Move
    expected_version: NotRequired[int | None]
    expected_asked: NotRequired[int | None]
    recap: NotRequired[bool | None]



class PushKeys(TypedDict):
    "The keys that messages to a browser are encrypted with, in base64url."

    p256dh: str
    auth: str



class NewPush(TypedDict):
    "A browser, as its PushSubscription says it in JSON, or a phone."

    kind: NotRequired[PushKind | None]
    endpoint: NotRequired[str | None]
    keys: NotRequired[PushKeys | None]
    token: NotRequired[str | None]
    sandbox: NotRequired[bool | None]
    receipts: NotRequired[bool | None]
    expirationTime: NotRequired[Any]



class NewReceipt(TypedDict):
    "A delivery receipt: the state of a notification on the device."

    id: str
    state: ReceiptState



class NewWebhook(TypedDict):
    "A webhook to be registered."

    url: str



class Trial(TypedDict):
    "An empty object: the operation has no parameters."

    pass


class NewApp(TypedDict):
    "An app to be registered."

    name: str
    redirect_uris: list[str]



class Authorization(TypedDict):
    "What an app asks for: the query of the page `/authorize`."

    client_id: str
    redirect_uri: str
    response_type: Literal['code']
    scope: str
    code_challenge: str
    code_challenge_method: Literal['S256']
    state: NotRequired[str | None]
    allow: NotRequired[bool | None]



class TokenRequest(TypedDict):
    "A request for tokens: a form, in which no parameter comes twice (RFC 6749)."

    grant_type: GrantType
    client_id: str
    code: NotRequired[str]
    redirect_uri: NotRequired[str]
    code_verifier: NotRequired[str]
    refresh_token: NotRequired[str]



class Revocation(TypedDict):
    "A token that is given back: a form (RFC 7009)."

    token: str
    client_id: str



class Start(TypedDict):
    "Nothing need be said."

    pass


class Attestation(TypedDict):
    "The new passkey (`AuthenticatorAttestationResponseJSON`); further fields are ignored."

    clientDataJSON: str
    attestationObject: str
    transports: NotRequired[list[str] | None]



class Assertion(TypedDict):
    "The signature (`AuthenticatorAssertionResponseJSON`); further fields are ignored."

    clientDataJSON: str
    authenticatorData: str
    signature: str
    userHandle: NotRequired[str | None]



class NewCredential(TypedDict):
    "`PublicKeyCredential.toJSON()` of a new passkey; further fields are ignored."

    id: str
    rawId: str
    type: Literal['public-key']
    response: Attestation



class Credential(TypedDict):
    "`PublicKeyCredential.toJSON()` of a signature; further fields are ignored."

    id: str
    rawId: str
    type: Literal['public-key']
    response: Assertion



class NewPasskey(TypedDict):
    "A passkey to be registered."

    nonce: str
    credential: NewCredential
    name: NotRequired[str | None]



class PasskeyProof(TypedDict):
    "The signature of a passkey."

    nonce: str
    credential: Credential
    device: NotRequired[str | None]



class NewGuest(TypedDict):
    "A guest to be created."

    name: NotRequired[str | None]
    locale: NotRequired[str | None]
    time_zone: NotRequired[str | None]
    device: NotRequired[str | None]



class CodeRequest(TypedDict):
    "Where to send a code."

    email: str



class CodeProof(TypedDict):
    "The code that was mailed to an address, with the nonce of the request for it."

    email: str
    code: str
    nonce: str
    time_zone: NotRequired[str | None]
    device: NotRequired[str | None]


QuietHoursChanges = TypedDict("QuietHoursChanges", {"from": "NotRequired[str]", "until": "NotRequired[str]"})
"Changes to quiet hours."

VacationChanges = TypedDict("VacationChanges", {"from": "NotRequired[str]", "until": "NotRequired[str]"})
"Changes to a vacation."


class ChannelsChanges(TypedDict):
    "Changes to how soon each channel notifies you."

    email: NotRequired[Pace]
    push: NotRequired[Pace]
    webhook: NotRequired[Pace]



class NotificationsChanges(TypedDict):
    "Changes to how soon you are notified of each kind of event."

    your_turn: NotRequired[ChannelsChanges]
    match_started: NotRequired[ChannelsChanges]
    match_finished: NotRequired[ChannelsChanges]
    invited: NotRequired[ChannelsChanges]
    deadline_near: NotRequired[ChannelsChanges]
    timed_out: NotRequired[ChannelsChanges]
    message: NotRequired[ChannelsChanges]
    cup_started: NotRequired[ChannelsChanges]
    cup_ended: NotRequired[ChannelsChanges]



class ProfileChanges(TypedDict):
    "A merge patch (RFC 7396): what is left out stays, null takes away."

    name: NotRequired[str]
    locale: NotRequired[str]
    time_zone: NotRequired[str]
    quiet_hours: NotRequired[QuietHoursChanges | None]
    vacation: NotRequired[VacationChanges | None]
    automatic_vacation: NotRequired[bool]
    notifications: NotRequired[NotificationsChanges]
    reminders: NotRequired[list[int]]



class NewStanding(TypedDict):
    "An answer, and how long it stands: until it is changed, or until one's next turn."

    move: Move
    until: NotRequired[Until | None]



class NewMessage(TypedDict):
    "Something to say, or an emote: exactly one of the two."

    text: NotRequired[str | None]
    emote: NotRequired[Emote | None]



class Seen(TypedDict):
    "How far one has read: the version of the match, the id of a message."

    version: NotRequired[int | None]
    message: NotRequired[int | None]



class EmptyBody(TypedDict):
    "An empty object: the operation has no parameters."

    pass


class NewReport(TypedDict):
    "A complaint about a player."

    reason: str
    match: NotRequired[str | None]



class Friend(TypedDict):
    "A friend of yours, or a request."

    player: PlayerShown
    state: FriendState
    at: str



class PlayerShown(TypedDict):
    "A player at a table, a person or a bot."

    id: str
    name: str
    kind: PlayerKind



class FriendList(TypedDict):
    "A page of friends and requests, the latest first."

    next: str | None
    results: list[Friend]



class CircleSummary(TypedDict):
    "A circle in short."

    id: str
    name: str
    owner: PlayerShown
    created_at: str



class CircleList(TypedDict):
    "A page of your circles, the last joined first."

    next: str | None
    results: list[CircleSummary]



class CircleMember(TypedDict):
    "A member of a circle."

    player: PlayerShown
    joined_at: str



class Circle(TypedDict):
    "A circle with its members."

    id: str
    name: str
    owner: PlayerShown
    created_at: str
    has_link: bool
    members: list[CircleMember]



class CircleLink(TypedDict):
    "A link that admits new members; it is sent only here."

    invite: str
    url: str



class CircleStanding(TypedDict):
    "How a member has done at the circle's tables."

    player: PlayerShown
    points: int
    played: int
    won: int



class CircleStandings(TypedDict):
    "The members who have finished a table of the circle, the best first."

    results: list[CircleStanding]


Move: TypeAlias = "BonbonsFlipSquare | BonbonsFlipRound | BonbonsStop | BonbonsGive | BonbonsCover | CiaociaoAnnounce | CiaociaoBelieve | CiaociaoDoubt | CiaociaoPush | PasspassPlay | PasspassTake | PasspassTakeTwo | PasspassNominate | PtipasspassPlace | PtipasspassSayOk | PtipasspassCallDouble | PtipasspassCallLiar | PtipasspassRewardPlace | PtipasspassRewardTake | PtipasspassLift | UnknownMove"
"A move of any game."

Event: TypeAlias = "BonbonsCandiesLaid | BonbonsTurnPassed | BonbonsSquareTurned | BonbonsRoundTurned | BonbonsWrapperFound | BonbonsPairFound | BonbonsCandyStolen | BonbonsTileGiven | BonbonsCoinsFound | BonbonsTileCovered | BonbonsAttemptFailed | BonbonsTurnStopped | BonbonsRowCompleted | CiaociaoBridgeBuilt | CiaociaoDieRolled | CiaociaoNumberAnnounced | CiaociaoAnnouncementBelieved | CiaociaoAnnouncementDoubted | CiaociaoPushOffered | CiaociaoPawnFell | CiaociaoPawnAdvanced | CiaociaoPawnEntered | CiaociaoCrossingEnded | PasspassPlayersSeated | PasspassRoundOpened | PasspassHandDealt | PasspassCardPlayed | PasspassTrickWon | PasspassCardTaken | PasspassTwoCardsTaken | PasspassPassPassTicked | PasspassRoundScored | PasspassNominationOpened | PasspassSeatNominated | PasspassTeamScored | PasspassTricksEnded | PtipasspassCupsSetOut | PtipasspassAnimalsDealt | PtipasspassTurnOpened | PtipasspassTokenPicked | PtipasspassOkSaid | PtipasspassTokenPlaced | PtipasspassDoubleFound | PtipasspassDoubleMissed | PtipasspassLieFound | PtipasspassLieMissed | PtipasspassRewardOffered | PtipasspassRewardPlaced | PtipasspassRewardTaken | PtipasspassCupsSwapped | PtipasspassLineLifted | PtipasspassVictoryGained | PtipasspassRoundVoided | PtipasspassCupsEmptied | PtipasspassMagicEnded | MatchStarted | SeatTimedOut | SeatTakenOver | SeatReturned | SeatResigned | TimeGiven | MatchCancelled | MatchFinished | UnknownEvent"
"An event of any kind."

View: TypeAlias = "BonbonsView | CiaociaoView | PasspassView | PtipasspassView | UnknownView"
"The table of any game."


class Translated(TypedDict):
    "The same text in every language."

    fr: str
    en: str



class SeatedPlayerShown(TypedDict):
    "A player or a bot in a seat."

    id: str
    name: str
    kind: PlayerKind
    level: NotRequired[int]



class FieldProblem(TypedDict):
    "One bad field of a request."

    pointer: str
    code: FieldCode | ProblemCode | str
    detail: str



class Problem(TypedDict):
    "A refusal, after RFC 9457; branch on `code`, show `detail`."

    type: str
    title: str
    status: int
    detail: str
    code: ProblemCode | str
    errors: NotRequired[list[FieldProblem]]
    current_version: NotRequired[int]
    events: NotRequired[list[Event]]
    match: NotRequired[str]



class CupSummary(TypedDict):
    "A cup in short."

    id: str
    name: str
    game: str
    circle: str | None
    league: str | None
    season: int
    division: int
    status: CupStatus
    starts_at: str
    ends_at: str



class CupList(TypedDict):
    "A page of the cups that you have entered, the last entered first."

    next: str | None
    results: list[CupSummary]



class CircleCups(TypedDict):
    "The latest cups of a circle, the newest first; at most 50."

    results: list[CupSummary]



class CupEntrant(TypedDict):
    "A player who has entered a cup."

    number: int
    player: PlayerShown
    left: bool
    waiting: bool



class CupStanding(TypedDict):
    "How a player has done in a cup: the order is by points, then wins, then opposition, then entering."

    entrant: int
    points: int
    wins: int
    opposition: int
    played: int



class CupTableShown(TypedDict):
    "A table of a cup."

    number: int
    round: int
    match: str
    status: MatchStatus
    entrants: list[int]
    ranking: list[list[int]] | None
    as_it_stood: bool
    left: list[int]



class Cup(TypedDict):
    "A cup with its standings and tables."

    id: str
    name: str
    game: str
    circle: str | None
    league: str | None
    season: int
    division: int
    status: CupStatus
    starts_at: str
    ends_at: str
    organiser: PlayerShown | None
    seats: int
    sizes: list[int]
    rounds: int
    places: int
    rolling: bool
    options: dict[str, Any]
    clock: ClockPreset
    round: int
    round_ends_at: str | None
    version: int
    you: int | None
    entrants: list[CupEntrant]
    standings: list[CupStanding]
    tables: list[CupTableShown]



class CupLogEntry(TypedDict):
    "An event of a cup's log, which never changes; everything else about a cup follows from it."

    seq: int
    at: str
    event: dict[str, Any]



class CupLog(TypedDict):
    "A page of a cup's log, the oldest event first."

    next: str | None
    results: list[CupLogEntry]



class LeagueSummary(TypedDict):
    "A public league: one season follows the other by itself."

    id: str
    game: str
    seats: int
    sizes: list[int]
    tables: int
    days: int
    least: int
    clock: ClockPreset
    season: int
    next_season_at: str | None
    signed_up: int



class LeagueList(TypedDict):
    "The leagues of this server."

    results: list[LeagueSummary]



class Division(TypedDict):
    "A division of a season, which is a cup with rolling tables."

    id: str
    name: str
    game: str
    circle: str | None
    league: str | None
    season: int
    division: int
    status: CupStatus
    starts_at: str
    ends_at: str
    players: int



class OwnLeague(TypedDict):
    "How you stand with a league."

    signed_up: bool
    cup: str | None



class League(TypedDict):
    "A league with the divisions of its latest season."

    id: str
    game: str
    seats: int
    sizes: list[int]
    tables: int
    days: int
    least: int
    clock: ClockPreset
    season: int
    next_season_at: str | None
    signed_up: int
    divisions: list[Division]
    you: OwnLeague | None



class EndpointShown(TypedDict):
    "A browser, a phone or a webhook of yours that notices are sent to."

    id: str
    kind: EndpointKind
    url: str
    receipts: bool
    created_at: str
    disabled_at: str | None
    tried_at: str | None
    answer: str | None



class PushKindShown(TypedDict):
    "Whether this server can notify devices of a kind."

    kind: PushKind
    available: bool
    app: str | None



class PushList(TypedDict):
    "A page of browsers and phones, the latest first."

    next: str | None
    results: list[EndpointShown]
    kinds: list[PushKindShown]
    vapid_key: str



class DeliveryReceipt(TypedDict):
    "The receipts of a device for a notification."

    id: str
    delivered_at: str
    opened_at: str | None



class WebhookList(TypedDict):
    "A page of webhooks, the latest first."

    next: str | None
    results: list[EndpointShown]



class WebhookMade(TypedDict):
    "A webhook that was registered, with its secret."

    id: str
    kind: EndpointKind
    url: str
    receipts: bool
    created_at: str
    disabled_at: str | None
    tried_at: str | None
    answer: str | None
    secret: str



class SeatRange(TypedDict):
    "The numbers of seats that a game supports."

    min: int
    max: int



class BotCharacter(TypedDict):
    "Who plays a game at one level."

    level: int
    name: str
    manners: Translated
    colour: str



class GameSummary(TypedDict):
    "A game in a list."

    id: str
    ruleset: str
    titles: Translated
    blurbs: Translated
    emblem: str
    introductory: bool
    lesson: bool
    seats: SeatRange
    options: dict[str, Any]
    bots: list[BotCharacter]


Manifest = TypedDict("Manifest", {"moves": "dict[str, Any]", "events": "dict[str, Any]", "view": "dict[str, Any]", "$defs": "dict[str, Any]", "labels": "dict[str, Translated]", "errors": "dict[str, Translated]"})
"The types and texts of a game."


class Game(TypedDict):
    "A game with its rules and its manifest."

    id: str
    ruleset: str
    titles: Translated
    blurbs: Translated
    emblem: str
    introductory: bool
    lesson: bool
    seats: SeatRange
    options: dict[str, Any]
    bots: list[BotCharacter]
    rules: Translated
    manifest: Manifest



class GameList(TypedDict):
    "All games."

    next: str | None
    results: list[GameSummary]



class LessonEvent(TypedDict):
    "An event of a guided first match, as the learner may know it."

    seq: int
    type: str
    data: dict[str, Any]
    texts: Translated



class LessonStep(TypedDict):
    "What the learner sees before a move of a guided first match, or at its end."

    texts: Translated
    move: dict[str, Any] | None
    version: int
    view: View
    choices: list[dict[str, Any]]
    events: list[LessonEvent]



class Lesson(TypedDict):
    "A guided first match: the learner has seat 0."

    game: str
    names: list[str]
    steps: list[LessonStep]



class OwnMatch(TypedDict):
    "A match that you have a seat in."

    id: str
    game: str
    ruleset: str
    status: MatchStatus
    visibility: Visibility
    options: dict[str, Any]
    clock: ClockShown
    minimum_reliability: int | None
    rated: bool
    ends_at: str | None
    seats: list[SeatShown]
    creator: str
    version: int
    created_at: str
    started_at: str | None
    finished_at: str | None
    you: int
    awaiting: list[int]
    awaiting_you: bool
    deadline: Deadline | None
    last_event_at: str | None
    unread_events: int
    unread_messages: int
    rank: int | None



class ClockShown(TypedDict):
    "How much time every player has; the kind says which fields there are."

    kind: ClockShownKind
    seconds: NotRequired[int]
    bank: NotRequired[int]
    increment: NotRequired[int]
    cap: NotRequired[int]
    time_out: NotRequired[TimeOut]
    vacation: NotRequired[bool]



class SeatShown(TypedDict):
    "A place at the table."

    seat: int
    player: SeatedPlayerShown | None
    kept_for: PlayerShown | None
    timed_out: int
    gone: bool
    stand_in: bool
    contribution: Contribution
    reliability: NotRequired[Reliability | None]



class Reliability(TypedDict):
    "How a player keeps time, from their latest matches with a clock."

    turns: int
    in_time_percent: int
    median_answer_seconds: int | None



class Deadline(TypedDict):
    "When the match stops waiting."

    at: str
    remaining_seconds: int
    seats: dict[str, int]
    until: dict[str, str]



class MatchList(TypedDict):
    "A page of matches, the newest first."

    next: str | None
    server_time: str
    results: list[MatchSummary]



class MatchSummary(TypedDict):
    "A match in a list."

    id: str
    game: str
    ruleset: str
    status: MatchStatus
    visibility: Visibility
    options: dict[str, Any]
    clock: ClockShown
    minimum_reliability: int | None
    rated: bool
    ends_at: str | None
    seats: list[SeatShown]
    creator: str
    version: int
    created_at: str
    started_at: str | None
    finished_at: str | None



class OwnMatchList(TypedDict):
    "A page of your own matches, the newest first."

    next: str | None
    server_time: str
    results: list[OwnMatch]



class Turn(TypedDict):
    "A match that waits for you."

    id: str
    game: str
    you: int
    asked: int
    since: str
    deadline: Deadline | None
    others: list[SeatedPlayerShown]



class Invited(TypedDict):
    "An open match that you are invited to, by your address or by a seat kept for you."

    id: str
    game: str
    ruleset: str
    status: MatchStatus
    visibility: Visibility
    options: dict[str, Any]
    clock: ClockShown
    minimum_reliability: int | None
    rated: bool
    ends_at: str | None
    seats: list[SeatShown]
    creator: str
    version: int
    created_at: str
    started_at: str | None
    finished_at: str | None
    invited_by: PlayerShown



class InvitationList(TypedDict):
    "A page of invitations, the newest match first."

    next: str | None
    server_time: str
    results: list[Invited]



class TurnList(TypedDict):
    "A page of the matches that wait for you, the most urgent first."

    next: str | None
    server_time: str
    results: list[Turn]
    count: int
    badge: int



class Message(TypedDict):
    "A message at a table."

    id: int
    player: PlayerShown
    seat: int | None
    text: str
    emote: Emote | None
    removed: bool
    at: str



class MessageList(TypedDict):
    "A page of table talk, the newest first."

    next: str | None
    results: list[Message]



class SeenMarks(TypedDict):
    "How far you have read a match."

    version: int
    message: int



class NamedMove(TypedDict):
    "A legal move and its name."

    move: Move
    label: str



class MatchText(TypedDict):
    "A match in words, enough to play a game that a client does not know."

    version: int
    asked: int | None
    board: str | None
    moves: list[NamedMove]
    server_time: str



class Outcome(TypedDict):
    "How a match ended."

    winners: list[int]
    ranking: list[list[int]]
    reason: str



class Waiting(TypedDict):
    "The table is complete and waits for seeds."

    until: str
    remaining_seconds: int
    waiting_for: list[int]



class Promise(TypedDict):
    "The signed commitment that stood when you took your seat; keep it, to compare it with the export of the match (docs/fairness.md)."

    commitment: str
    seat: int
    seed_commitment: str | None
    key_id: str
    signature: str



class Match(TypedDict):
    "A match as you may see it now."

    id: str
    game: str
    ruleset: str
    status: MatchStatus
    visibility: Visibility
    options: dict[str, Any]
    clock: ClockShown
    minimum_reliability: int | None
    rated: bool
    ends_at: str | None
    seats: list[SeatShown]
    creator: str
    version: int
    created_at: str
    started_at: str | None
    finished_at: str | None
    head: str
    commitment: str
    you: int | None
    awaiting: list[int]
    asked: int | None
    sealed: Move | None
    choices: list[Choice]
    deadline: Deadline | None
    view: View | None
    fades: bool
    outcome: Outcome | None
    cancel_votes: list[int]
    rematch: str | None
    server_time: str
    starting: NotRequired[Waiting | None]
    promise: NotRequired[Promise]



class Proof(TypedDict):
    "The proof that an event is the one in the hash chain (docs/fairness.md)."

    public: dict[str, Any]
    slots: list[str]
    nonce: NotRequired[str]



class Feed(TypedDict):
    "A page of a match's history."

    events: list[Event]
    version: int
    head: str
    has_more: bool
    server_time: str



class Receipt(TypedDict):
    "The signed receipt of a move; keep it, to compare it with the export of the match."

    key_id: str
    signature: str
    seq: NotRequired[int]
    head: NotRequired[str]
    asked: NotRequired[int]
    digest: NotRequired[str]



class Sentence(TypedDict):
    "One event in words."

    seq: int
    at: str
    text: str



class Recap(TypedDict):
    "The events after a given one, in sentences."

    after: int
    version: int
    sentences: list[Sentence]
    has_more: bool
    server_time: str



class MoveAnswer(TypedDict):
    "The result of a move. When an answer is repeated after a later move, its match is the present one, without a recap."

    match: Match
    events: list[Event]
    receipt: Receipt
    recap: NotRequired[Recap]



class SeedReceipt(TypedDict):
    "The signed statement that this seat revealed that seed to the match's commitment."

    seat: int
    seed: str
    key_id: str
    signature: str



class SeedAnswer(TypedDict):
    "The result of revealing a seed."

    match: Match
    receipt: SeedReceipt



class Invitation(TypedDict):
    "An invitation that its bearer can join with."

    invite: str
    url: str



class ShareLink(TypedDict):
    "A link that shows a finished match to whoever has it, a private one too."

    share: str
    url: str



class ExportedRating(TypedDict):
    "The rating with which a player sat at a table, in the game and class of the match."

    player: str
    team: int | None
    matches: int
    mu: str
    sigma: str
    counts: bool



class Export(TypedDict):
    "A whole match with all its secrets; docs/fairness.md explains every field."

    format: Literal['gobelet-match/1']
    match: dict[str, Any]
    fairness: dict[str, Any]
    draws: list[dict[str, Any]]
    events: list[dict[str, Any]]
    ratings: list[ExportedRating | None] | None



class StandingShown(TypedDict):
    "An answer that you have given in advance."

    move: Move
    until: Until



class StandingAnswer(TypedDict):
    "Your standing answer for questions to come."

    standing: StandingShown | None
    receipt: NotRequired[Receipt]



class NoticeData(TypedDict):
    "The match that a notice is about, and the player whom it is for."

    player: str
    turns: int
    match: str
    game: str
    seq: int



class TurnData(TypedDict):
    "The question that is open to you."

    player: str
    turns: int
    match: str
    game: str
    seq: int
    deadline: str | None



class StartedData(TypedDict):
    "The match that has begun."

    player: str
    turns: int
    match: str
    game: str
    seq: int
    cup: str | None



class FinishedData(TypedDict):
    "How the match ended."

    player: str
    turns: int
    match: str
    game: str
    seq: int
    outcome: Outcome | None



class InvitedData(TypedDict):
    "The data of an invitation."

    player: str
    turns: int
    match: str
    game: str
    seq: int
    by: PlayerShown



class MessageData(TypedDict):
    "The data of a message; read it with `GET matches/{match}/messages`."

    player: str
    turns: int
    match: str
    game: str
    seq: int
    by: PlayerShown



class CupData(TypedDict):
    "The cup that a notice is about, and the player whom it is for."

    player: str
    turns: int
    cup: str
    game: str
    seq: int



class CupResult(TypedDict):
    "How you have done in a cup."

    players: int
    place: int | None
    next_division: int | None



class CupEndedData(TypedDict):
    "How a cup ended."

    player: str
    turns: int
    cup: str
    game: str
    seq: int
    result: CupResult | None



class YourTurnNotice(TypedDict):
    "A match waits for you."

    type: Literal['your_turn']
    timestamp: str
    data: TurnData



class MatchStartedNotice(TypedDict):
    "The table of one of your matches is complete."

    type: Literal['match_started']
    timestamp: str
    data: StartedData



class MatchFinishedNotice(TypedDict):
    "One of your matches is over."

    type: Literal['match_finished']
    timestamp: str
    data: FinishedData



class InvitedNotice(TypedDict):
    "A player invites you to a match."

    type: Literal['invited']
    timestamp: str
    data: InvitedData



class DeadlineNearNotice(TypedDict):
    "Most of your time for an answer is gone, or it is time for a reminder that you have set."

    type: Literal['deadline_near']
    timestamp: str
    data: TurnData



class TimedOutNotice(TypedDict):
    "You did not answer in time."

    type: Literal['timed_out']
    timestamp: str
    data: NoticeData



class MessageNotice(TypedDict):
    "A player has written at one of your tables."

    type: Literal['message']
    timestamp: str
    data: MessageData



class CupStartedNotice(TypedDict):
    "A cup that you have entered has begun, or a season of your league; you have no table yet."

    type: Literal['cup_started']
    timestamp: str
    data: CupData



class CupEndedNotice(TypedDict):
    "A cup that you have entered is over, or a season of your league."

    type: Literal['cup_ended']
    timestamp: str
    data: CupEndedData



class NoData(TypedDict):
    "An empty object."

    pass


class TrialNotice(TypedDict):
    "A test that you have asked for, to see whether notices arrive."

    type: Literal['test']
    timestamp: str
    data: NoData



class MatchChanged(TypedDict):
    "Something about a match has changed that is no event."

    version: int



class Changed(TypedDict):
    "Something may have changed: read turns, matches and invitations again."

    pass


class CupTold(TypedDict):
    "News of a cup that you have entered."

    kind: str
    cup: str
    game: str
    seq: int
    at: str



class Told(TypedDict):
    "Something that concerns you in a match."

    kind: str
    match: str
    game: str
    seq: int
    at: str



class Key(TypedDict):
    "A key that receipts are signed with."

    key_id: str
    algorithm: Literal['Ed25519']
    public_key: str
    created_at: str
    retired_at: str | None



class Keys(TypedDict):
    "All keys of the server, past ones included."

    keys: list[Key]



class Limits(TypedDict):
    "The limits of the server."

    body_bytes: int
    page: int
    message_characters: int
    streams: int



class Rate(TypedDict):
    "A rate limit: so many requests within a time."

    name: str
    requests: int
    seconds: int



class Server(TypedDict):
    "The server: its version, features and limits."

    version: str
    minimum_client: str | None
    locales: list[Locale]
    features: list[Feature]
    limits: Limits
    rates: list[Rate]



class Banner(TypedDict):
    "Something that you should know about your account."

    code: Literal['email_bounced']
    since: str
    text: str



class Profile(TypedDict):
    "Your account with all settings."

    id: str
    name: str
    kind: PlayerKind
    guest: bool
    email: str | None
    locale: Locale
    time_zone: str
    quiet_hours: QuietHours | None
    vacation: Vacation | None
    automatic_vacation: bool
    vacation_left_seconds: int
    notifications: Notifications
    reminders: list[int]
    banners: list[Banner]
    created_at: str


QuietHours = TypedDict("QuietHours", {"from": "str", "until": "str"})
"From when until when, by the clock of the player's time zone, the player is not disturbed."

Vacation = TypedDict("Vacation", {"from": "str", "until": "str"})
"The first and the last day of being away, in the player's time zone."


class Notifications(TypedDict):
    "How soon to tell of what."

    your_turn: NotRequired[Channels]
    match_started: NotRequired[Channels]
    match_finished: NotRequired[Channels]
    invited: NotRequired[Channels]
    deadline_near: NotRequired[Channels]
    timed_out: NotRequired[Channels]
    message: NotRequired[Channels]
    cup_started: NotRequired[Channels]
    cup_ended: NotRequired[Channels]



class Channels(TypedDict):
    "How soon each channel tells of something."

    email: NotRequired[Pace]
    push: NotRequired[Pace]
    webhook: NotRequired[Pace]



class Device(TypedDict):
    "A signed-in device of yours."

    id: str
    device: str
    created_at: str
    seen_at: str
    expires_at: str
    current: bool



class DeviceList(TypedDict):
    "A page of devices, the latest first."

    next: str | None
    results: list[Device]



class PlayedMatch(TypedDict):
    "A match that you had a seat in; its events are at `matches/{id}/events`."

    id: str
    game: str
    ruleset: str
    status: MatchStatus
    visibility: Visibility
    options: dict[str, Any]
    seat: int
    joined_at: str | None
    started_at: str | None
    finished_at: str | None
    rank: int | None
    outcome: Outcome | None



class OwnMessage(TypedDict):
    "A message that you wrote at a table."

    match: str
    text: str
    at: str



class OwnBlock(TypedDict):
    "A player whom you have blocked or muted."

    player: str
    kind: BlockKind
    at: str



class OwnInvitation(TypedDict):
    "An invitation that you were sent."

    match: str
    player: str | None
    at: str



class OwnFriend(TypedDict):
    "A friend of yours, or a request."

    player: str
    state: FriendState
    at: str



class OwnCircle(TypedDict):
    "A circle that you are in."

    circle: str
    name: str
    owner: bool
    at: str



class EnteredCup(TypedDict):
    "A cup that you have entered."

    cup: str
    number: int
    left: bool



class OrganisedCup(TypedDict):
    "A cup that you have opened."

    cup: str
    name: str
    at: str



class JoinedLeague(TypedDict):
    "A league that you have signed up for."

    league: str
    at: str



class OwnReport(TypedDict):
    "A report that you have made."

    player: str
    match: str | None
    reason: str
    at: str



class OwnEndpoint(TypedDict):
    "A browser, a phone or a webhook of yours."

    id: str
    kind: EndpointKind
    url: str
    receipts: bool
    created_at: str
    disabled_at: str | None
    tried_at: str | None
    answer: str | None
    channel: EndpointChannel



class Opponent(TypedDict):
    "Your results against one player in one game."

    ahead: int
    behind: int
    level: int
    player: str
    game: str



class OwnData(TypedDict):
    "Everything that is stored about you."

    profile: Profile
    calendar: dict[str, Any]
    devices: list[Device]
    passkeys: list[Passkey]
    apps: list[App]
    grants: list[Grant]
    matches: list[PlayedMatch]
    messages: list[OwnMessage]
    invitations: list[OwnInvitation]
    blocks: list[OwnBlock]
    friends: list[OwnFriend]
    circles: list[OwnCircle]
    cups: list[EnteredCup]
    organised: list[OrganisedCup]
    leagues: list[JoinedLeague]
    reports: list[OwnReport]
    endpoints: list[OwnEndpoint]
    record: dict[str, GameRecord]
    ratings: list[RatingShown]
    opponents: list[Opponent]



class Passkey(TypedDict):
    "A passkey of yours."

    id: str
    name: str
    synced: bool
    created_at: str
    used_at: str | None



class App(TypedDict):
    "An app that you have registered."

    id: str
    name: str
    redirect_uris: list[str]
    created_at: str



class Grant(TypedDict):
    "An app that you have authorised."

    id: str
    app: str
    name: str
    scopes: list[Scope]
    created_at: str



class GameRecord(TypedDict):
    "Results in one game."

    played: int
    won: int
    people: Score
    bots: Score



class Score(TypedDict):
    "Results in matches played to the end, and in matches against bots that were called off."

    played: int
    won: int
    resigned: int
    ranks: dict[str, int]



class RatingShown(TypedDict):
    "A player's rating in one game and class of tables."

    rating: int
    deviation: int
    settled: bool
    game: str
    pool: RatingPool
    matches: int



class HeadToHead(TypedDict):
    "How often you ranked ahead of a player, behind them, or level; partners do not count."

    ahead: int
    behind: int
    level: int



class PublicProfile(TypedDict):
    "A player as everyone may know them."

    id: str
    name: str
    kind: PlayerKind
    guest: bool
    created_at: str
    record: dict[str, GameRecord]
    ratings: list[RatingShown]
    head_to_head: dict[str, HeadToHead] | None
    reliability: Reliability | None



class BlockShown(TypedDict):
    "Whether you block and mute a player."

    blocked: bool
    muted: bool



class BlockedPlayer(TypedDict):
    "A player whom you have blocked or muted."

    player: PlayerShown
    kind: BlockKind
    at: str



class BlockList(TypedDict):
    "A page of blocked and muted players, the latest first."

    next: str | None
    results: list[BlockedPlayer]



class Reported(TypedDict):
    "A report that was kept for the administrators."

    at: str



class RatingChange(TypedDict):
    "A player's rating after a match."

    rating: int
    deviation: int
    settled: bool
    game: str
    pool: RatingPool
    at: str



class RatingHistory(TypedDict):
    "A page of the changes of a player's ratings, the latest first."

    next: str | None
    results: list[RatingChange]



class RankedPlayer(TypedDict):
    "A player in a ranking."

    rating: int
    deviation: int
    settled: bool
    player: PlayerShown
    matches: int



class Ranking(TypedDict):
    "A page of a ranking, ordered by the rating less three times its deviation."

    next: str | None
    results: list[RankedPlayer]



class Frame(TypedDict):
    "A match after one of its events, as the chosen viewer sees it."

    seq: int
    event: Event | None
    text: str
    view: View | None


Replay = TypedDict("Replay", {"seq": "int", "event": "Event | None", "text": "str", "view": "View | None", "frames": "list[Frame]", "as": "str", "id": "str", "game": "str", "status": "MatchStatus", "version": "int", "head": "str", "server_time": "str"})
"A match after the event `at`, and the frames that follow it."


class Account(TypedDict):
    "Your account in short."

    id: str
    name: str
    kind: PlayerKind
    guest: bool



class SignedIn(TypedDict):
    "A token for this device."

    token: str
    expires_at: str
    player: Account



class CodeSent(TypedDict):
    "A code is on its way; the answer is alike for every address, known or not."

    nonce: str
    expires_at: str
    expires_in_seconds: int



class KnownCredential(TypedDict):
    "A passkey of the account that exists already."

    id: str
    type: Literal['public-key']
    transports: NotRequired[list[str]]



class Site(TypedDict):
    "Whose passkey it is."

    id: str
    name: str



class PasskeyUser(TypedDict):
    "The account that the passkey is for."

    id: str
    name: str
    displayName: str



class PasskeyAlgorithm(TypedDict):
    "A kind of key that the server accepts."

    type: Literal['public-key']
    alg: int



class AuthenticatorChoice(TypedDict):
    "What the authenticator must be able to do."

    residentKey: Literal['required']
    requireResidentKey: bool
    userVerification: Literal['required']



class CreationOptions(TypedDict):
    "`PublicKeyCredentialCreationOptionsJSON` of WebAuthn."

    rp: Site
    user: PasskeyUser
    challenge: str
    pubKeyCredParams: list[PasskeyAlgorithm]
    timeout: int
    excludeCredentials: list[KnownCredential]
    authenticatorSelection: AuthenticatorChoice
    attestation: Literal['none']



class RequestOptions(TypedDict):
    "`PublicKeyCredentialRequestOptionsJSON` of WebAuthn."

    rpId: str
    challenge: str
    timeout: int
    allowCredentials: list[KnownCredential]
    userVerification: Literal['required']



class PasskeyRegistration(TypedDict):
    "A challenge to register a passkey with."

    nonce: str
    expires_at: str
    expires_in_seconds: int
    options: CreationOptions



class PasskeySignIn(TypedDict):
    "A challenge to sign in with a passkey."

    nonce: str
    expires_at: str
    expires_in_seconds: int
    options: RequestOptions



class PasskeyList(TypedDict):
    "A page of passkeys."

    next: str | None
    results: list[Passkey]



class AppList(TypedDict):
    "A page of apps."

    next: str | None
    results: list[App]



class GrantList(TypedDict):
    "A page of authorised apps."

    next: str | None
    results: list[Grant]



class AskingApp(TypedDict):
    "An app that asks you for something."

    id: str
    name: str



class Consent(TypedDict):
    "What an app asks for, and where to go once you have decided."

    app: AskingApp
    scopes: list[Scope]
    destination: str
    redirect: str | None



class OAuthTokens(TypedDict):
    "The tokens of an app on one device (RFC 6749)."

    access_token: str
    token_type: Literal['Bearer']
    expires_in: int
    refresh_token: str
    scope: str



class OAuthRefusal(TypedDict):
    "Why an endpoint of OAuth refuses (RFC 6749): not a problem as elsewhere."

    error: OAuthErrorCode
    error_description: str



class OAuthServer(TypedDict):
    "What a library for OAuth needs to know of this server (RFC 8414)."

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    revocation_endpoint: str
    scopes_supported: list[Scope]
    response_types_supported: list[Literal['code']]
    response_modes_supported: list[Literal['query']]
    grant_types_supported: list[GrantType]
    token_endpoint_auth_methods_supported: list[Literal['none']]
    revocation_endpoint_auth_methods_supported: list[Literal['none']]
    code_challenge_methods_supported: list[Literal['S256']]
    authorization_response_iss_parameter_supported: bool
    service_documentation: str


ClockPreset: TypeAlias = "Literal['blitz', 'fast', 'slow']"
"How much time each player of a cup has at a table."

ClockKind: TypeAlias = "Literal['per_move', 'bank', 'none', 'blitz', 'fast', 'slow']"
"A kind of clock, or a preset of the kind `bank`."

TimeOut: TypeAlias = "Literal['autoplay', 'forfeit', 'end']"
"The consequence of a missed deadline."

Visibility: TypeAlias = "Literal['public', 'unlisted', 'private']"
"Who can find, watch and join a match."

PushKind: TypeAlias = "Literal['web', 'unifiedpush', 'apns', 'fcm']"
"How a device is reached."

ReceiptState: TypeAlias = "Literal['delivered', 'opened']"
"The state of a notification on the device."

GrantType: TypeAlias = "Literal['authorization_code', 'refresh_token']"
"What tokens are asked for with."

Pace: TypeAlias = "Literal['instant', 'hourly', 'daily', 'none']"
"How soon a player is notified."

Until: TypeAlias = "Literal['changed', 'turn']"
"How long a standing answer is valid."

Emote: TypeAlias = "Literal['laugh', 'cry', 'wow', 'think', 'cool', 'grumble', 'hello', 'good_luck', 'well_played', 'oops', 'thanks', 'again']"
"What is shown at a table with one tap."

FriendState: TypeAlias = "Literal['friends', 'asked', 'asks_you']"
"How you and a player stand."

PlayerKind: TypeAlias = "Literal['human', 'bot']"
"Who plays a seat."

CupStatus: TypeAlias = "Literal['open', 'running', 'ended', 'cancelled']"
"How far a cup is."

MatchStatus: TypeAlias = "Literal['open', 'running', 'finished', 'cancelled']"
"How far a match is."

EndpointKind: TypeAlias = "Literal['web', 'unifiedpush', 'apns', 'fcm', 'webhook']"
"How an endpoint is reached."

ClockShownKind: TypeAlias = "Literal['per_move', 'bank', 'none']"
"A kind of clock."

Contribution: TypeAlias = "Literal['none', 'committed', 'revealed', 'withheld']"
"The contribution of a seat to the chance of a match."

Locale: TypeAlias = "Literal['fr', 'en']"
"The language of texts for people."

Feature: TypeAlias = "Literal['passkeys', 'play_by_mail', 'push_apns', 'push_fcm']"
"Something that an operator may switch on."

BlockKind: TypeAlias = "Literal['block', 'mute']"
"What a player does about another one."

EndpointChannel: TypeAlias = "Literal['push', 'webhook']"
"How notices are sent to an endpoint."

Scope: TypeAlias = "Literal['play', 'read', 'profile']"
"Something that a player can allow an app."

RatingPool: TypeAlias = "Literal['two', 'more', 'teams']"
"A class of tables; ratings can be compared within one game and class."

OAuthErrorCode: TypeAlias = "Literal['invalid_request', 'invalid_grant', 'unsupported_grant_type']"
"Why an endpoint of OAuth refuses."


class BonbonsFlipSquare(TypedDict):
    "Turn up a square of the grid (B5)."

    type: Literal['flip_square']
    square: int



class BonbonsFlipRound(TypedDict):
    "Turn up a round tile, one's own or an opponent's (B5)."

    type: Literal['flip_round']
    seat: int
    slot: int



class BonbonsStop(TypedDict):
    "Leave it at that; what was turned up in this go goes down again (B4a, B6)."

    type: Literal['stop']



class BonbonsGive(TypedDict):
    "Choose the own tile that goes to the opponent in return for the stolen one (B8)."

    type: Literal['give']
    slot: int



class BonbonsCover(TypedDict):
    "Choose the own tile on which the three coins are laid (B10)."

    type: Literal['cover']
    slot: int



class BonbonsView(TypedDict):
    "All that a viewer may see now."

    game: Literal['bonbons']
    memory: BonbonsMemory
    side: int
    removed: list[str]
    squares: list[BonbonsSquare]
    rows: list[list[BonbonsTile]]
    stock: int
    phase: BonbonsPhase
    turn: int



class BonbonsSquare(TypedDict):
    "One place of the grid."

    lies: BonbonsSquareLies
    face: NotRequired[str]



class BonbonsTile(TypedDict):
    "One round tile in front of a player."

    tile: int
    lies: BonbonsTileLies
    face: NotRequired[str]


BonbonsMemory: TypeAlias = "Literal['table', 'open']"
"Whether a face that was turned down again can still be read."

BonbonsPhase: TypeAlias = "Literal['start', 'further', 'more', 'give', 'cover', 'between', 'over']"
"What the match waits for."

BonbonsSquareLies: TypeAlias = "Literal['down', 'shown', 'open', 'gone']"
"How a square lies."

BonbonsTileLies: TypeAlias = "Literal['down', 'shown', 'open', 'covered']"
"How a round tile lies."


class BonbonsCandiesLaid(TypedDict):
    "The table is set: squares in a grid, `tiles` round tiles for each seat, the rest set aside; nobody has seen any of them (B1–B4)."

    seq: int
    type: Literal['candies_laid']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsCandiesLaidData
    proof: NotRequired[Proof]



class BonbonsCandiesLaidData(TypedDict):
    "The table is set: squares in a grid, `tiles` round tiles for each seat, the rest set aside; nobody has seen any of them (B1–B4)."

    seats: int
    side: int
    tiles: int
    memory: BonbonsMemory
    removed: list[str]
    first: int
    squares: NotRequired[list[str]]
    rounds: NotRequired[list[str]]



class BonbonsTurnPassed(TypedDict):
    "A turn begins."

    seq: int
    type: Literal['turn_passed']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsTurnPassedData
    proof: NotRequired[Proof]



class BonbonsTurnPassedData(TypedDict):
    "A turn begins."

    seat: int



class BonbonsSquareTurned(TypedDict):
    "A square was turned up for all to see: a candy or a coin (B5, B10)."

    seq: int
    type: Literal['square_turned']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsSquareTurnedData
    proof: NotRequired[Proof]



class BonbonsSquareTurnedData(TypedDict):
    "A square was turned up for all to see: a candy or a coin (B5, B10)."

    seat: int
    square: NotRequired[int]
    face: NotRequired[str]



class BonbonsRoundTurned(TypedDict):
    "A round tile was turned up for all to see (B5)."

    seq: int
    type: Literal['round_turned']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsRoundTurnedData
    proof: NotRequired[Proof]



class BonbonsRoundTurnedData(TypedDict):
    "A round tile was turned up for all to see (B5)."

    seat: int
    owner: NotRequired[int]
    slot: NotRequired[int]
    tile: NotRequired[int]
    face: NotRequired[str]



class BonbonsWrapperFound(TypedDict):
    "The empty wrapper was turned up, for good; its finder got one more tile, if one was left in the stock (B11)."

    seq: int
    type: Literal['wrapper_found']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsWrapperFoundData
    proof: NotRequired[Proof]



class BonbonsWrapperFoundData(TypedDict):
    "The empty wrapper was turned up, for good; its finder got one more tile, if one was left in the stock (B11)."

    seat: int
    square: int
    slot: NotRequired[int | None]
    tile: NotRequired[int | None]



class BonbonsPairFound(TypedDict):
    "A square and one of the player's own tiles are the same; the player may go on (B7)."

    seq: int
    type: Literal['pair_found']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsPairFoundData
    proof: NotRequired[Proof]



class BonbonsPairFoundData(TypedDict):
    "A square and one of the player's own tiles are the same; the player may go on (B7)."

    seat: int
    square: int
    slot: int
    tile: int
    face: str



class BonbonsCandyStolen(TypedDict):
    "A square and an opponent's tile are the same; the player is to give a tile for it (B8)."

    seq: int
    type: Literal['candy_stolen']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsCandyStolenData
    proof: NotRequired[Proof]



class BonbonsCandyStolenData(TypedDict):
    "A square and an opponent's tile are the same; the player is to give a tile for it (B8)."

    seat: int
    square: int
    owner: int
    slot: int
    tile: int
    face: str



class BonbonsTileGiven(TypedDict):
    "The thief gave an own tile for the stolen one: they changed places; the thief may go on (B8, B31)."

    seq: int
    type: Literal['tile_given']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsTileGivenData
    proof: NotRequired[Proof]



class BonbonsTileGivenData(TypedDict):
    "The thief gave an own tile for the stolen one: they changed places; the thief may go on (B8, B31)."

    seat: int
    slot: int
    tile: int
    to: int
    to_slot: int



class BonbonsCoinsFound(TypedDict):
    "All three coins are up; the player is to cover a tile with them (B10)."

    seq: int
    type: Literal['coins_found']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsCoinsFoundData
    proof: NotRequired[Proof]



class BonbonsCoinsFoundData(TypedDict):
    "All three coins are up; the player is to cover a tile with them (B10)."

    seat: int
    squares: list[int]



class BonbonsTileCovered(TypedDict):
    "The coins left the grid and lie on one of the player's tiles (B10)."

    seq: int
    type: Literal['tile_covered']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsTileCoveredData
    proof: NotRequired[Proof]



class BonbonsTileCoveredData(TypedDict):
    "The coins left the grid and lie on one of the player's tiles (B10)."

    seat: int
    slot: int
    tile: int



class BonbonsAttemptFailed(TypedDict):
    "No pair, or a coin and something else: these went face down again (B9–B12)."

    seq: int
    type: Literal['attempt_failed']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsAttemptFailedData
    proof: NotRequired[Proof]



class BonbonsAttemptFailedData(TypedDict):
    "No pair, or a coin and something else: these went face down again (B9–B12)."

    seat: int
    squares: NotRequired[list[int]]
    tiles: NotRequired[list[int]]



class BonbonsTurnStopped(TypedDict):
    "The player left it at that; the squares of this go went face down again (B6, B10)."

    seq: int
    type: Literal['turn_stopped']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsTurnStoppedData
    proof: NotRequired[Proof]



class BonbonsTurnStoppedData(TypedDict):
    "The player left it at that; the squares of this go went face down again (B6, B10)."

    seat: int
    squares: NotRequired[list[int]]



class BonbonsRowCompleted(TypedDict):
    "A player has no tile face down any more and wins (B20)."

    seq: int
    type: Literal['row_completed']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: BonbonsRowCompletedData
    proof: NotRequired[Proof]



class BonbonsRowCompletedData(TypedDict):
    "A player has no tile face down any more and wins (B20)."

    seat: int



class CiaociaoAnnounce(TypedDict):
    "Claim to have rolled that number and move that many planks (C10)."

    type: Literal['announce']
    number: int



class CiaociaoBelieve(TypedDict):
    "Take the announcer's word for it (C12)."

    type: Literal['believe']



class CiaociaoDoubt(TypedDict):
    "Look into the cup (C12)."

    type: Literal['doubt']



class CiaociaoPush(TypedDict):
    "Choose the podium pawn that a wrong doubter loses (C16)."

    type: Literal['push']
    step: int



class CiaociaoView(TypedDict):
    "All that a viewer may see now."

    game: Literal['ciaociao']
    planks: int
    players: list[CiaociaoPlayer]
    phase: CiaociaoPhase
    turn: int
    number: int | None
    answerers: list[int]
    pushable: list[int]
    die: NotRequired[int]



class CiaociaoPlayer(TypedDict):
    "One seat's pawns: all of this is public."

    plank: int | None
    reserve: int
    fallen: int
    podium: list[int]


CiaociaoReason: TypeAlias = "Literal['three_across', 'most_points']"
"Why a match ended."

CiaociaoPhase: TypeAlias = "Literal['announce', 'answer', 'push', 'between', 'over']"
"What the match waits for."


class CiaociaoBridgeBuilt(TypedDict):
    "The table is set: every seat has one pawn on plank 1, the others in reserve (C1, C2)."

    seq: int
    type: Literal['bridge_built']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: CiaociaoBridgeBuiltData
    proof: NotRequired[Proof]



class CiaociaoBridgeBuiltData(TypedDict):
    "The table is set: every seat has one pawn on plank 1, the others in reserve (C1, C2)."

    seats: int
    planks: int
    pawns: int
    first: int



class CiaociaoDieRolled(TypedDict):
    "A turn begins; only its player sees the die (C10)."

    seq: int
    type: Literal['die_rolled']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: CiaociaoDieRolledData
    proof: NotRequired[Proof]



class CiaociaoDieRolledData(TypedDict):
    "A turn begins; only its player sees the die (C10)."

    seat: int
    die: NotRequired[int]



class CiaociaoNumberAnnounced(TypedDict):
    "The player named a number and moved; `answerers` may believe or doubt, in this order."

    seq: int
    type: Literal['number_announced']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: CiaociaoNumberAnnouncedData
    proof: NotRequired[Proof]



class CiaociaoNumberAnnouncedData(TypedDict):
    "The player named a number and moved; `answerers` may believe or doubt, in this order."

    seat: int
    number: int
    answerers: list[int]
    plank: NotRequired[int | None]
    step: NotRequired[int | None]



class CiaociaoAnnouncementBelieved(TypedDict):
    "One player took the announcer's word for it."

    seq: int
    type: Literal['announcement_believed']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: CiaociaoAnnouncementBelievedData
    proof: NotRequired[Proof]



class CiaociaoAnnouncementBelievedData(TypedDict):
    "One player took the announcer's word for it."

    seat: int



class CiaociaoAnnouncementDoubted(TypedDict):
    "One player looked into the cup; the others learn whether it was a bluff (C14, C15)."

    seq: int
    type: Literal['announcement_doubted']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: CiaociaoAnnouncementDoubtedData
    proof: NotRequired[Proof]



class CiaociaoAnnouncementDoubtedData(TypedDict):
    "One player looked into the cup; the others learn whether it was a bluff (C14, C15)."

    seat: int
    announcer: int
    number: int
    bluff: bool
    die: NotRequired[int]



class CiaociaoPushOffered(TypedDict):
    "The announcer is to choose which of the doubter's podium pawns falls (C16)."

    seq: int
    type: Literal['push_offered']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: CiaociaoPushOfferedData
    proof: NotRequired[Proof]



class CiaociaoPushOfferedData(TypedDict):
    "The announcer is to choose which of the doubter's podium pawns falls (C16)."

    seat: int
    doubter: int
    steps: list[int]



class CiaociaoPawnFell(TypedDict):
    "A pawn fell into the swamp, for good (C17)."

    seq: int
    type: Literal['pawn_fell']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: CiaociaoPawnFellData
    proof: NotRequired[Proof]



class CiaociaoPawnFellData(TypedDict):
    "A pawn fell into the swamp, for good (C17)."

    seat: int
    plank: NotRequired[int | None]
    step: NotRequired[int | None]



class CiaociaoPawnAdvanced(TypedDict):
    "The pawn of a player who doubted rightly moved on (C15)."

    seq: int
    type: Literal['pawn_advanced']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: CiaociaoPawnAdvancedData
    proof: NotRequired[Proof]



class CiaociaoPawnAdvancedData(TypedDict):
    "The pawn of a player who doubted rightly moved on (C15)."

    seat: int
    plank: NotRequired[int | None]
    step: NotRequired[int | None]



class CiaociaoPawnEntered(TypedDict):
    "A pawn from the reserve was put on plank 1 (C3)."

    seq: int
    type: Literal['pawn_entered']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: CiaociaoPawnEnteredData
    proof: NotRequired[Proof]



class CiaociaoPawnEnteredData(TypedDict):
    "A pawn from the reserve was put on plank 1 (C3)."

    seat: int



class CiaociaoCrossingEnded(TypedDict):
    "The match is over (C21, C22)."

    seq: int
    type: Literal['crossing_ended']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: CiaociaoCrossingEndedData
    proof: NotRequired[Proof]



class CiaociaoCrossingEndedData(TypedDict):
    "The match is over (C21, C22)."

    reason: CiaociaoReason



class PasspassPlay(TypedDict):
    "Put a card of one's hand into the trick (S4)."

    type: Literal['play']
    card: PasspassCard



class PasspassTake(TypedDict):
    "As first winner, take any card of the trick (S6)."

    type: Literal['take']
    card: PasspassCard



class PasspassTakeTwo(TypedDict):
    "As second winner, take the two lowest cards that are left (S7)."

    type: Literal['take_two']
    cards: list[PasspassCard]



class PasspassNominate(TypedDict):
    "Name the partner whose score the team shall record (S16)."

    type: Literal['nominate']
    seat: int



class PasspassColours(TypedDict):
    "How many cards there are of each colour: all that the backs of a hand show (S2)."

    violet: int
    blue: int
    green: int
    yellow: int



class PasspassView(TypedDict):
    "All that a viewer may see now."

    game: Literal['passpass']
    round: int
    phase: PasspassPhase
    turn: int | None
    players: list[PasspassPlayer]
    sides: list[PasspassSide]
    trick: list[PasspassPlayed]
    left: list[PasspassCard]
    winners: list[int]
    discarded: list[PasspassCard]
    naming: list[list[int]]
    set_aside: PasspassColours
    ended: PasspassReason | None
    hand: NotRequired[list[PasspassCard]]
    hands: NotRequired[list[list[PasspassCard]]]



class PasspassPlayer(TypedDict):
    "One seat in this round: all of this is public. After the end of a round it is still about that round, until the next one is dealt."

    hand: PasspassColours
    taken: list[PasspassCard]
    points: int
    pass_pass: int
    named: int | None



class PasspassSide(TypedDict):
    "A player alone or a team, and what it has recorded so far. While a round is played that is what the rounds before it brought. At its end a player alone records it at once; a team does when it has agreed on one of its two scores, that is, while others still name seats, unless it is in `naming`. So after the third round the whole match is in it; but not the round that a third Pass Pass cut short, which is never recorded."

    seats: list[int]
    points: int
    pass_pass: int



class PasspassPlayed(TypedDict):
    "A card of the trick and who played it."

    seat: int
    card: PasspassCard


PasspassCard: TypeAlias = "Literal['violet-1', 'violet-2', 'violet-3', 'violet-4', 'violet-5', 'violet-6', 'violet-7', 'violet-8', 'violet-9', 'violet-10', 'violet-11', 'violet-12', 'blue-1', 'blue-2', 'blue-3', 'blue-4', 'blue-5', 'blue-6', 'blue-7', 'blue-8', 'blue-9', 'blue-10', 'blue-11', 'blue-12', 'green-1', 'green-2', 'green-3', 'green-4', 'green-5', 'green-6', 'green-7', 'green-8', 'green-9', 'green-10', 'green-11', 'green-12', 'yellow-1', 'yellow-2', 'yellow-3', 'yellow-4', 'yellow-5', 'yellow-6', 'yellow-7', 'yellow-8', 'yellow-9', 'yellow-10', 'yellow-11', 'yellow-12']"
"A card: its colour and its value."

PasspassColour: TypeAlias = "Literal['violet', 'blue', 'green', 'yellow']"
"The colour of a card, which its back shows too."

PasspassReason: TypeAlias = "Literal['three_pass_pass', 'most_points']"
"Why a match ended."

PasspassPhase: TypeAlias = "Literal['play', 'take', 'take_two', 'nominate', 'between', 'over']"
"What the match waits for."


class PasspassPlayersSeated(TypedDict):
    "So many play, each alone or in these teams (S15)."

    seq: int
    type: Literal['players_seated']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassPlayersSeatedData
    proof: NotRequired[Proof]



class PasspassPlayersSeatedData(TypedDict):
    "So many play, each alone or in these teams (S15)."

    seats: int
    teams: list[list[int]]



class PasspassRoundOpened(TypedDict):
    "All 48 cards were shuffled for a new round (S3, S13)."

    seq: int
    type: Literal['round_opened']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassRoundOpenedData
    proof: NotRequired[Proof]



class PasspassRoundOpenedData(TypedDict):
    "All 48 cards were shuffled for a new round (S3, S13)."

    round: int
    leader: int



class PasspassHandDealt(TypedDict):
    "A player got eight cards; the others see their backs. The leader is dealt to last, and then asked for the first card."

    seq: int
    type: Literal['hand_dealt']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassHandDealtData
    proof: NotRequired[Proof]



class PasspassHandDealtData(TypedDict):
    "A player got eight cards; the others see their backs. The leader is dealt to last, and then asked for the first card."

    seat: int
    colours: PasspassColours
    cards: NotRequired[list[PasspassCard]]



class PasspassCardPlayed(TypedDict):
    "A card was put into the trick, face up (S4)."

    seq: int
    type: Literal['card_played']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassCardPlayedData
    proof: NotRequired[Proof]



class PasspassCardPlayedData(TypedDict):
    "A card was put into the trick, face up (S4)."

    seat: int
    card: PasspassCard



class PasspassTrickWon(TypedDict):
    "The trick is complete and has its two winners (S5–S7)."

    seq: int
    type: Literal['trick_won']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassTrickWonData
    proof: NotRequired[Proof]



class PasspassTrickWonData(TypedDict):
    "The trick is complete and has its two winners (S5–S7)."

    majority: PasspassColour
    first: int
    second: int



class PasspassCardTaken(TypedDict):
    "The first winner took a card (S6)."

    seq: int
    type: Literal['card_taken']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassCardTakenData
    proof: NotRequired[Proof]



class PasspassCardTakenData(TypedDict):
    "The first winner took a card (S6)."

    seat: int
    card: PasspassCard



class PasspassTwoCardsTaken(TypedDict):
    "The second winner took two cards and leads the next trick; the rest is out (S7–S9)."

    seq: int
    type: Literal['two_cards_taken']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassTwoCardsTakenData
    proof: NotRequired[Proof]



class PasspassTwoCardsTakenData(TypedDict):
    "The second winner took two cards and leads the next trick; the rest is out (S7–S9)."

    seat: int
    cards: list[PasspassCard]
    discarded: list[PasspassCard]



class PasspassPassPassTicked(TypedDict):
    "A player completed sets of the four colours (S11)."

    seq: int
    type: Literal['pass_pass_ticked']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassPassPassTickedData
    proof: NotRequired[Proof]



class PasspassPassPassTickedData(TypedDict):
    "A player completed sets of the four colours (S11)."

    seat: int
    ticks: int
    total: int



class PasspassRoundScored(TypedDict):
    "What each seat's cards of this round are worth (S13)."

    seq: int
    type: Literal['round_scored']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassRoundScoredData
    proof: NotRequired[Proof]



class PasspassRoundScoredData(TypedDict):
    "What each seat's cards of this round are worth (S13)."

    points: list[int]
    pass_pass: list[int]



class PasspassNominationOpened(TypedDict):
    "These teams must agree on whose score they record (S16)."

    seq: int
    type: Literal['nomination_opened']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassNominationOpenedData
    proof: NotRequired[Proof]



class PasspassNominationOpenedData(TypedDict):
    "These teams must agree on whose score they record (S16)."

    teams: list[list[int]]



class PasspassSeatNominated(TypedDict):
    "A player named one of the team's two seats, and may now only switch (S16)."

    seq: int
    type: Literal['seat_nominated']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassSeatNominatedData
    proof: NotRequired[Proof]



class PasspassSeatNominatedData(TypedDict):
    "A player named one of the team's two seats, and may now only switch (S16)."

    seat: int
    nominee: int



class PasspassTeamScored(TypedDict):
    "A team recorded the score of one of its players (S16)."

    seq: int
    type: Literal['team_scored']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassTeamScoredData
    proof: NotRequired[Proof]



class PasspassTeamScoredData(TypedDict):
    "A team recorded the score of one of its players (S16)."

    team: list[int]
    seat: int
    points: int
    pass_pass: int



class PasspassTricksEnded(TypedDict):
    "The match is over (S12, S14, S17, S18)."

    seq: int
    type: Literal['tricks_ended']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PasspassTricksEndedData
    proof: NotRequired[Proof]



class PasspassTricksEndedData(TypedDict):
    "The match is over (S12, S14, S17, S18)."

    reason: PasspassReason



class PtipasspassPlace(TypedDict):
    "Hold a token over a cup; in a masked turn say which animal it is, true or not (P10)."

    type: Literal['place']
    animal: PtipasspassAnimal
    cup: int
    announce: NotRequired[PtipasspassAnimal | None]



class PtipasspassSayOk(TypedDict):
    "Let the token go into the cup (P11)."

    type: Literal['ok']



class PtipasspassCallDouble(TypedDict):
    "Claim that the cup already holds a token (P11)."

    type: Literal['double']



class PtipasspassCallLiar(TypedDict):
    "Claim that the token is not the announced animal (P11)."

    type: Literal['liar']



class PtipasspassRewardPlace(TypedDict):
    "Put a token of one's own into a cup, shown to all (P16)."

    type: Literal['reward_place']
    animal: PtipasspassAnimal
    cup: int



class PtipasspassRewardTake(TypedDict):
    "Take a Challenge token from the player who was challenged (P16)."

    type: Literal['reward_take']



class PtipasspassLift(TypedDict):
    "Swap two touching cups, if wanted, then lift a line (P20)."

    type: Literal['lift']
    cups: list[int]
    swap: NotRequired[list[int] | None]



class PtipasspassView(TypedDict):
    "All that a viewer may see now."

    game: Literal['ptipasspass']
    phase: PtipasspassPhase
    round: int
    turn: int
    marker: PtipasspassMarker
    players: list[PtipasspassPlayerView]
    cups: list[PtipasspassCupView]
    pick: PtipasspassPickView | None
    answerers: list[int]
    challenger: int | None



class PtipasspassPlayerView(TypedDict):
    "One seat's tokens."

    tokens: int
    challenge_tokens: int
    victory_tokens: int
    hand: NotRequired[list[PtipasspassAnimal]]



class PtipasspassCupView(TypedDict):
    "What a viewer knows of a cup."

    animals: list[PtipasspassAnimal]
    masked: int
    complete: bool



class PtipasspassPickView(TypedDict):
    "The token that is held over a cup."

    announce: PtipasspassAnimal | None
    cup: NotRequired[int]
    animal: NotRequired[PtipasspassAnimal]


PtipasspassAnimal: TypeAlias = "Literal['dove', 'rabbit', 'mouse']"
"What a token shows."

PtipasspassChallengeTokens: TypeAlias = "Literal['reset', 'carry']"
"What happens to Challenge tokens between rounds."

PtipasspassMemory: TypeAlias = "Literal['table', 'open']"
"Whether what was shown and hidden again can still be read."

PtipasspassMarker: TypeAlias = "Literal['masked', 'visible']"
"Whether tokens are placed unseen and announced, or shown."

PtipasspassPhase: TypeAlias = "Literal['place', 'lift', 'answer', 'reward', 'between', 'over']"
"What the match waits for."


class PtipasspassCupsSetOut(TypedDict):
    "The table is set (P1)."

    seq: int
    type: Literal['cups_set_out']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassCupsSetOutData
    proof: NotRequired[Proof]



class PtipasspassCupsSetOutData(TypedDict):
    "The table is set (P1)."

    seats: int
    challenge_tokens: PtipasspassChallengeTokens
    memory: PtipasspassMemory



class PtipasspassAnimalsDealt(TypedDict):
    "A round begins: all cups are empty, every hand holds one token of each animal (P3–P6)."

    seq: int
    type: Literal['animals_dealt']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassAnimalsDealtData
    proof: NotRequired[Proof]



class PtipasspassAnimalsDealtData(TypedDict):
    "A round begins: all cups are empty, every hand holds one token of each animal (P3–P6)."

    round: int
    first: int
    challenge_tokens: list[int]



class PtipasspassTurnOpened(TypedDict):
    "A seat is to place a token or, with an empty hand, to lift a line (P10, P20)."

    seq: int
    type: Literal['turn_opened']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassTurnOpenedData
    proof: NotRequired[Proof]



class PtipasspassTurnOpenedData(TypedDict):
    "A seat is to place a token or, with an empty hand, to lift a line (P10, P20)."

    seat: int
    marker: PtipasspassMarker



class PtipasspassTokenPicked(TypedDict):
    "A token is held over a cup: announced in a masked turn, shown in a visible one (P10)."

    seq: int
    type: Literal['token_picked']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassTokenPickedData
    proof: NotRequired[Proof]



class PtipasspassTokenPickedData(TypedDict):
    "A token is held over a cup: announced in a masked turn, shown in a visible one (P10)."

    seat: int
    announce: PtipasspassAnimal | None
    answerers: list[int]
    cup: NotRequired[int]
    animal: NotRequired[PtipasspassAnimal]



class PtipasspassOkSaid(TypedDict):
    "One player does not challenge."

    seq: int
    type: Literal['ok_said']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassOkSaidData
    proof: NotRequired[Proof]



class PtipasspassOkSaidData(TypedDict):
    "One player does not challenge."

    seat: int



class PtipasspassTokenPlaced(TypedDict):
    "Nobody challenged: the token picked is in its cup (P12)."

    seq: int
    type: Literal['token_placed']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassTokenPlacedData
    proof: NotRequired[Proof]



class PtipasspassTokenPlacedData(TypedDict):
    "Nobody challenged: the token picked is in its cup (P12)."

    seat: int



class PtipasspassDoubleFound(TypedDict):
    "A right “Doublon!”: `active` keeps the token and takes the cup's content back (P13)."

    seq: int
    type: Literal['double_found']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassDoubleFoundData
    proof: NotRequired[Proof]



class PtipasspassDoubleFoundData(TypedDict):
    "A right “Doublon!”: `active` keeps the token and takes the cup's content back (P13)."

    seat: int
    active: int
    contents: NotRequired[list[PtipasspassAnimal]]



class PtipasspassDoubleMissed(TypedDict):
    "A wrong “Doublon!”: the token goes to the challenger, a Challenge token back (P14)."

    seq: int
    type: Literal['double_missed']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassDoubleMissedData
    proof: NotRequired[Proof]



class PtipasspassDoubleMissedData(TypedDict):
    "A wrong “Doublon!”: the token goes to the challenger, a Challenge token back (P14)."

    seat: int
    active: int
    marker: PtipasspassMarker
    animal: NotRequired[PtipasspassAnimal]



class PtipasspassLieFound(TypedDict):
    "A right “Menteur!”: the token is shown and stays with `active` (P15)."

    seq: int
    type: Literal['lie_found']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassLieFoundData
    proof: NotRequired[Proof]



class PtipasspassLieFoundData(TypedDict):
    "A right “Menteur!”: the token is shown and stays with `active` (P15)."

    seat: int
    active: int
    animal: NotRequired[PtipasspassAnimal]



class PtipasspassLieMissed(TypedDict):
    "A wrong “Menteur!”: the token, as announced, goes to the challenger, a Challenge token back (P15)."

    seq: int
    type: Literal['lie_missed']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassLieMissedData
    proof: NotRequired[Proof]



class PtipasspassLieMissedData(TypedDict):
    "A wrong “Menteur!”: the token, as announced, goes to the challenger, a Challenge token back (P15)."

    seat: int
    active: int



class PtipasspassRewardOffered(TypedDict):
    "The challenger was right and gets a reward, to choose if there are two (P16)."

    seq: int
    type: Literal['reward_offered']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassRewardOfferedData
    proof: NotRequired[Proof]



class PtipasspassRewardOfferedData(TypedDict):
    "The challenger was right and gets a reward, to choose if there are two (P16)."

    seat: int
    active: int



class PtipasspassRewardPlaced(TypedDict):
    "The challenger put a token into a cup, shown to all (P16)."

    seq: int
    type: Literal['reward_placed']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassRewardPlacedData
    proof: NotRequired[Proof]



class PtipasspassRewardPlacedData(TypedDict):
    "The challenger put a token into a cup, shown to all (P16)."

    seat: int
    cup: NotRequired[int]
    animal: NotRequired[PtipasspassAnimal]



class PtipasspassRewardTaken(TypedDict):
    "The challenger took a Challenge token from `active` (P16)."

    seq: int
    type: Literal['reward_taken']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassRewardTakenData
    proof: NotRequired[Proof]



class PtipasspassRewardTakenData(TypedDict):
    "The challenger took a Challenge token from `active` (P16)."

    seat: int
    active: int



class PtipasspassCupsSwapped(TypedDict):
    "Two touching cups changed places, unlifted (P20)."

    seq: int
    type: Literal['cups_swapped']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassCupsSwappedData
    proof: NotRequired[Proof]



class PtipasspassCupsSwappedData(TypedDict):
    "Two touching cups changed places, unlifted (P20)."

    seat: int
    cups: NotRequired[list[int]]



class PtipasspassLineLifted(TypedDict):
    "Three cups were lifted; everyone saw what they hold (P21, P22)."

    seq: int
    type: Literal['line_lifted']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassLineLiftedData
    proof: NotRequired[Proof]



class PtipasspassLineLiftedData(TypedDict):
    "Three cups were lifted; everyone saw what they hold (P21, P22)."

    seat: int
    won: bool
    cups: NotRequired[list[int]]
    contents: NotRequired[list[list[PtipasspassAnimal]]]



class PtipasspassVictoryGained(TypedDict):
    "A seat won the round and a victory token (P21)."

    seq: int
    type: Literal['victory_gained']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassVictoryGainedData
    proof: NotRequired[Proof]



class PtipasspassVictoryGainedData(TypedDict):
    "A seat won the round and a victory token (P21)."

    seat: int



class PtipasspassRoundVoided(TypedDict):
    "No line could be made of these cups any more: nobody wins the round (P31)."

    seq: int
    type: Literal['round_voided']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassRoundVoidedData
    proof: NotRequired[Proof]



class PtipasspassRoundVoidedData(TypedDict):
    "No line could be made of these cups any more: nobody wins the round (P31)."

    pass


class PtipasspassCupsEmptied(TypedDict):
    "At the end of a round all cups were emptied openly, hands unseen (P30)."

    seq: int
    type: Literal['cups_emptied']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassCupsEmptiedData
    proof: NotRequired[Proof]



class PtipasspassCupsEmptiedData(TypedDict):
    "At the end of a round all cups were emptied openly, hands unseen (P30)."

    contents: NotRequired[list[list[PtipasspassAnimal]]]



class PtipasspassMagicEnded(TypedDict):
    "The match is over (P30)."

    seq: int
    type: Literal['magic_ended']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: PtipasspassMagicEndedData
    proof: NotRequired[Proof]



class PtipasspassMagicEndedData(TypedDict):
    "The match is over (P30)."

    reason: Literal['two_victory_tokens']



class SeatedPlayer(TypedDict):
    "Who sat where when the match began; the id stays opaque for ever."

    seat: int
    player: str
    kind: str
    level: NotRequired[int]



class MatchStarted(TypedDict):
    "The table was complete: everything that the match depends on, its chance included."

    seq: int
    type: Literal['match_started']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: MatchStartedData
    proof: NotRequired[Proof]



class MatchStartedData(TypedDict):
    "The table was complete: everything that the match depends on, its chance included."

    options: dict[str, Any]
    clock: dict[str, Any] | None
    seats: list[SeatedPlayer]
    seed_commitments: list[str | None]
    seeds: list[str]
    bot_version: NotRequired[int]
    ends_at: NotRequired[str]
    stand_in: NotRequired[int]



class SeatTimedOut(TypedDict):
    "A seat did not answer in time."

    seq: int
    type: Literal['seat_timed_out']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: SeatTimedOutData
    proof: NotRequired[Proof]



class SeatTimedOutData(TypedDict):
    "A seat did not answer in time."

    seat: int



class SeatTakenOver(TypedDict):
    "A bot plays this seat until its owner returns."

    seq: int
    type: Literal['seat_taken_over']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: SeatTakenOverData
    proof: NotRequired[Proof]



class SeatTakenOverData(TypedDict):
    "A bot plays this seat until its owner returns."

    seat: int



class SeatReturned(TypedDict):
    "The owner plays this seat again."

    seq: int
    type: Literal['seat_returned']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: SeatReturnedData
    proof: NotRequired[Proof]



class SeatReturnedData(TypedDict):
    "The owner plays this seat again."

    seat: int



class SeatResigned(TypedDict):
    "The owner has left this seat for good."

    seq: int
    type: Literal['seat_resigned']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: SeatResignedData
    proof: NotRequired[Proof]



class SeatResignedData(TypedDict):
    "The owner has left this seat for good."

    seat: int



class TimeGiven(TypedDict):
    "One seat gave another more time, or itself by taking some of its player's vacation."

    seq: int
    type: Literal['time_given']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: TimeGivenData
    proof: NotRequired[Proof]



class TimeGivenData(TypedDict):
    "One seat gave another more time, or itself by taking some of its player's vacation."

    seat: int
    to: int
    seconds: int



class MatchCancelled(TypedDict):
    "The match ended without a result."

    seq: int
    type: Literal['match_cancelled']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: MatchCancelledData
    proof: NotRequired[Proof]



class MatchCancelledData(TypedDict):
    "The match ended without a result."

    pass


class MatchFinished(TypedDict):
    "The match ended, with this result."

    seq: int
    type: Literal['match_finished']
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: MatchFinishedData
    proof: NotRequired[Proof]



class MatchFinishedData(TypedDict):
    "The match ended, with this result."

    winners: list[int]
    ranking: list[list[int]]
    reason: str


UnknownMove: TypeAlias = "dict[str, Any]"
"A move of a game newer than this schema: send it as `GET matches/{match}/text` lists it."


class UnknownEvent(TypedDict):
    "An event of a kind newer than this schema: ignore it."

    seq: int
    type: str
    schema: int
    at: str
    actor: int | None
    automatic: bool
    data: dict[str, Any]
    proof: NotRequired[Proof]



class UnknownView(TypedDict):
    "The table of a game newer than this schema: show `GET matches/{match}/text` instead."

    game: str


Choice: TypeAlias = "dict[str, Any]"
"Legal moves of one type: each field lists its values, any go together."

ProblemCode: TypeAlias = "Literal['malformed', 'bad_request', 'not_json', 'idempotency_key_malformed', 'not_authenticated', 'invalid_token', 'forbidden', 'insufficient_scope', 'not_found', 'schema_version_unknown', 'method_not_allowed', 'not_acceptable', 'body_too_large', 'unsupported_media_type', 'idempotency_key_required', 'throttled', 'cookies_too_large', 'server_error', 'not_ready', 'endpoint_not_found', 'delivery_not_found', 'match_not_found', 'player_not_found', 'lesson_not_found', 'game_not_found', 'device_not_found', 'circle_not_found', 'cup_not_found', 'league_not_found', 'passkey_not_found', 'app_not_found', 'grant_not_found', 'not_seated', 'address_required', 'not_creator', 'not_reliable_enough', 'not_welcome', 'was_removed', 'seat_gone', 'eyes_of_others', 'not_owner', 'account_required', 'not_organiser', 'passkey_needs_address', 'app_needs_address', 'too_many_open_matches', 'too_many_running_matches', 'endpoint_registered', 'too_many_endpoints', 'test_under_way', 'already_reported', 'seat_not_waited_for', 'time_already_given', 'seat_not_taken_over', 'already_seated', 'match_full', 'match_not_open', 'match_not_started', 'match_running', 'no_empty_seat', 'resign_instead', 'leave_instead', 'match_ended', 'match_not_ended', 'match_never_began', 'seat_free', 'seeds_already_revealed', 'seed_not_expected', 'seed_already_revealed', 'stale_version', 'question_closed', 'sealed_too_often', 'blocked_by_you', 'too_many_friends', 'too_many_circles', 'circle_full', 'owner_stays', 'too_many_cups', 'cup_not_open', 'cup_table', 'already_entered', 'cup_over', 'too_few_entrants', 'not_entered', 'passkey_registered', 'too_many_passkeys', 'too_many_apps', 'too_many_grants', 'endpoint_refused', 'push_kind_unavailable', 'push_keys_unusable', 'yourself', 'wrong_code', 'link_in_name', 'quiet_hours_empty', 'quiet_hours_too_long', 'quiet_hours_changed_too_often', 'vacation_backwards', 'vacation_too_long', 'clock_cap_too_small', 'time_to_oneself', 'too_many_bots', 'bots_not_wanted', 'one_level_for_each_seat', 'no_such_seat', 'no_such_event', 'own_seat', 'seed_mismatch', 'cannot_stand', 'idempotency_key_reused', 'not_a_member', 'no_such_size', 'round_too_long', 'passkey_refused', 'passkeys_unavailable', 'redirect_uri_refused', 'scope_unknown', 'guest_limit_reached', 'daily_limit_reached', 'too_many_streams', 'streams_full', 'match_over', 'not_your_turn', 'seats_out_of_range', 'turn_a_tile', 'turn_a_tile_or_stop', 'turn_a_round_tile_or_stop', 'turn_a_square_or_stop', 'turn_a_square', 'give_a_tile', 'cover_a_tile', 'square_not_down', 'tile_not_down', 'not_your_tile_down', 'announce_expected', 'answer_expected', 'push_expected', 'step_not_offered', 'only_four_left', 'teams_need_four_or_six', 'six_play_in_teams', 'play_expected', 'take_expected', 'take_two_expected', 'nominate_expected', 'card_not_in_hand', 'card_not_in_trick', 'pair_not_offered', 'not_of_your_team', 'already_named', 'no_name_left', 'place_expected', 'lift_expected', 'ok_or_challenge_expected', 'reward_expected', 'animal_not_in_hand', 'no_such_cup', 'announcement_missing', 'announcement_superfluous', 'no_challenge_token', 'nothing_announced', 'nothing_to_place', 'nothing_to_take', 'cups_not_touching', 'not_a_line']"
"The stable name of a problem, with its status, its cause and what to do."

FieldCode: TypeAlias = "Literal['not_an_object', 'unknown_type', 'missing_field', 'unknown_field', 'wrong_type', 'too_small', 'too_large', 'too_short', 'too_long', 'not_offered', 'malformed']"
"What is wrong with a field, and what to do."
