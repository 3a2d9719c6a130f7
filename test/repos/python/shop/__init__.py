"""A shop. Names are handed on from its modules."""
from .ledger import Ledger, post as record
from .pay import *
from . import clock
