/** The weights that the package ships: their size, their bits, and that they know what words mean. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createEmbedder } from '../../src/embed/create-embedder.ts'
import { readModelHeader } from '../../src/embed/read-model.ts'

const weights = fileURLToPath(new URL('../../src/embed/weights/cairn-code.bin', import.meta.url))

async function shipped() {
  const embedder = await createEmbedder({ kind: 'local', threads: 1 })
  if (!embedder) throw new Error('no embedder')
  return embedder
}

function bits(vector: Float32Array | undefined): string {
  const bytes = Buffer.alloc((vector?.length ?? 0) * 4)
  for (const [at, number] of vector?.entries() ?? []) bytes.writeFloatBE(number, at * 4)
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

describe('the shipped model', () => {
  it('[TR4] has the hash that its header says, and packs to 14 MB at most', async () => {
    const bytes = readFileSync(weights)
    const { hash } = await readModelHeader(weights)
    const rest = bytes.subarray(16 + bytes.readUInt32LE(12))
    expect(createHash('sha256').update(rest).digest('hex')).toBe(hash)
    expect(gzipSync(bytes).length).toBeLessThan(14_000_000)
  })

  it('[TR4] gives these bits', async () => {
    const embedder = await shipped()
    const [document] = await embedder.embedDocuments([
      [
        { kind: 'path', text: 'src/net/retry-upload.ts' },
        { kind: 'name', text: 'Uploader.retryUpload' },
        { kind: 'doc', text: 'Waits twice as long each time. größe' },
        { kind: 'body', text: 'async retryUpload(file: File) { await wait(this.delay * 2 ** attempt) }' },
      ],
    ])
    expect(embedder.model).toBe('cairn-code:256:WcF3P5jKNrFj')
    expect([bits(await embedder.embedQuery('how is a retry delayed')), bits(document)]).toEqual([
      'd244052c9133375a',
      '78f044e2791c425e',
    ])
  })

  const code = {
    retryUpload: 'wait(delay * 2 ** attempt)',
    batchRequests: 'queue.push(request); if (queue.length === size) flush()',
    parseHeader: 'const [key, value] = line.split(":")',
    openFile: 'return fs.open(path, flags)',
    renderPage: 'return html`<main>' + '$' + '{content}</main>`',
  }

  it.each([
    ['combine several calls into one request', 'batchRequests'],
    ['how long do we wait before trying again', 'retryUpload'],
    ['split a line of an HTTP message', 'parseHeader'],
    ['read from disk', 'openFile'],
    ['show the user interface', 'renderPage'],
  ])('[EM3] %s: %s', async (question, wanted) => {
    const embedder = await shipped()
    const query = await embedder.embedQuery(question)
    const names = Object.keys(code)
    const documents = await embedder.embedDocuments(
      Object.entries(code).map(([name, body]) => [
        { kind: 'name', text: name },
        { kind: 'body', text: body },
      ]),
    )
    const scores = documents.map((document) => document?.reduce((sum, number, at) => sum + number * (query?.[at] ?? 0), 0) ?? -1)
    expect(names[scores.indexOf(Math.max(...scores))]).toBe(wanted)
  })
})
