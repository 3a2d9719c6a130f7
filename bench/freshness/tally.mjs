// Adds up the records of one row: per scenario and in total. Text search, which only some tools have, is counted separately.

export function tallyRow(records) {
  const common = records.filter((record) => record.question !== 'text')
  const byScenario = {}
  for (const record of common) {
    byScenario[record.scenario] ??= []
    byScenario[record.scenario].push(record)
  }
  const text = records.filter((record) => record.question === 'text')
  return {
    total: tally(common),
    ...(text.length > 0 ? { text: tally(text) } : {}),
    scenarios: Object.fromEntries(Object.entries(byScenario).map(([id, list]) => [id, tally(list)])),
    faults: examples(records),
  }
}

function tally(records) {
  const compared = records.filter((record) => record.verdict !== 'not-compared')
  const count = (verdict) => compared.filter((record) => record.verdict === verdict).length
  const sum = (key) => compared.reduce((total, record) => total + record[key], 0)
  const times = compared.flatMap((record) => (record.msToCorrect === null ? [] : [record.msToCorrect])).sort((a, b) => a - b)
  const at = (share) =>
    times.length === 0 ? null : Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))])
  return {
    asked: compared.length,
    correct: count('correct'),
    labelled: count('labelled'),
    withheld: count('withheld'),
    silent: count('silent'),
    wrong_lines: sum('wrongLines'),
    wrong_line_answers: compared.filter((record) => record.wrongLines > 0).length,
    missed: sum('missed'),
    phantom: sum('phantom'),
    deleted_files: sum('deletedFiles'),
    never_correct: compared.length - times.length,
    ms_to_correct: { p50: at(0.5), p90: at(0.9) },
    not_compared: records.length - compared.length,
  }
}

/** One example of a wrong answer per scenario and question, so that a reader can see what a number means. */
function examples(records) {
  const seen = new Set()
  return records.flatMap(({ scenario, question, target, verdict, notes, afterUpdate }) => {
    const key = `${scenario} ${question}`
    if (verdict === 'correct' || verdict === 'not-compared' || seen.has(key)) return []
    seen.add(key)
    return [{ scenario, question, target, verdict, what: notes[0], after_update: afterUpdate?.verdict ?? null }]
  })
}
