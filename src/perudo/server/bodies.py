"""Bodies of requests and answers. Requests that are too long or have unknown fields are refused."""

from dataclasses import fields
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from perudo.bots.roster import DEFAULT_LEVEL
from perudo.table.live.settings import Settings

Key = Annotated[
    str,
    Field(
        pattern=r"^[0-9A-Za-z_.:-]{1,64}$",
        description="Names this request: sent again with the same key it is done once, "
        "and answered the same.",
    ),
]
SeatNumber = Annotated[int, Field(ge=0, le=5, strict=True)]
Small = Annotated[int, Field(ge=-10_000, le=10_000, strict=True)]
Number = Annotated[int, Field(ge=0, le=2**53, strict=True)]
Name = Annotated[str, Field(max_length=200)]


_DEFAULTS = Settings()
"""The settings of a table for which nothing else is asked."""


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    key: Key | None = None


class OpenBody(Body):
    """A table to open. You become its host, and sit down if you give a name."""

    edition: Name = _DEFAULTS.edition
    options: Annotated[list[Name], Field(max_length=10)] = list(_DEFAULTS.options)
    house: Annotated[dict[Name, Name], Field(max_length=20)] = dict(_DEFAULTS.house)
    seats: Small = _DEFAULTS.seats
    dice: Small = _DEFAULTS.dice
    turn_seconds: Number | None = Field(
        _DEFAULTS.turn_seconds, description="A turn's time; null: no limit."
    )
    misses: Small = _DEFAULTS.misses
    standin: Name = _DEFAULTS.standin
    hearing_ms: Number = _DEFAULTS.hearing_ms
    pace_ms: Number = _DEFAULTS.pace_ms
    pause_ms: Number = _DEFAULTS.pause_ms
    listed: StrictBool = Field(
        _DEFAULTS.listed, description="Whether strangers find the table in the list."
    )
    coach: StrictBool = Field(
        _DEFAULTS.coach,
        description="Whether who is in turn may ask for a hint; not at a table with a clock.",
    )
    name: Name | None = Field(None, description="The host's name; null: the host watches.")
    colour: Name = Field("", description="Of the host's cup; empty: any that is free.")
    pledge: Name = Field("", description="The host's share in the dice: docs/fair-dice.md.")

    def settings(self) -> Settings:
        # Tables of the open lobby are opened by the lobby alone.
        names = [field.name for field in fields(Settings) if field.name != "lobby"]
        given = {name: getattr(self, name) for name in names}
        return Settings(
            **{**given, "options": tuple(self.options), "house": tuple(self.house.items())}
        )


class SitBody(Body):
    name: Name
    seat: SeatNumber | None = Field(None, description="Null: the first free chair.")
    colour: Name = Field("", description="Of your cup; empty: any that is free.")
    pledge: Name = Field("", description="Your share in the dice: docs/fair-dice.md.")


class LobbyBody(Body):
    """To be seated with whoever is here."""

    name: Name = Field(description="If somebody there has it, a number is added.")
    colour: Name = Field("", description="Of your cup; if it is taken, any that is free.")
    pledge: Name = Field("", description="Your share in the dice: docs/fair-dice.md.")
    bots: StrictBool = Field(
        False, description="Whether bots may take the chairs that stay empty: if all wish so."
    )


class WishBody(Body):
    bots: StrictBool


class SeatBody(Body):
    seat: SeatNumber


class BotBody(Body):
    level: Name = DEFAULT_LEVEL
    seat: SeatNumber | None = None


class StartBody(Body):
    toucan: SeatNumber | None = Field(None, description="Who last saw a toucan (I1).")
    fill: Name | None = Field(None, description="The level of bots for the empty chairs.")
    company: Annotated[list[Name], Field(max_length=6)] = Field(
        [], description="The bots for the empty chairs, clockwise: characters or levels."
    )


BidPair = Annotated[
    tuple[Small, Small], Field(description="Quantity and face; a Paco is the face 1.")
]


class ActBody(Body):
    """Either a bid or a call. A calza names the bid that it answers in ``answers``."""

    bid: BidPair | None = None
    call: Literal["dudo", "calza"] | None = None
    answers: BidPair | None = None
    version: Number = Field(description="The version of the table that you have seen.")


