"""Time. Imports the ledger, which imports the clock: a circle."""
import datetime as dt
import shop.ledger

_started = dt.datetime.now()


def now():
    return shop.ledger.Ledger.open().last()


def post(entry):
    """Not the ledger's."""
    return now()
