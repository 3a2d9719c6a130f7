-- | Money and what costs some.
module Shop.Money
  ( Money (..)
  , Priced (..)
  , plus
  , (<+>)
  , Hidden
  ) where

import Data.List (sortBy)

-- | An amount.
data Money = Money { cents :: Int, currency :: Currency }
  deriving (Show, Eq)

data Currency = Euro | Dollar

data Hidden = Hidden

class Priced a where
  price :: a -> Money
  price _ = zero
  name :: a -> String

zero :: Money
zero = Money 0 Euro

-- | Both together.
plus :: Money -> Money -> Money
plus (Money 0 _) other = other
plus one other
  | cents one > 0 = one { cents = sum' }
  | otherwise = other
  where
    sum' = cents one + cents other

infixl 6 <+>
(<+>) :: Money -> Money -> Money
a <+> b = plus a b

instance Priced Money where
  price = id
  name money = show (cents money)
