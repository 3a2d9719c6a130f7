from .base import Entry
from .. import clock
from ..missing import gone
from ..ledger import post, missing_name


class Card(Entry):
    def validate(self):
        super().check()
        clock.post(self)
        post(self)
        gone()
        missing_name()

    @property
    def number(self) -> str:
        return self._number

    @number.setter
    def number(self, value):
        self._number = value


def show(card: "Card", other, either: Card | Entry):
    print(card.number.upper(), card.check())
    other.check()
    either.check()


def shadow(post):
    post(1)
    return [post for post in range(3)]
