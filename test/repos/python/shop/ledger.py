"""Books, and the functions that write them."""
from __future__ import annotations

import json
import os.path
from typing import Optional

from .clock import now
from .pay.base import Entry


def post(entry: Entry) -> Ledger:
    return Ledger().add(entry)


class Ledger:
    limit = 10

    def __init__(self, store: Optional[Store] = None):
        self.store = store or Store()
        self.entries = []

    def add(self, entry: Entry) -> Ledger:
        entry.check()
        self.store.save(entry)
        self.entries.append(json.dumps(entry))
        return self

    def last(self):
        print(len(self.entries), self.limit, now())
        return os.path.join("a", self.missing())

    @classmethod
    def open(cls) -> Ledger:
        return cls()


class Store:
    def save(self, entry):
        def write(line):
            return post(line)

        write(entry)
        entry.unknown()
