/** YAML, TOML, JSON: the important keys of files with a known shape; other files are not read. */
import type { CodeLanguage } from '../../language.ts'
import { type Entries, jsonEntries, tomlEntries, yamlEntries } from './entries.ts'
import { readConfig } from './read-config.ts'
import { jsonShapes, type Shape, tomlShapes, yamlShapes } from './shapes.ts'

type Config = { grammar: string; sample: string; entries: Entries; shapes: readonly Shape[]; known: RegExp; roots: string }

function config({ grammar, sample, entries, shapes, known, roots }: Config): CodeLanguage {
  return {
    kind: 'code',
    grammar,
    sample,
    comments: ['comment'],
    wrappers: [],
    decorators: [],
    receiver: { replace: {}, spaced: [], drop: [] },
    // Data files in these languages can be megabytes; a test of the text recognises them.
    isWorthReading: (text) => known.test(text),
    declare: {},
    use: {},
    declared(file) {
      const { tree } = file
      const found = roots === '' ? [0] : tree.namedChildren(0).filter((node) => tree.is(node, roots))
      for (const root of found) readConfig(file, root, entries, shapes)
    },
  }
}

export const yaml = config({
  grammar: 'yaml',
  sample: '# c\nservices:\n  a: &x\n    b: "c"\n    d: |\n      e\n    f:\n      - {f: [1, *x]}\n---\ng: !t h\n',
  entries: yamlEntries,
  shapes: yamlShapes,
  known: /^["']?(?:jobs|services|openapi|swagger|apiVersion|runs|stages|default|workflow|before_script|image|include)["']?\s*:/m,
  roots: 'document',
})

export const toml = config({
  grammar: 'toml',
  sample: '# c\n[package]\nname = "a"\n[b.c]\nd = { e = "f", g = [1, 2] }\n[[h]]\ni.j = true\n',
  entries: tomlEntries,
  shapes: tomlShapes,
  known: /^\[+\s*(?:package|workspace|project|lib|bin|tool\.poetry)\b/m,
  roots: '',
})

export const json = config({
  grammar: 'json',
  sample: '{"scripts": {"a": "b"}, "c": [1, null, true],\n"d": -1.5e3}\n',
  entries: jsonEntries,
  shapes: jsonShapes,
  known: /"(?:scripts|tasks|dependencies|devDependencies|peerDependencies|require|openapi|swagger|definitions|\$defs)"\s*:/,
  roots: 'object',
})
