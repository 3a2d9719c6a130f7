import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { chatServer, say } from '../../test/kit/chat-server.ts'
import { tempFolder } from '../../test/kit/temp-repo.ts'
import { until } from '../../test/kit/until.ts'
import { Rooms } from './rooms.ts'

const open = (flags: Record<string, string>) =>
  Rooms.open({ cwd: tempFolder('here'), surface: 'cli', flags: { home: path.join(tempFolder('home'), 'cairn'), ...flags } })
const messages = [{ role: 'user' as const, text: 'password = "hunter2"' }]

describe('the language model of the app', () => {
  it('[LL17] there is none unless the settings name one that can be used', async () => {
    expect(await (await open({})).chatModel()).toBeUndefined()
    expect(await (await open({ llm: 'local' })).chatModel()).toBeUndefined()
    const elsewhere = { llm: 'local', llm_url: 'http://models.example.org/v1', llm_model: 'small' }
    expect(await (await open(elsewhere)).chatModel()).toBeUndefined()
  })

  it('[LL17, LL15] it is opened once, and only what the setting calls local gets texts with secrets', async () => {
    const server = await chatServer([say('Yes.')])
    for (const llm of ['local', 'remote']) {
      const rooms = await open({ llm, llm_url: server.url, llm_model: 'small' })
      const model = await rooms.chatModel()
      expect(model).toMatchObject({ name: 'small', server: new URL(server.url).host, isLocal: llm === 'local' })
      expect(await rooms.chatModel()).toBe(model)
      await model?.chat({ messages })
    }
    expect(server.chats.map(({ sent }) => sent.includes('hunter2'))).toEqual([true, false])
  })

  it('[LL17] requests end when the app closes', async () => {
    const server = await chatServer([{ fails: 'silent' }])
    const rooms = await open({ llm: 'local', llm_url: server.url, llm_model: 'small' })
    const answer = (await rooms.chatModel())?.chat({ messages })
    const refused = expect(answer).rejects.toThrow('closing')
    await until(() => server.chats.length === 1)
    await rooms.close()
    await refused
    await until(() => server.chats[0]?.aborted === true)
  })
})
