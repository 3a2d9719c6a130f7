/** Definitions nested ten thousand deep: a lookup of enclosing symbols must not go all the way up. */
import { afterAll, describe, expect, it } from 'vitest'
import { createParser } from './create-parser.ts'
import { extractedLanguages } from './language-table.ts'

const parser = createParser()
afterAll(() => parser.close())

const DEEP = 10_000

/** The text that opens and closes a definition. */
const nested: readonly (readonly [language: string, open: string, close: string, first?: string])[] = [
  ['javascript', 'function f() {', '}'],
  ['javascript', 'this.a = () => {', '}', 'function F() {'],
  ['typescript', 'namespace A {', '}'],
  ['python', 'class A: x = (lambda:', ')'],
  ['go', 'struct { a', '}', 'package a\ntype T'],
  ['java', 'class A { void f() {', '} }'],
  ['rust', 'mod a {', '}'],
  ['rust', 'fn f() {', '}'],
  ['c', 'struct a {', '} b;'],
  ['cpp', 'namespace a {', '}'],
  ['csharp', 'namespace A {', '}'],
  ['csharp', 'class A {', '}'],
  ['ruby', 'module A', 'end'],
  ['ruby', 'def a\nfoo do |x|', 'end\nend'],
  ['php', 'function g() {', '}', '<?php'],
  ['kotlin', 'fun f() {', '}'],
  ['swift', 'func f() {', '}'],
  ['scala', 'def f = {', '}'],
  ['vue', 'function f() {', '}', '<script>'],
  ['bash', 'f() {', '}'],
  ['lua', 'function f()', 'end'],
  ['elixir', 'defmodule A do', 'end'],
  ['zig', 'const A = struct {', '};'],
  ['dart', 'void f() {', '}'],
  ['perl', 'sub f {', '}'],
  ['ocaml', 'module A = struct', 'end'],
  ['protobuf', 'message A {', '}'],
]

describe('definitions nested ten thousand deep', () => {
  for (const [language, open, close, first = ''] of nested) {
    it(`[PA4] ${language}: ${open.replace('\n', ' ')}`, { timeout: 60_000 }, async () => {
      expect(extractedLanguages).toContain(language)
      const text = `${first}\n${`${open}\n`.repeat(DEEP)}${`${close}\n`.repeat(DEEP)}`
      expect((await parser.parse(text, language)).state).toMatch(/^(?:indexed|partial|text-only)$/)
    })
  }
})
