/** Lua, rule by rule, on repos of a few lines. */
import { expect, it } from 'vitest'
import { linked } from '../../../test/kit/linked-name.ts'

const util = 'local M = {}\nfunction M.add(a) return M.twice(a) end\nM.twice = function(a) return a end\nreturn M\n'

it('[RE73] `require` leads to the table a file returns', async () => {
  const files = {
    'src/shop/util.lua': util,
    'src/shop/init.lua': 'return { add = require("shop.util").add, name = function() end }\n',
    'src/a.lua': 'local util = require("shop.util")\nutil.add(1)\nutil.none()\n',
    'src/b.lua': 'local add = require "shop.util".add\nadd(1)\n',
    'src/e.lua': 'require("shop.util").twice(1)\n',
    'src/c.lua': 'local shop = require("shop")\nshop.name()\n',
    'src/d.lua':
      'local cjson = require("cjson.safe")\ncjson.decode()\nlocal x = require("shop.none")\nx.go()\nadd(1)\nmath.floor(1)\n',
  }
  expect(await linked(files, 'src/a.lua', 'add')).toBe('src/shop/util.lua#M.add')
  expect(await linked(files, 'src/a.lua', 'util')).toBe('src/shop/util.lua#')
  expect(await linked(files, 'src/a.lua', 'none')).toBe('receiver-unknown')
  expect(await linked(files, 'src/b.lua', 'add')).toBe('src/shop/util.lua#M.add')
  expect(await linked(files, 'src/e.lua', 'twice', 'calls')).toBe('src/shop/util.lua#M.twice')
  expect(await linked(files, 'src/c.lua', 'name')).toBe('src/shop/init.lua#name')
  expect(await linked(files, 'src/d.lua', 'decode')).toBe('pkg:luarocks/cjson#decode')
  expect(await linked(files, 'src/d.lua', 'go')).toBe('module-not-found')
  expect(await linked(files, 'src/d.lua', 'add')).toBe('not-found')
  expect(await linked(files, 'src/d.lua', 'floor')).toBe('builtin')
})

it('[RE73] fields of a table are reached through it, and by `self` in its methods', async () => {
  const files = {
    'a.lua':
      'local K = {}\nfunction K.new() return setmetatable({}, K) end\nfunction K:total() return self:round(self.sum) end\nfunction K:round(n) return n end\nlocal x = f({ round = function(self) return self:deep() end, deep = function() end })\nround()\nx:round()\n',
  }
  expect(await linked(files, 'a.lua', 'K')).toBe('a.lua#K (variable)')
  expect(await linked({ 'a.lua': (files['a.lua'] ?? '').replace(/round\(\)\nx:round\(\)\n/, '') }, 'a.lua', 'round')).toBe(
    'a.lua#K.round',
  )
  expect(await linked(files, 'a.lua', 'round')).toBe('receiver-unknown')
  expect(await linked(files, 'a.lua', 'deep')).toBe('receiver-unknown')
})
