from .base import Entry
from .card import Card

__all__ = ["Entry", "Card"]
