/** Haskell, rule by rule, on repos of a few lines. */
import { expect, it } from 'vitest'
import { linked } from '../../../test/kit/linked-name.ts'

it('[RE94] a module may be literate, or preprocessed', async () => {
  const files = {
    'src/Shop/Cart.lhs': 'A cart.\n\n> module Shop.Cart where\n> total :: Int -> Int\n> total x = x\n',
    'src/Shop/Raw.hsc': 'module Shop.Raw where\nopen :: Int -> Int\nopen x = x\n',
    'app/Main.hs': 'module Main where\nimport Shop.Cart\nimport Shop.Raw (open)\nmain = print (total (open 1))\n',
  }
  expect(await linked(files, 'app/Main.hs', 'total', 'calls')).toBe('src/Shop/Cart.lhs#total')
  expect(await linked(files, 'app/Main.hs', 'open', 'calls')).toBe('src/Shop/Raw.hsc#open')
})
