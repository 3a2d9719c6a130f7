/** Lua, as tables. A module is a table that its file returns; fields of a table are named through it (`M.add`). */
import type { CodeLanguage } from '../../language.ts'
import { declareAssignment, declareField, defineFunction } from './declare-definitions.ts'
import { completeFile, declareCall } from './declare-modules.ts'
import { declareLoop, declareParameters } from './declare-names.ts'
import { isInTest } from './file-state.ts'
import { skipNames, useFunctionName, useIndex, useMethod } from './uses.ts'

const sample = `--- Module
local M, x <const> = {}, require("a.b").c
---@param a number
function M.add(a, ...) return a + 1, {...} end
function M.K:m(b) self.x = b; return self:n(b):o { k = 1, ["l"] = 2; 3 } end
local function f() for i, v in ipairs(M) do print(i, v[1].y) end end
for i = 1, 10, 2 do if x ~= nil then goto done elseif not x then break else f "s" end end
repeat local y = #M .. [[long]] until y == 1
while true do M.a.b = function() end end
::done::
return M
`

export const lua: CodeLanguage = {
  kind: 'code',
  grammar: 'lua',
  sample,
  comments: ['comment'],
  wrappers: [],
  decorators: [],
  receiver: {
    replace: {
      arguments: '()',
      string: '""',
      table_constructor: '{}',
      function_definition: '…',
      binary_expression: '…',
      unary_expression: '…',
      method_index_expression: '…',
    },
    spaced: [],
    drop: ['(', ')'],
  },
  declare: {
    function_declaration: defineFunction,
    function_definition: { scope: 'function' },
    assignment_statement: declareAssignment,
    field: declareField,
    function_call: declareCall,
    parameters: declareParameters,
    block: { scope: 'block' },
    for_statement: { scope: 'block' },
    for_generic_clause: declareLoop,
    for_numeric_clause: declareLoop,
    variable_declaration: declareLoop,
  },
  use: {
    identifier: { name: 'reads' },
    function_call: { call: 'name' },
    dot_index_expression: useIndex,
    method_index_expression: useMethod,
    bracket_index_expression: { pass: 'table' },
    parenthesized_expression: { pass: '*' },
    function_declaration: useFunctionName,
    variable_list: { intend: { name: 'writes' } },
    field: skipNames,
    attribute: { skip: true },
    goto_statement: { skip: true },
    label_statement: { skip: true },
  },
  defined(symbol, node, file) {
    if (isInTest(node, file)) symbol.test = true
  },
  declared: completeFile,
}
