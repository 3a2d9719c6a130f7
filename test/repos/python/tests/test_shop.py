import unittest
import requests
from lib import helper
from shop import Card, Ledger, clock, record
from shop.pay import card as cards
from util import make_card


class ShopTest(unittest.TestCase):
    def test_all(self):
        ledger = Ledger()
        ledger.add(make_card()).add(Card())
        record(make_card())
        cards.show(make_card(), None, None)
        self.assertEqual(clock.now(), requests.get("x").json())
        self.own()
        helper()

    def own(self):
        card = make_card()
        card.validate()
        card = Ledger()
        card.check()
