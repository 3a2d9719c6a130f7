/** Promises CL7 and CL8 of docs/spec/cli.md. */
import { describe, expect, it } from 'vitest'
import { error, run } from '../../../test/kit/run-command.ts'

describe('cairn search', () => {
  const way = async (...argv: string[]) => {
    const { called, stdout } = await run(['search', ...argv])
    return { tool: called[0]?.name, args: called[0]?.args, mode: JSON.parse(stdout).meta.mode as string }
  }
  it('[CL7] text when the query has quotes inside, is one word, or has code punctuation; the answer says which', async () => {
    expect(await way('retryUpload')).toEqual({
      tool: 'rag_search',
      args: { query: 'retryUpload', limit: 20, definitions_first: true },
      mode: 'text (one word)',
    })
    expect(await way('"failed upload"')).toMatchObject({ args: { query: 'failed upload' }, mode: 'text (quotes)' })
    expect(await way('say "hello" twice')).toMatchObject({ args: { query: 'say "hello" twice' }, mode: 'text (quotes)' })
    expect(await way('return total(lines)')).toMatchObject({ mode: 'text (code punctuation)' })
    expect(await way('x = 1')).toMatchObject({ tool: 'rag_search' })
  })
  it('[CL7] otherwise files are ranked; the words need no shell quotes', async () => {
    expect(await way('where', 'is', 'freshness', 'decided?')).toEqual({
      tool: 'search_code',
      args: { query: 'where is freshness decided?', level: 'file', limit: 20 },
      mode: 'ranked by file (a question; --level changes it)',
    })
    expect((await way("what doesn't work with user_data in Auth.login")).tool).toBe('search_code')
    expect((await way('-q', 'how does it work')).tool).toBe('search_code')
  })
  it('[CL7] a text search puts the definitions of a name first', async () => {
    for (const argv of [['retryUpload'], ['--level', 'text', 'retryUpload'], ['--word', 'retryUpload']])
      expect((await way(...argv)).args).toMatchObject({ definitions_first: true })
    expect((await way('how does it work')).args).not.toHaveProperty('definitions_first')
  })
  it('[CL8] --level decides, and so do options that only one of the two searches has', async () => {
    expect(await way('--level', 'text', 'how does it work')).toMatchObject({ tool: 'rag_search', mode: 'text (--level text)' })
    expect(await way('--level', 'SYMBOL', 'retryUpload')).toMatchObject({ tool: 'search_code', args: { level: 'symbol' } })
    expect(await way('--regex', 'how (does|did) it')).toMatchObject({ tool: 'rag_search', args: { regex: true } })
    expect(await way('--no-case-sensitive', 'how does it')).toMatchObject({ args: { case_sensitive: false } })
    expect(await way('--explain', 'retryUpload')).toMatchObject({ tool: 'search_code' })
    expect(await way('--kind', 'class', 'retryUpload')).toMatchObject({ args: { kind: ['class'], level: 'symbol' } })
    expect(await way('--tests', 'exclude', 'retryUpload')).toMatchObject({ tool: 'search_code', args: { tests: 'exclude' } })
    expect((await error(['search', 'x', '--level', 'everything'])).exit).toBe(2)
  })
  it('[CL8] a kind in the query chooses symbols, if the query does not look like text', async () => {
    const mode = 'ranked by symbol (kind: in the query)'
    expect(await way('retry an upload kind:Function')).toMatchObject({ tool: 'search_code', args: { level: 'symbol' }, mode })
    expect(await way('kind:class of retries')).toMatchObject({ args: { level: 'symbol' } })
    for (const query of ['what kind:thing is this', 'what kind: function is it', 'which mankind:function is it'])
      expect(await way(query)).toMatchObject({ tool: 'search_code', args: { level: 'file' } })
    expect(await way('{ kind:function }')).toMatchObject({ tool: 'rag_search' })
    expect(await way('kind:function')).toMatchObject({ tool: 'rag_search' })
  })
  it('[CL8] -r is passed to both searches, under the argument name of each', async () => {
    expect((await way('-r', 'shop', 'x')).args).toMatchObject({ repo: 'shop' })
    expect((await way('-r', 'shop', 'how does it work')).args).toMatchObject({ repo_filter: 'shop' })
  })
  it('[CL7] if nothing is found, the other search is suggested, and the exit status is 0', async () => {
    const { exit, stdout } = await run(['search', 'zzz'])
    expect(exit).toBe(0)
    expect(JSON.parse(stdout).meta.next).toEqual(['search_code zzz'])
  })
})
