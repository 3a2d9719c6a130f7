/** `ask_codebase` with a language model: a real app and a real HTTP server, which answers what a script says. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ChatAsked, type ChatScript, call, say } from '../../test/kit/chat-server.ts'
import { good, lastTool, modelShop, openModelShop, places, told, withModelServer } from '../../test/kit/model-shop.ts'
import { tempFolder } from '../../test/kit/temp-repo.ts'
import { asRepoId } from '../contract/ids.ts'

let root: string
beforeAll(async () => {
  root = await openModelShop()
}, 60_000)
const withServer = (script: ChatScript, setup: Parameters<typeof withModelServer>[2] = {}) => withModelServer(root, script, setup)

describe('a model that behaves', () => {
  it('[AG14] gets the evidence, calls tools, and its checked answer is shown', async () => {
    const { server, ask, steps } = await withServer([
      call('get_file', { file_path: 'src/pay/refund.py' }),
      call('where_used', { symbol: 'refund' }),
      say(`${good} The page calls it: \`src/web/page.py:5\`.`),
    ])
    const { result, answer } = await ask('how does a refund work')
    expect(answer).toMatchObject({ mode: 'llm', model: 'small', level: 'file', gaps: [] })
    expect(answer.answer).toBe(`${good} The page calls it: \`src/web/page.py:5-5\`.`)
    expect(places(answer)).toEqual(['src/pay/refund.py:4-6', 'src/web/page.py:5-5'])
    expect(result.meta).toMatchObject({ status: 'OK', message: null, freshness_state: 'FRESH' })
    expect(result.meta.mode).toBe('level file (the question asks how something works), written by small after 2 calls')
    expect(told(server.chats[0] as ChatAsked)).toContain('def refund(order):')
    expect(steps()).toMatchObject([
      { step: 0, tool: 'ask_codebase' },
      { step: 1, tool: 'get_file', arguments: 'file_path=src/pay/refund.py', hits: 1, problem: null },
      { step: 2, tool: 'where_used', arguments: 'symbol=refund' },
    ])
  })

  it('[AG14] has no gaps about hits that its answer does not show', async () => {
    const { ask } = await withServer([say(good)])
    const query = 'how does a refund of zebras work'
    const { answer } = await ask(query, { llm: false })
    expect(answer.gaps).toEqual(['None of the hits shown contains: zebras.'])
    expect((await ask(query)).answer).toMatchObject({ mode: 'llm', gaps: [] })
  })

  it('[AG14] is offered every tool but ask_codebase, and arguments that only the loop sets are not', async () => {
    const { server, ask } = await withServer([say('I could not find this.')])
    const { answer } = await ask('how does a refund work')
    expect(answer).toMatchObject({ answer: 'I could not find this.', citations: [], mode: 'llm' })
    const tools = server.chats[0]?.body.tools ?? []
    expect(tools.map((tool) => tool.function.name)).toEqual([
      'list_repos',
      'explore_structure',
      'search_code',
      'get_file',
      'get_document',
      'rag_search',
      'definition',
      'where_used',
      'lineage',
    ])
    expect(JSON.stringify(tools)).not.toMatch(/stale_policy|max_chars|budget_ms/)
    const large = await withServer([say('Nothing.')], { flags: { llm_context_tokens: '32000' } })
    await large.ask('how does a refund work')
    const whole = JSON.stringify(large.server.chats[0]?.body.tools)
    expect(whole).toContain('"cursor"')
    expect(JSON.stringify(tools).length).toBeLessThan(whole.length / 1.5)
  })

  it('[AG14] is asked once, also if the files changed since they were indexed', async () => {
    const { server, ask } = await withServer([say(good)])
    writeFileSync(path.join(root, 'src/late.py'), 'def late_refund(order):\n    return order\n')
    expect((await ask('how does a late_refund work')).answer.mode).toBe('llm')
    expect(server.chats).toHaveLength(1)
    expect(told(server.chats[0] as ChatAsked)).toContain('def late_refund(order):')
  })

  it('[AG15] its text is sent while it arrives, marked as provisional', async () => {
    const { ask, events } = await withServer([say(good)])
    await ask('how does a refund work')
    const texts = events.filter((event) => event.event === 'text')
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.map(({ text }) => text).join('')).toBe(good)
    expect(texts.every(({ provisional, turn }) => provisional && turn === 1)).toBe(true)
  })

  it('[AG16] a level and a repo filter of the caller are obeyed and echoed', async () => {
    const { server, ask } = await withServer([
      call('search_code', { query: 'order' }),
      call('search_code', { query: 'refund', level: 'file' }),
      call('search_code', { query: 'parcels', repo_filter: '*' }),
      call('search_code', { query: 'parcels', repo_filter: 'parcels' }),
      call('get_file', { repo_id: 'parcels', file_path: 'track.py' }),
      call('list_repos', {}),
      say('I could not find this.'),
    ])
    const { answer } = await ask('refund money', { level: 'symbol', repo_filter: 'shop' })
    expect(answer.level).toBe('symbol')
    const [, first, other, all, named, file, list] = server.chats.map(lastTool)
    expect(first).toMatch(/refund \(function\)|id=s\./)
    for (const searched of [first, other]) expect(searched).not.toContain('id=f.')
    expect(other).toContain('id=s.')
    expect(all).not.toContain('parcel.py')
    expect(all).not.toContain('track')
    for (const refused of [named, file]) expect(refused).toContain('REPO_UNKNOWN')
    expect(list).not.toContain('parcels')
  })

  it('[AG16] it reads no more than the caller: not another repo of the server, nor any folder in the library', async () => {
    const script = [
      call('get_file', { repo_id: 'parcels', file_path: 'track.py' }),
      call('search_code', { query: 'parcels', repo_filter: '*', level: 'repo' }),
      say('Nothing.'),
    ]
    const limited = await withServer(script)
    await limited.ask('refund', {}, { scope: { repos: [asRepoId('shop')] } })
    expect(lastTool(limited.server.chats[1] as ChatAsked)).toContain('REPO_UNKNOWN')
    expect(lastTool(limited.server.chats[2] as ChatAsked)).not.toContain('Tracks parcels')
    const folder = path.join(tempFolder('outside'), 'x')
    const library = await withServer([call('get_file', { repo_id: path.dirname(folder), file_path: 'x' }), say('Nothing.')], {
      surface: 'library',
    })
    writeFileSync(folder, 'outside text\n')
    await library.ask('refund')
    expect(lastTool(library.server.chats[1] as ChatAsked)).toContain('REPO_UNKNOWN')
  })

  it('[AG17] with `llm: false` the model is not asked, and a dry run sends nothing', async () => {
    const { server, ask } = await withServer([say('never')])
    expect((await ask('how does a refund work', { llm: false })).answer).toMatchObject({ mode: 'extractive' })
    const { result, answer } = await ask('how does a refund work', { dry_run: true })
    expect(answer.answer).toContain('--- system\nYou answer questions about source code.')
    expect(answer.answer).toContain('Question: how does a refund work')
    expect(answer.answer).toContain('def refund(order):')
    expect(result.meta.message).toBe('Nothing was sent.')
    expect(server.paths).toEqual([])
  })

  it('[AG17] without a model a dry run says that nothing would be sent', async () => {
    const { ask } = await withServer([say('never')], { flags: { llm: 'off' } })
    const { result, answer } = await ask('how does a refund work', { dry_run: true })
    expect(answer.mode).toBe('extractive')
    expect(result.meta.message).toBe('No language model is configured, so nothing would be sent.')
  })

  it('[AG17] a dry run for a remote model shows the text without its secrets', async () => {
    const { ask } = await withServer([say('never')], { flags: { llm: 'remote' } })
    writeFileSync(path.join(root, 'conf.py'), 'def connect_refund():\n    password = "hunter2hunter2x9"\n    return password\n')
    const { answer } = await ask('connect_refund password', { dry_run: true, level: 'symbol' })
    expect(answer.answer).toContain('connect_refund')
    expect(answer.answer).not.toContain('hunter2hunter2x9')
  })

  it('[AG22] a file that is edited while the model writes is cited where the lines are now', async () => {
    const file = path.join(root, 'src/pay/refund.py')
    const { ask } = await withServer(({ number }) => {
      if (number === 1) return call('get_file', { file_path: 'src/pay/refund.py' })
      writeFileSync(file, `# one\n# two\n${modelShop['src/pay/refund.py']}`)
      return say(good)
    })
    const { answer } = await ask('how does a refund work')
    expect(places(answer)).toEqual(['src/pay/refund.py:6-8'])
    expect(answer.answer).toBe('It books the negative amount: `src/pay/refund.py:6-8`.')
    writeFileSync(file, modelShop['src/pay/refund.py'])
  })
})

describe('the size of the answer', () => {
  it('[AG28] fewer paragraphs, and only what they cite', async () => {
    const long = Array.from(
      { length: 30 },
      (_, at) => `Paragraph ${at} says that it books, \`src/pay/refund.py:${4 + (at % 3)}\`.`,
    ).join('\n\n')
    const { ask } = await withServer([say(long)])
    const { result, answer } = await ask('how does a refund work', { max_chars: 1_500 })
    expect(Buffer.byteLength(JSON.stringify(result.toDict()))).toBeLessThanOrEqual(1_500)
    expect(answer.answer.startsWith('Paragraph 0 says')).toBe(true)
    expect(result).toMatchObject({ truncated: true, meta: { message: expect.stringContaining('paragraphs are left out') } })
    for (const place of places(answer)) expect(answer.answer).toContain(place)
  })
})