class NameBody(Body):
    name: Name


class PledgeBody(Body):
    pledge: Name = Field(description="64 hex digits: what your next link hashes to.")


class LinkBody(Body):
    round: Number
    link: Name = Field(description="64 hex digits: the preimage of your pledge.")


class SayBody(Body):
    text: Annotated[str, Field(max_length=2_000)]


class RemarkBody(Body):
    name: Name = Field(description="By which the other onlookers know you.")
    text: Annotated[str, Field(max_length=2_000)]


class ReactBody(Body):
    reaction: Name


class MuteBody(Body):
    seat: SeatNumber
    muted: StrictBool = True


class EndpointBody(Body):
    endpoint: Annotated[str, Field(max_length=2_000)]
    table: Name = Field("", description="The table whose seat this device opened by a link.")


class SubscriptionBody(EndpointBody):
    """A browser's subscription: where its push service takes messages, and the keys for them."""

    p256dh: Name
    auth: Name


class PushKeyAnswer(BaseModel):
    key: str


class DoneAnswer(BaseModel):
    done: bool


class GuestAnswer(BaseModel):
    token: str


class OpenAnswer(BaseModel):
    """``link`` is for friends; ``personal_link`` opens your own seat on another device."""

    table: str
    code: str
    link: str
    token: str
    personal_link: str
    seat: int | None
    version: int


class Answer(BaseModel):
    """The events that your request caused, as your seat may know them."""

    version: int
    at: int
    events: list[dict[str, object]]


class RefusalFacts(BaseModel):
    model_config = ConfigDict(extra="allow")

    reason: str
    clause: str = Field(description="The rule behind it: docs/rules.md and docs/live-tables.md.")
    text: str = Field(description="In the language of the request.")


class RefusalAnswer(BaseModel):
    refusal: RefusalFacts
    version: int | None = Field(description="The current version of the table, if there is one.")


class TableAnswer(BaseModel):
    """The table as you may see it."""

    model_config = ConfigDict(extra="allow")

    table: str
    code: str
    version: int
    seat: int | None


class OddsFacts(BaseModel):
    bid: BidPair
    holds: float = Field(description="The chance that there are at least as many.")
    exact: float = Field(description="The chance that there are exactly as many.")


class HintAnswer(BaseModel):
    """What the coach knows about your turn; chances are from 0 to 1."""

    version: int
    odds: OddsFacts | None = Field(description="Of the standing bid, by your own dice.")
    read: OddsFacts | None = Field(description="The same with what the bids tell.")
    best: dict[str, object] = Field(description="What the coach would do: a `bid` or a `call`.")
    wins: float = Field(description="The chance to win the match after that.")
    odds_lines: list[str] = Field(description="The odds in words.")
    lines: list[str] = Field(description="The hint in words.")


class PracticeBody(Body):
    """Either a bid or a call, or neither to let a calza pass that is offered out of turn."""

    position: Name
    bid: BidPair | None = None
    call: Literal["dudo", "calza"] | None = None


class OutlookFacts(BaseModel):
    text: str
    percent: int
    chance: str = Field(description="To win after it, in words.")
    favourite: bool = Field(description="Whether the champion would choose it.")
    played: bool = Field(description="Whether it is your answer.")


class PracticeAnswer(BaseModel):
    verdict: Literal["good", "inaccuracy", "mistake", "blunder"]
    lost: float = Field(description="The winning chance that it gives away, from 0 to 1.")
    best: dict[str, object]
    wins: float
    title: str
    lines: list[str]
    outlooks: list[OutlookFacts]


class ListedTable(BaseModel):
    model_config = ConfigDict(extra="allow")

    table: str
    code: str


class OwnMatchBody(BaseModel):
    model_config = ConfigDict(extra="allow")

    table: str
    code: str
    number: int
    state: Literal["waiting", "on", "over"]
    won: bool


class MatchesAnswer(BaseModel):
    matches: list[OwnMatchBody]


class ListAnswer(BaseModel):
    tables: list[ListedTable]
