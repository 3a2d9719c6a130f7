// Compares what a client's model received with what Cairn sent. Works on records only, so that it can be tested without a client.

/**
 * `requests` is the scripted model's record, `direct` what Cairn says to the official client, `wire` what it sent to this client
 * (undefined if that was not recorded), `unwrap` takes away what the client puts around an answer. Each call of `script` says
 * which role it plays: plain, error or long. Gives the evidence. `failures` says in sentences what the client did not get; it is empty if all is well.
 */
export function judge({ requests, direct, wire, script, unwrap }) {
  const turns = requests.filter(({ turn }) => turn && !turn.aside)
  const evidence = {
    protocol: wire && { opened: wire.opened, spoken: wire.spoken },
    tools: judgeTools(turns[0]?.tools ?? [], direct.tools),
    instructions: judgeInstructions(turns[0]?.body, direct.instructions),
    calls: script.calls.map((call, at) => {
      const expected = direct.answers[at]
      return judgeCall(call, { result: resultOf(turns, at), sent: wire ? wire.answers[at] : expected, expected, unwrap })
    }),
  }
  const finished = turns.some(({ turn }) => turn.text === script.final)
  return { ...evidence, failures: failuresIn(evidence, finished) }
}

/** A client may shorten older results in later requests, so the request that brought the result is read. */
const resultOf = (turns, at) => turns.find(({ results }) => results.length > at)?.results[at]

function judgeTools(listed, offered) {
  const rows = offered.map((tool) => ({
    tool,
    seen: listed.find(({ name }) => name.includes('cairn') && name.endsWith(tool.name)),
  }))
  const named = (wanted) => rows.filter(wanted).map(({ tool }) => tool.name)
  return {
    offered: offered.length,
    listed: rows.filter(({ seen }) => seen).length,
    names: rows.flatMap(({ seen }) => (seen ? [seen.name] : [])),
    missing: named(({ seen }) => !seen),
    cutDescriptions: named(({ tool, seen }) => seen && !plainDots(seen.description).includes(plainDots(tool.description))),
    lostArguments: named(
      ({ tool, seen }) => seen && argumentsOf(tool.inputSchema).some((name) => !argumentsOf(seen.schema).includes(name)),
    ),
  }
}

const argumentsOf = (schema) => Object.keys(schema?.properties ?? {})
/** Claude Code writes an ellipsis as three dots. */
const plainDots = (text) => text.replaceAll('…', '...')

/** How many characters of the instructions, from their beginning, stand in the request. Indentation is not compared. */
function judgeInstructions(body, instructions) {
  const wanted = unindented(instructions)
  const received = Math.max(0, ...stringsIn(body).map((text) => sharedPart(unindented(text), wanted)))
  return { sent: wanted.length, received }
}

const unindented = (text) => text.replace(/\n[ \t]+/g, '\n').trim()

function sharedPart(text, wanted) {
  const start = text.indexOf(wanted.slice(0, 40))
  if (start < 0 || wanted === '') return 0
  let length = 0
  while (length < wanted.length && text[start + length] === wanted[length]) length++
  return length
}

function stringsIn(value) {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}

function judgeCall({ tool, arguments: args, role }, { result, sent, expected, unwrap }) {
  const received = result && unwrap(result.text)
  return {
    tool,
    arguments: args,
    role,
    sentBytes: bytes(sent?.text),
    receivedBytes: bytes(received),
    rawBytes: bytes(result?.text),
    whole: sent !== undefined && received === sent.text,
    asExpected: sent?.text === expected.text && sent?.isError === expected.isError,
    isError: expected.isError,
    markedAsError: result?.marked === true,
    ...(result && received !== sent?.text ? { begins: result.text.slice(0, 200) } : {}),
  }
}

const bytes = (text) => (text === undefined ? undefined : Buffer.byteLength(text))

function failuresIn({ tools, calls }, finished) {
  const failures = []
  if (tools.missing.length > 0) failures.push(`The model was not offered ${tools.missing.join(', ')}.`)
  if (tools.cutDescriptions.length > 0) failures.push(`The description of ${tools.cutDescriptions.join(', ')} was cut.`)
  if (tools.lostArguments.length > 0) failures.push(`The model does not see all arguments of ${tools.lostArguments.join(', ')}.`)
  for (const [at, call] of calls.entries()) {
    const name = `Call ${at + 1}, ${call.tool}`
    if (call.role === 'long') continue
    if (call.receivedBytes === undefined) failures.push(`${name}: the model received no answer.`)
    else if (!call.whole)
      failures.push(`${name}: of ${call.sentBytes} bytes the model received ${call.receivedBytes}, and not the same text.`)
    if (call.sentBytes !== undefined && !call.asExpected)
      failures.push(`${name}: Cairn answered this client and the official client differently.`)
    if ((call.role === 'error') !== call.isError)
      failures.push(`${name}: Cairn's answer ${call.isError ? 'is' : 'is not'} an error.`)
  }
  if (!finished) failures.push('The conversation did not reach the end of the script.')
  return failures
}
