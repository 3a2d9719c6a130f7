/** Promises AR1–AR8 of docs/spec/arguments.md. */
import { describe, expect, it } from 'vitest'
import { checkArguments } from './check-arguments.ts'
import { argumentsSchema } from './json-schema.ts'
import { languageIds, languageSynonyms } from './languages.ts'
import { nearestName } from './nearest-name.ts'
import { CairnProblem } from './problems.ts'
import type { ArgumentSpecs } from './tool.ts'

const specs = {
  symbol: { type: 'string', describe: 'Name or anchor.', required: true },
  direction: { type: 'string', describe: 'Way.', default: 'upstream', values: ['upstream', 'downstream'], ignoreCase: true },
  level: { type: 'string', describe: 'Level.', default: 'file', values: ['symbol', 'file'] },
  repo: { type: 'string', describe: 'Repo.' },
  limit: { type: 'integer', describe: '1 to 50.', default: 5, min: 1, max: 50 },
  preview: { type: 'boolean', describe: 'Cut.', default: false },
  tier: { type: 'strings', describe: 'Tiers.', default: ['proven', 'resolved'], values: ['proven', 'resolved', 'possible'] },
  path: { type: 'strings', describe: 'Globs.' },
} as const satisfies ArgumentSpecs

const refusal = (raw: unknown): string => {
  try {
    checkArguments(specs, raw, { tool: 'lineage' })
  } catch (problem) {
    if (problem instanceof CairnProblem && problem.code === 'BAD_ARGUMENT') return problem.message
    throw problem
  }
  return 'accepted'
}
const checked = (raw: Record<string, unknown>) => checkArguments(specs, { symbol: 'x', ...raw })

describe('checking arguments', () => {
  it('[AR1] a missing argument gets its default, or null', () => {
    const bare = {
      symbol: 'x',
      direction: 'upstream',
      level: 'file',
      repo: null,
      limit: 5,
      preview: false,
      tier: ['proven', 'resolved'],
      path: null,
    }
    expect(checkArguments(specs, { symbol: 'x' })).toEqual(bare)
    expect(checkArguments(specs, { symbol: 'x', limit: null, repo: undefined, tier: [] })).toEqual(bare)
  })
  it('[AR2] a required argument that is missing or blank is named with its description', () => {
    expect(refusal({})).toBe('lineage needs "symbol": Name or anchor.')
    expect(refusal(undefined)).toBe('lineage needs "symbol": Name or anchor.')
    expect(refusal({ symbol: '  ' })).toBe('"symbol" must not be empty: Name or anchor.')
  })
  it('[AR12] a text or a list that is too long is refused with the limit', () => {
    expect(checked({ repo: 'x'.repeat(16_384) }).repo).toHaveLength(16_384)
    expect(refusal({ symbol: 'x'.repeat(16_385) })).toBe('"symbol" must have at most 16384 characters; it has 16385.')
    expect(checked({ path: Array.from({ length: 1000 }, (_, at) => `folder-${at}`) }).path).toHaveLength(1000)
    expect(refusal({ symbol: 'x', path: Array.from({ length: 20_000 }, () => '') })).toContain('"path" must have at most 16384')
    expect(refusal({ symbol: 'x', path: 'x'.repeat(20_000) })).toContain('"path" must have at most 16384')
    expect(refusal({ symbol: 'x', ['x'.repeat(20_000)]: 1 }).length).toBeLessThan(300)
  })
  it('[AR3] an unknown argument is refused, with the nearest name and all that are allowed', () => {
    expect(refusal({ simbol: 'x' })).toBe(
      'lineage has no argument "simbol". Did you mean "symbol"? Allowed: symbol, direction, level, repo, limit, preview, tier, path.',
    )
    expect(refusal({ symbol: 'x', toString: 1 })).toContain('no argument "toString"')
    expect(refusal({ symbol: 'x', zzzzzzz: 1 })).toMatch(/^lineage has no argument "zzzzzzz"\. Allowed: /)
  })
  it('[AR4] whole numbers may come as text; anything else and anything out of range is refused with the range', () => {
    expect(checked({ limit: '12' }).limit).toBe(12)
    expect(checked({ limit: 50 }).limit).toBe(50)
    for (const limit of [0, 51, -1, 1.5, Number.NaN, 'ten', '', [3], true, '1e1'])
      expect(refusal({ symbol: 'x', limit })).toContain('"limit" must be a whole number from 1 to 50; it is ')
  })
  it('[AR5] a fixed choice must match exactly, or ignoring case if declared so', () => {
    expect(checked({ direction: 'DownStream' }).direction).toBe('downstream')
    expect(refusal({ symbol: 'x', level: 'File' })).toBe('"level" must be one of symbol, file; it is "File". Did you mean file?')
    expect(refusal({ symbol: 'x', direction: 'sideways' })).toBe(
      '"direction" must be one of upstream, downstream; it is "sideways".',
    )
  })
  it('[AR6] true and false may come as text; nothing else counts as a boolean', () => {
    expect(checked({ preview: 'TRUE' }).preview).toBe(true)
    expect(checked({ preview: 'false' }).preview).toBe(false)
    for (const preview of [1, 0, 'yes', {}])
      expect(refusal({ symbol: 'x', preview })).toContain('"preview" must be true or false')
  })
  it('[AR7] a list may come as one text; it is split at commas only if the values are fixed', () => {
    expect(checked({ tier: 'possible' }).tier).toEqual(['possible'])
    expect(checked({ tier: 'proven, possible,proven' }).tier).toEqual(['proven', 'possible'])
    expect(checked({ path: 'src/{a,b}.ts' }).path).toEqual(['src/{a,b}.ts'])
    expect(refusal({ symbol: 'x', tier: ['sure'] })).toBe('"tier" must be one of proven, resolved, possible; it is "sure".')
    expect(refusal({ symbol: 'x', path: [1] })).toContain('"path" must be a text or a list of texts')
  })
  it('[AR2] a text argument accepts text and numbers, not objects', () => {
    expect(checked({ symbol: 404 }).symbol).toBe('404')
    expect(refusal({ symbol: {} })).toBe('"symbol" must be text, not an object.')
    expect(refusal([])).toBe('The arguments of lineage must be an object of names and values, not a list.')
    expect(refusal('x')).toContain('must be an object')
  })
  it('[AR12] lengths are declared, and the schema has them', () => {
    const short = {
      path: { type: 'strings', describe: 'Globs.', most: 2 },
      file: { type: 'string', describe: 'File.', longest: 5 },
    } as const
    expect(() => checkArguments(short, { file: '123456' })).toThrow('"file" must have at most 5 characters; it has 6.')
    expect(() => checkArguments(short, { path: ['a', 'b', 'c'] })).toThrow('"path" must have at most 2 entries; it has 3.')
    expect(argumentsSchema(short).properties.file).toMatchObject({ maxLength: 5 })
  })
  it('[AR8] the schema for clients agrees with the checker', () => {
    expect(argumentsSchema(specs)).toEqual({
      type: 'object',
      properties: {
        symbol: { type: 'string', description: 'Name or anchor.' },
        direction: { type: 'string', description: 'Way.', default: 'upstream', enum: ['upstream', 'downstream'] },
        level: { type: 'string', description: 'Level.', default: 'file', enum: ['symbol', 'file'] },
        repo: { type: 'string', description: 'Repo.' },
        limit: { type: 'integer', description: '1 to 50.', default: 5, minimum: 1, maximum: 50 },
        preview: { type: 'boolean', description: 'Cut.', default: false },
        tier: {
          type: 'array',
          description: 'Tiers.',
          default: ['proven', 'resolved'],
          items: { type: 'string', enum: ['proven', 'resolved', 'possible'] },
        },
        path: { type: 'array', description: 'Globs.', items: { type: 'string' } },
      },
      required: ['symbol'],
      additionalProperties: false,
    })
  })
})

