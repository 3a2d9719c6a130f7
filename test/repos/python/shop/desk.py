"""Bodies of classes as scopes, properties of a base that take a value, classes kept as values."""
from .ledger import Ledger, Store

limit = 3


class Base:
    ledger_class = Ledger
    store_class: type[Store] = Store

    @property
    def handle(self):
        return self._handle

    @handle.setter
    def handle(self, value):
        self._handle = value

    def setup(self):
        self.ledger = self.ledger_class()


class Desk(Base):
    SIZES = ("s", "m")
    default = SIZES[0]
    limit = limit
    spare = unheard_of
    keep = Ledger.limit

    def __init__(self, size=SIZES, most=limit):
        self.handle = size
        self.spot = most or limit

    def wide(
        self,
        sizes=SIZES,
        most=spare,
    ):
        return sizes

    def use(self):
        self.ledger.add(self.handle)
        self.store_class().save(self.spot)
        made = self.ledger_class
        return made().last(), limit
