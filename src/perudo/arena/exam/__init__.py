"""The exam of a bot: contests, a local best response, exact exploitability, its own forecasts."""
