// The plot: one column per tool, one row per scenario, in each cell the answers right after the change as a stacked bar.
// Plain SVG with its own colours for light and dark; no dependency.

const kinds = [
  { key: 'correct', title: 'right' },
  { key: 'labelled', title: 'wrong, and says it may be' },
  { key: 'withheld', title: 'withheld' },
  { key: 'silent', title: 'wrong, says nothing' },
]
const left = 232
const column = 116
const bar = 62
const line = 27
const top = 158

export function drawPlot({ rows, scenarios }) {
  const width = left + rows.length * column + 18
  const lines = [
    ...scenarios.map(({ id, title }) => ({ title, of: (row) => row.scenarios[id] })),
    { title: 'all', of: (row) => row.total, strong: true },
  ]
  const bottom = top + lines.length * line + 14
  const height = bottom + 62
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Answers right after a change, by tool and scenario">`,
    style(),
    `<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>`,
    text(20, 32, 'Asked right after the change, no command in between', 'title'),
    text(20, 52, 'Each bar: the answers on definition and uses of real symbols, judged against the files on disk.', 'quiet'),
    legend(),
    ...rows.map((row, at) => heading(row, left + at * column)),
    ...lines.flatMap((each, at) => drawLine(each, rows, top + at * line)),
    `<line class="rule" x1="20" x2="${width - 18}" y1="${bottom - 6}" y2="${bottom - 6}"/>`,
    text(20, bottom + 16, 'time to a right answer,', 'label'),
    text(20, bottom + 32, 'its update included (p50)', 'label'),
    ...rows.flatMap((row, at) => drawTime(row, left + at * column, bottom)),
    '</svg>',
    '',
  ].join('\n')
}

function drawLine({ title, of, strong }, rows, y) {
  const parts = [text(20, y + 14, title, strong ? 'label strong' : 'label')]
  if (strong) parts.unshift(`<line class="rule" x1="20" x2="${left + rows.length * column}" y1="${y - 4}" y2="${y - 4}"/>`)
  rows.forEach((row, at) => {
    parts.push(...drawCell(of(row), left + at * column, y + (strong ? 2 : 3), strong ? 16 : 13, strong))
  })
  return parts
}

function drawCell(tally, x, y, height, strong) {
  if (!tally || tally.asked === 0) return [text(x, y + 10, 'not comparable', 'faint')]
  let from = x
  const parts = kinds.flatMap(({ key }) => {
    const length = (bar * tally[key]) / tally.asked
    if (length === 0) return []
    const piece = `<rect class="${key}" x="${from.toFixed(1)}" y="${y}" width="${Math.max(0.5, length - 0.8).toFixed(1)}" height="${height}" rx="1.5"/>`
    from += length
    return [piece]
  })
  parts.push(text(x + bar + 5, y + height - 2.5, `${tally.correct}/${tally.asked}`, strong ? 'count strong' : 'count'))
  return parts
}

/** Answers that were never right have no time; their number is written next to it. */
function drawTime(row, x, y) {
  const { ms_to_correct, never_correct } = row.total
  const time =
    ms_to_correct.p50 === null
      ? '–'
      : ms_to_correct.p50 < 995
        ? `${ms_to_correct.p50} ms`
        : `${(ms_to_correct.p50 / 1000).toFixed(1)} s`
  return [
    text(x, y + 16, time, 'label strong'),
    text(x, y + 33, never_correct > 0 ? `${never_correct} never right` : 'all right', 'quiet'),
  ]
}

function heading(row, x) {
  const [tool, ...rest] = row.label.split(' · ')
  const mode = wrapped(rest.join(' · '))
  return [
    text(x, top - 58, tool, 'tool'),
    text(x, top - 43, row.version + (row.commit ? ` (${row.commit})` : ''), 'faint'),
    ...mode.map((words, at) => text(x, top - 28 + at * 13, words, 'quiet')),
  ].join('\n')
}

function wrapped(words) {
  if (words.length <= 15) return [words]
  const cut = words.lastIndexOf(' ', 15)
  return [words.slice(0, cut), words.slice(cut + 1)]
}

function legend() {
  let x = 20
  return kinds
    .map(({ key, title }) => {
      const part = `<rect class="${key}" x="${x}" y="66" width="12" height="12" rx="2"/>${text(x + 17, 76, title, 'quiet')}`
      x += 34 + title.length * 5.7
      return part
    })
    .join('\n')
}

function text(x, y, words, kind) {
  const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x}" y="${y}" class="${kind}">${safe}</text>`
}

/** Written as classes for light and dark: not every viewer supports variables; one without media queries shows the light ones. */
const light = {
  card: '#ffffff',
  rule: '#d9dee3',
  ink: '#1d2730',
  soft: '#5b6873',
  pale: '#84909b',
  correct: '#1f9d86',
  labelled: '#e2a72e',
  withheld: '#a3b1bf',
  silent: '#cf4436',
}
const dark = {
  card: '#12181f',
  rule: '#2b3540',
  ink: '#e8edf2',
  soft: '#a5b1bd',
  pale: '#7d8995',
  correct: '#2fb39a',
  labelled: '#e8b549',
  withheld: '#6b7a89',
  silent: '#e5604f',
}

const paint = (colours) =>
  [
    `.card { fill: ${colours.card}; stroke: ${colours.rule} }`,
    `.rule { stroke: ${colours.rule} }`,
    ...kinds.map(({ key }) => `.${key} { fill: ${colours[key]} }`),
    `.title, .tool, .label { fill: ${colours.ink} }`,
    `.quiet, .count { fill: ${colours.soft} }`,
    `.faint { fill: ${colours.pale} }`,
  ].join('\n')

const style = () => `<style>
text { font-family: system-ui, -apple-system, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif; font-size: 12px }
.title { font-size: 17px; font-weight: 600 }
.tool { font-weight: 600; font-size: 13px }
.quiet { font-size: 11px }
.count, .faint { font-size: 10.5px }
.strong { font-weight: 600 }
${paint(light)}
@media (prefers-color-scheme: dark) {
${paint(dark)}
}
</style>`
