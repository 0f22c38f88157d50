"""Two people in terminals, two in browsers and a bot play one match."""

import threading
from pathlib import Path

from playwright.sync_api import Browser

from perudo.records.replay import read_record, replayed
from perudo.terminal.app import PerudoApp
from perudo.terminal.joining import sit_down
from perudo.terminal.kept_seats import KeptSeats
from perudo.terminal.live_game import LiveGame
from perudo.terminal.sight import Offer
from perudo.terminal.table_screen import TableScreen
from testkit.serving import Guest, Serving
from testkit.terminal import rows, table_screen, until
from testkit.threads import run_apart
from testkit.web.people import Person, play_to_the_end

PATIENCE = 90.0
PRESSED = frozenset({Offer.TURN, Offer.GO_ON})
CHECKED = "Every die that was revealed"
"""What a client says that has thrown all dice again, and compared with what it was shown."""


class TerminalPlayer(threading.Thread):
    """Joins a table as ``perudo join`` does and plays by keys until the match is over."""

    def __init__(self, url: str, code: str, name: str, folder: Path) -> None:
        super().__init__(daemon=True)
        self._where = (url, code, name, folder)
        self.seated, self.screen = threading.Event(), list[str]()
        self.problem: BaseException | None = None

    def run(self) -> None:
        try:
            run_apart(self._play())
        except BaseException as problem:
            self.problem = problem

    async def _play(self) -> None:
        url, code, name, folder = self._where
        async with await sit_down(url, code, name, name, "en", KeptSeats(folder)) as table:
            game = LiveGame(table, "en")
            app = PerudoApp(TableScreen(game, 0.0))
            async with app.run_test(size=(80, 24)) as pilot:
                self.seated.set()

                def due() -> bool:
                    offers = table_screen(pilot).sight.offers
                    return game.shown.winner is not None or bool(offers & PRESSED)

                while True:
                    await until(pilot, due, PATIENCE)
                    if game.shown.winner is not None:
                        break
                    sight = table_screen(pilot).sight
                    assert sight.view is not None
                    doubts = Offer.TURN in sight.offers and sight.view.legal.dudo
                    await pilot.press("d" if doubts else "enter")
                news = table_screen(pilot).news
                await until(pilot, lambda: any(CHECKED in line for line in news), PATIENCE)
                await pilot.pause()
                self.screen = rows(pilot)


def test_terminals_browsers_and_a_bot_play_a_match(
    serving: Serving, browser: Browser, tmp_path: Path
) -> None:
    host = Guest(serving.url)
    settings = {"edition": "asmodee-2009", "dice": 1, "pace_ms": 0, "pause_ms": 60_000}
    opened = host.open(name="Bea", seats=5, **settings)
    table, code = opened["table"], opened["code"]
    bea = Person(browser, serving.url, token=host.token).go_to(f"/t/{code}")
    carl = Person(browser, serving.url).go_to(f"/t/{code}")
    carl.sit_down("Carl")
    players = []
    for name in ("Ann", "Tom"):
        player = TerminalPlayer(serving.url, code, name, tmp_path / name)
        player.start()
        assert player.seated.wait(PATIENCE), player.problem
        players.append(player)
    host.ask(table, "start", fill="easy")
    people = [bea, carl]
    for person in people:
        person.page.wait_for_selector("#picker, #next, .after, .waiting, .hand .hint")
    play_to_the_end(people)
    for player in players:
        player.join(PATIENCE)
        assert player.problem is None, player.problem
        assert any("the match!" in row for row in player.screen), "\n".join(player.screen)
    record = read_record(host.client.get(f"/api/tables/{table}/record").content)
    match, _ = replayed(record)
    assert match.winner is not None
    assert set(record.names) >= {"Ann", "Tom", "Bea", "Carl"}
    assert len(record.names) == 5
    for person in people:
        person.close()
    host.close()
