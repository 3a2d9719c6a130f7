module Main where

import Shop hiding (total)
import qualified Shop as S
import Shop.Money (Hidden, plus)
import Lost.Module (gone)

main :: IO ()
main = do
  let book = Book "a" (plus one two)
  print (S.total [book])
  print (name book)
  gone (price book <+> total)
  where
    one = Money 1 undefined
    two = Dollar
