// Writes the tables between the marks of README.md and the plot, both from results.json alone.
//
//   node bench/freshness/report.mjs        (draws them again without running anything)
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { drawPlot } from './plot.mjs'

export function report(results, folder) {
  writeFileSync(path.join(folder, 'plot.svg'), drawPlot(results))
  const file = path.join(folder, 'README.md')
  let text = readFileSync(file, 'utf8')
  for (const [mark, table] of Object.entries({
    summary: summary(results),
    scenarios: byScenario(results),
    cairn: cairnFaults(results),
    examples: examples(results),
    setting: setting(results),
  }))
    text = text.replace(
      new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`),
      (_, open, close) => `${open}${table}\n${close}`,
    )
  writeFileSync(file, text)
}

function summary({ rows }) {
  const head = [
    'tool',
    'asked',
    'right at once',
    'wrong, says so',
    'withheld',
    '**wrong, says nothing**',
    'answers with wrong lines (lines)',
    'uses missed',
    'gone uses or places listed',
    'deleted files cited',
    'still wrong after its update',
    'time to a right answer, p50 / p90 (p50 in bare Node starts)',
  ]
  const lines = rows.map((row) => {
    const all = row.total
    return [
      `${row.label} ${row.version}${row.sample ? ' ¹' : ''}`,
      all.asked,
      share(all.correct, all.asked),
      all.labelled,
      all.withheld,
      `**${all.silent}**`,
      `${all.wrong_line_answers} (${all.wrong_lines})`,
      all.missed,
      all.phantom,
      all.deleted_files,
      all.never_correct,
      `${seconds(all.ms_to_correct.p50)} / ${seconds(all.ms_to_correct.p90)}${starts(all.ms_to_correct.p50, row.pace_ms)}`,
    ]
  })
  return table(head, lines)
}

function byScenario({ rows, scenarios }) {
  const head = ['scenario', ...rows.map((row) => row.label)]
  const lines = scenarios.map(({ id, title }) => [title, ...rows.map((row) => cell(row.scenarios[id]))])
  const text = rows
    .filter((row) => row.text)
    .map((row) => `${row.label}: ${row.text.correct} of ${row.text.asked} right at once, ${row.text.silent} wrong and silent`)
  return `${table(head, [...lines, ['**all**', ...rows.map((row) => `**${cell(row.total)}**`)]])}\n\nText search (the other tools have none that works offline): ${text.join('; ')}.`
}

function cell(tally) {
  if (!tally || tally.asked === 0) return '–'
  return `${tally.correct}/${tally.asked}${tally.silent > 0 ? ` · ${tally.silent} silent` : ''}`
}

/** Every kind of mistake of Cairn, not a selection. */
function cairnFaults({ rows }) {
  const own = rows.filter((row) => row.id.startsWith('cairn'))
  const lines = own.flatMap((row) =>
    row.faults.map((fault) => [
      row.label,
      fault.scenario,
      fault.question,
      `\`${fault.target}\``,
      fault.verdict,
      fault.what ?? '',
    ]),
  )
  if (lines.length === 0) return 'None in this run.'
  return table(['row', 'scenario', 'question', 'target', 'verdict', 'what'], lines)
}

function examples({ rows }) {
  const lines = rows
    .filter((row) => !row.id.startsWith('cairn'))
    .flatMap((row) =>
      row.faults
        .filter((fault) => fault.verdict === 'silent')
        .slice(0, 4)
        .map((fault) => [row.label, fault.scenario, fault.question, (fault.what ?? '').replaceAll('|', '\\|')]),
    )
  return table(['tool', 'scenario', 'question', 'what the answer said against what is on disk'], lines)
}

function setting({ rows, repos, machine, seed, targets }) {
  const dates = [...new Set(rows.map((row) => row.date))].sort()
  const commit = rows.find((row) => row.commit)?.commit
  return [
    `Run ${dates.join(', ')} on ${machine}, seed ${seed}, ${targets === 1 ? 'one target' : `${targets} targets`} for each play and repo; Cairn at commit ${commit}.`,
    '',
    `Repositories: ${repos.map(({ name, language, from }) => `${name} (${language}, ${from})`).join(', ')}.`,
    '',
    `Bare start of a Node process during each row's run (the machine's pace then): ${rows.map((row) => `${row.id} ${row.pace_ms} ms`).join(', ')}.`,
  ].join('\n')
}

function share(part, whole) {
  return whole === 0 ? '–' : `${part} (${Math.round((100 * part) / whole)} %)`
}

function seconds(ms) {
  return ms === null ? '–' : ms < 995 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** Rows run at different times on a more or less busy machine: the time of a bare Node start makes them comparable. */
function starts(ms, pace) {
  return ms === null ? '' : ` (${(ms / pace).toFixed(ms < pace * 10 ? 1 : 0)})`
}

function table(head, lines) {
  const row = (cells) => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n')
}

if (process.argv[1] === import.meta.filename)
  report(JSON.parse(readFileSync(path.join(import.meta.dirname, 'results.json'), 'utf8')), import.meta.dirname)
