/** The entry of `enrich` in the table of commands. */
import type { Command } from './command.ts'

export const enrichCommand: Command = {
  name: 'enrich',
  group: 'Index',
  summary: 'Let a language model write summaries of symbols, files, folders and the repo',
  about:
    'Needs the settings `llm` and `llm_model`. It first says how much it would ask. Each text is checked and stored at once: a run that was stopped continues, and nothing is asked twice while its source is unchanged. Source that goes to another machine loses its secrets first; --dry-run shows what would be sent.',
  positional: { option: 'folders', label: 'DIR…', take: 'list', optional: true },
  options: {
    folders: { type: 'strings', describe: 'Repos or folders of repos; default: the repo of the working directory.' },
    repo: { type: 'string', describe: 'Same as DIR.' },
    path: { type: 'strings', describe: 'Only files that match a glob, or are below a folder; with ! in front, not those.' },
    level: {
      type: 'strings',
      values: ['symbol', 'file', 'module', 'repo'],
      describe: 'What to describe. Default: all; with --path all but the repo.',
    },
    limit: { type: 'integer', min: 1, max: 10_000_000, describe: 'Most requests of this run.' },
    max_tokens: { type: 'integer', min: 1, max: 10_000_000_000, describe: 'Most tokens of this run, sent and written.' },
    concurrency: { type: 'integer', default: 2, min: 1, max: 32, describe: 'Requests at a time.' },
    tests: { type: 'boolean', default: false, describe: 'Describe test files too.' },
    dry_run: { type: 'boolean', default: false, describe: 'Print the estimate and the first requests, and ask nothing.' },
    yes: { type: 'boolean', default: false, describe: 'Start without asking. A remote model needs it in a pipe.' },
  },
  short: { r: 'repo', y: 'yes' },
  examples: [
    ['cairn enrich --dry-run', 'how much it would ask, and what it would send'],
    ['cairn enrich --path src/pay --limit 200', 'at most 200 requests, about one folder'],
  ],
  run: async (call) => (await import('./enrich-command.ts')).runEnrich(call),
}
