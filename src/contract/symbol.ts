/** Kinds of symbols, kinds of uses, and tiers of certainty. */
export const symbolKinds = [
  'module',
  'namespace',
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'function',
  'method',
  'constructor',
  'property',
  'constant',
  'variable',
  'type',
  'macro',
] as const
export type SymbolKind = (typeof symbolKinds)[number]

/** The kind of a graph edge, and also the `use` of an item. */
export const edgeKinds = [
  'calls',
  'imports',
  'reexports',
  'extends',
  'implements',
  'overrides',
  'uses_type',
  'decorates',
  'reads',
  'writes',
  'references',
  'tests',
  'contains',
] as const
export type EdgeKind = (typeof edgeKinds)[number]

/**
 * How a relation is known: `proven` by a compiler, `resolved` by scope and import analysis to exactly one target,
 * `possible` when the name fits and nothing excludes it (never stored).
 */
export const tiers = ['proven', 'resolved', 'possible'] as const
export type Tier = (typeof tiers)[number]