describe('other names', () => {
  const more = {
    repo_id: { type: 'string', describe: 'Repo.', aliases: ['repo'] },
    language: { type: 'strings', describe: 'Languages.', values: languageIds, synonyms: languageSynonyms, manyValues: true },
  } as const satisfies ArgumentSpecs
  const given = (raw: unknown) => checkArguments(more, raw)
  it('[AR9] an argument is accepted under its other names, but not under two at once', () => {
    expect(given({ repo: 'shop' })).toEqual({ repo_id: 'shop', language: null })
    expect(given({ repo_id: 'shop', repo: null }).repo_id).toBe('shop')
    expect(() => given({ repo_id: 'shop', repo: 'shop' })).toThrow('"repo_id" is given twice; "repo" means the same.')
  })
  it('[AR10] languages by id, extension or common name; an unknown one is refused with the nearest and some others', () => {
    const names = 'py,TS,rb,js,rs,cs,kt,c++,c#,golang,sh,yml,jsx,hpp'.split(',')
    expect(given({ language: names }).language).toEqual(
      'python,typescript,ruby,javascript,rust,csharp,kotlin,cpp,go,bash,yaml'.split(','),
    )
    expect(() => given({ language: 'klingon' })).toThrow(
      /^"language" has no value "klingon"\. Values are python, .* and \d+ more\.$/,
    )
    expect(() => given({ language: 'pyton' })).toThrow('Did you mean python?')
    for (const id of Object.values(languageSynonyms)) expect(languageIds).toContain(id)
  })
  it('[AR8] the schema has the other names, and no list of two hundred values', () => {
    expect(argumentsSchema(more).properties).toEqual({
      repo_id: { type: 'string', description: 'Repo.' },
      repo: { type: 'string', description: 'Same as repo_id.' },
      language: { type: 'array', description: 'Languages.', items: { type: 'string' } },
    })
  })
  it('[AR2] messages write argument names as the surface does', () => {
    const named = (argument: string): string => `--${argument}`
    expect(() => checkArguments(specs, {}, { tool: '`cairn lineage`', named })).toThrow(
      '`cairn lineage` needs --symbol: Name or anchor.',
    )
    expect(() => checkArguments(specs, { symbol: 'x', limit: 0 }, { named })).toThrow('--limit must be a whole number')
  })
})

describe('the nearest name', () => {
  it('[AR3] finds typing errors, and nothing for unrelated names', () => {
    const names = ['where-used', 'status', 'search', 'index']
    expect(nearestName('where_used', names)).toBe('where-used')
    expect(nearestName('serach', names)).toBe('search')
    expect(nearestName('statu', names)).toBe('status')
    expect(nearestName('lineage', names)).toBeUndefined()
  })
})
