/** Which of several methods a call refers to by its labels, and which type an extension extends. */
import { describe, expect, it } from 'vitest'
import { linkRepo } from '../../../test/kit/linked-repo.ts'
import { symbolKey } from '../../contract/identity.ts'

/** `receiver.name` of each use of a file → `path:line` of its target, or the reason why there is none. */
async function linksOf(files: Record<string, string>, file: string, kind: string): Promise<string[]> {
  const repo = await linkRepo(files)
  return (repo.facts.get(file)?.uses() ?? []).flatMap((use, at) => {
    const outcome = repo.links.get(file)?.uses[at]
    if (use.use !== kind || !outcome) return []
    const where =
      outcome.to === 'symbol' ? lineOf(outcome.target.path, outcome.target.key) : outcome.to === 'nothing' ? outcome.reason : ''
    return [`${use.line} ${use.name} ${where}`]
  })
  function lineOf(path: string, key: string): string {
    const symbols = repo.facts.get(path)?.outline().symbols ?? []
    return `${path}:${symbols.find((one) => symbolKey(one.qualified_name, one.tag) === key)?.name_line}`
  }
}

describe('labels', () => {
  const store = `class Store {
  func load(from url: String) {}
  func load(from url: String, then done: (Int) -> Void) {}
  func load(_ ids: Int..., limit: Int = 3) {}
  func save(_ value: Int, to place: String = "a", quietly: Bool = false, done: (() -> Void)? = nil) {}
  init(name: String) {}
  init?(copy: Store) {}
}
`
  const calls = (...lines: string[]) => ({
    'Store.swift': store,
    'Use.swift': `func run(store: Store) {\n${lines.join('\n')}\n}\n`,
  })

  it('[RE91] a call means the overload that accepts its labels', async () => {
    const files = calls(
      'store.load(from: "a")',
      'store.load(from: "a") { _ in }',
      'store.load(from: "a", then: { _ in })',
      'store.load(1, 2, 3, limit: 2)',
      'store.load()',
      'store.save(1, quietly: true)',
      'store.save(1) {}',
      'Store.init(copy: store)',
      'Store.init(name: "a")',
    )
    expect(await linksOf(files, 'Use.swift', 'calls')).toEqual([
      '2 load Store.swift:2',
      '3 load Store.swift:3',
      '4 load Store.swift:3',
      '5 load Store.swift:4',
      '6 load Store.swift:4',
      '7 save Store.swift:5',
      '8 save Store.swift:5',
      '9 init Store.swift:7',
      '10 init Store.swift:6',
    ])
  })

  it('[RE91] a call that fits none is not linked', async () => {
    const files = calls('store.save(1, loudly: true)', 'store.save(1, quietly: true, to: "b")', 'store.load(by: 1)')
    expect(await linksOf(files, 'Use.swift', 'calls')).toEqual([
      '2 save receiver-unknown',
      '3 save receiver-unknown',
      '4 load ambiguous',
    ])
  })
})

describe('extensions', () => {
  const package_ = 'let package = Package(targets: [.target(name: "A"), .target(name: "B"), .testTarget(name: "BTests")])\n'

  it('[RE92] adds to the type its module means by the name', async () => {
    const files = {
      'Package.swift': package_,
      'Sources/A/Item.swift': 'public struct Item { public var a = 1 }\n',
      'Sources/A/Item+More.swift': 'extension Item { var fromA: Int { a } }\n',
      'Sources/B/Item.swift': 'struct Item { var b = 1 }\n',
      'Sources/B/Use.swift':
        'import A\nextension Item { var fromB: Int { b } }\nfunc f(item: Item) { item.fromA; item.fromB; item.a }\n',
    }
    expect(await linksOf(files, 'Sources/A/Item+More.swift', 'reads')).toEqual(['1 a Sources/A/Item.swift:1'])
    expect(await linksOf(files, 'Sources/B/Use.swift', 'reads')).toEqual([
      '2 b Sources/B/Item.swift:1',
      '3 fromA not-found',
      '3 fromB Sources/B/Use.swift:2',
      '3 a not-found',
    ])
  })

  it('[RE92] a call on a type outside the repo is not linked to an extension method', async () => {
    const files = {
      'View.swift': `import UIKit
extension UIView {
  var spacing: Int { 1 }
  func addSubview(_ views: UIView...) { for view in views { addSubview(view) } }
  func gap() -> Int { spacing + self.spacing }
}
`,
    }
    expect(await linksOf(files, 'View.swift', 'calls')).toEqual(['4 addSubview not-found'])
    expect(await linksOf(files, 'View.swift', 'reads')).toEqual(['5 spacing View.swift:3', '5 spacing View.swift:3'])
  })

  it('[RE92] the name of a type parameter is not the type of the same name', async () => {
    const files = {
      'State.swift': 'struct State { func go() {} }\n',
      'Store.swift': 'class Store<State> { var state: State }\nextension Store { func f(_ s: State) { s.go(); state.go() } }\n',
    }
    expect(await linksOf(files, 'Store.swift', 'calls')).toEqual(['2 go receiver-unknown', '2 go receiver-unknown'])
    expect(await linksOf(files, 'Store.swift', 'uses_type')).toEqual(['2 Store Store.swift:1', '2 State local'])
  })
})
