/** Elixir, rule by rule, on repos of a few lines. */
import { describe, expect, it } from 'vitest'
import { linked } from '../../../test/kit/linked-name.ts'

const accounts = `defmodule Shop.Accounts do
  @limit 3
  def get(id), do: get(id, [])
  def get(id, opts), do: {id, opts, @limit}
  def open(name, mode \\\\ :read), do: {name, mode}
  defp limit, do: 1
  def all, do: limit()
end
`

describe('modules', () => {
  it('[RE70] are found by their whole name, an alias, or a group of aliases', async () => {
    const files = {
      'lib/a.ex': accounts,
      'lib/b.ex': 'defmodule B do\n  def f, do: Shop.Accounts.all()\nend\n',
      'lib/c.ex': 'defmodule C do\n  alias Shop.{Accounts, Other}\n  def f, do: Accounts.all()\nend\n',
      'lib/d.ex': 'defmodule D do\n  alias Shop.Accounts, as: A\n  def f, do: A.all()\nend\n',
      'lib/e.ex': 'defmodule E do\n  alias Shop\n  def f, do: Shop.Accounts.all()\nend\n',
    }
    for (const file of ['lib/b.ex', 'lib/c.ex', 'lib/d.ex', 'lib/e.ex'])
      expect(await linked(files, file, 'all')).toBe('lib/a.ex#Shop.Accounts.all')
    expect(await linked(files, 'lib/c.ex', 'Accounts')).toBe('lib/a.ex#Shop.Accounts')
  })

  it('[RE70] of the language are builtin, of others a package; two of one name are ambiguous', async () => {
    const files = {
      'a.ex': 'defmodule A do\n  def f, do: Enum.map([], &Plug.Conn.halt/1)\n  def g, do: Twice.f()\nend\n',
      'b.ex': 'defmodule Twice do\n  def f, do: 1\nend\n',
      'c.ex': 'defmodule Twice do\n  def f, do: 2\nend\n',
    }
    expect(await linked(files, 'a.ex', 'map')).toBe('builtin')
    expect(await linked(files, 'a.ex', 'halt')).toBe('pkg:hex/plug#Plug.Conn.halt')
    expect(await linked(files, 'a.ex', 'f')).toBe('receiver-unknown')
  })

  it('[RE70] inside a module are known to it by their last name', async () => {
    const files = { 'a.ex': 'defmodule A do\n  defmodule In do\n    def f, do: 1\n  end\n  def g, do: In.f()\nend\n' }
    expect(await linked(files, 'a.ex', 'f')).toBe('a.ex#A.In.f')
  })
})

describe('functions', () => {
  it('[RE71] are distinguished by arity, defaults, pipes and captures included', async () => {
    const call = (text: string) => ({
      'a.ex': accounts,
      'b.ex': `defmodule B do\n  alias Shop.Accounts\n  def f(x), do: ${text}\nend\n`,
    })
    expect(await linked(call('Accounts.get(x)'), 'b.ex', 'get')).toBe('a.ex#Shop.Accounts.get')
    expect(await linked(call('x |> Accounts.get([])'), 'b.ex', 'get')).toBe('a.ex#Shop.Accounts.get#2')
    expect(await linked(call('&Accounts.get/2'), 'b.ex', 'get')).toBe('a.ex#Shop.Accounts.get#2')
    expect(await linked(call('Accounts.open(x)'), 'b.ex', 'open')).toBe('a.ex#Shop.Accounts.open')
    expect(await linked(call('Accounts.open(1, 2, 3)'), 'b.ex', 'open')).toBe('not-found')
    expect(await linked(call('Accounts.limit()'), 'b.ex', 'limit')).toBe('not-found')
  })

  it('[RE71] and the attribute of the same name are two things', async () => {
    const { 'a.ex': text } = { 'a.ex': accounts }
    expect(await linked({ 'a.ex': text }, 'a.ex', 'limit')).toBe('a.ex#Shop.Accounts.limit')
    expect(await linked({ 'a.ex': text }, 'a.ex', 'limit', 'reads')).toBe('a.ex#Shop.Accounts.limit (constant)')
  })

  it('[RE71] come in with `import`, in the module that imports', async () => {
    const files = {
      'a.ex': accounts,
      'b.ex': 'defmodule B do\n  import Shop.Accounts\n  def f, do: all()\nend\ndefmodule C do\n  def f, do: open(1)\nend\n',
      'c.ex': 'defmodule D do\n  import Shop.Accounts, only: [all: 0]\n  def f, do: all()\nend\n',
    }
    expect(await linked(files, 'b.ex', 'all')).toBe('a.ex#Shop.Accounts.all')
    expect(await linked(files, 'b.ex', 'open')).toBe('not-found')
    expect(await linked(files, 'c.ex', 'all')).toBe('a.ex#Shop.Accounts.all')
  })
})
