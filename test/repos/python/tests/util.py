from shop.pay.card import Card


def make_card() -> Card:
    return Card()
