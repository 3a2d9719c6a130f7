// What the record of record-wire.mjs or record-http.mjs says about one client.
import { existsSync, readFileSync } from 'node:fs'

/**
 * Gives `{ opened, spoken, answers, unended }`: the protocol version of the first message, that of the tool calls, the answers to
 * the tool calls in order, and the process ids of servers whose end was not recorded. Undefined if nothing was recorded.
 */
export function readWire(log) {
  if (!existsSync(log)) return undefined
  const lines = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const sent = lines.filter(({ from }) => from === 'client')
  const replies = lines.filter(({ from }) => from === 'server')
  const replyTo = ({ pid, message }) => replies.find((reply) => reply.pid === pid && reply.message.id === message.id)?.message
  const calls = sent.filter(({ message }) => message.method === 'tools/call')
  const ended = new Set(lines.filter(({ from }) => from === 'end').map(({ pid }) => pid))
  return {
    opened: sent[0] && versionIn(sent[0].message),
    spoken: calls[0] && (versionIn(calls[0].message) ?? negotiated(replies, calls[0].pid)),
    answers: calls.map((call) => answerIn(replyTo(call))),
    unended: [...new Set(sent.map(({ pid }) => pid))].filter((pid) => pid !== undefined && !ended.has(pid)),
  }
}

const versionIn = ({ params }) => params?.protocolVersion ?? params?._meta?.['io.modelcontextprotocol/protocolVersion']

const negotiated = (replies, pid) =>
  replies.find((reply) => reply.pid === pid && reply.message.result?.protocolVersion)?.message.result.protocolVersion

function answerIn(reply) {
  if (!reply?.result) return undefined
  return { text: reply.result.content.map(({ text }) => text).join('\n'), isError: reply.result.isError === true }
}
