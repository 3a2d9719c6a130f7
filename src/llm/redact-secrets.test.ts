import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatServer, say } from '../../test/kit/chat-server.ts'
import { createChatModel } from './create-chat-model.ts'
import type { ChatMessage } from './port.ts'
import { redactSecrets } from './redact-secrets.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const mixed = `${letters}${letters.toUpperCase()}0123456789`
const run = (alphabet: string, length: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((each) => each.join(''))
/** Random enough that nobody takes it for a word. */
const random = (length: number, alphabet = mixed) => run(alphabet, length).map((text) => `${text.slice(0, -2)}7q`)

const keyBlock = (kind: string, lines: readonly string[]): string =>
  `-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----`

/** A secret, and a line in which it may be found. */
const planted: Record<string, fc.Arbitrary<{ secret: string; line: string }>> = {
  'AWS key': run('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16).map((rest) => ({ secret: `AKIA${rest}`, line: `client(AKIA${rest})` })),
  'AWS secret': random(40, `${mixed}+/`).map((secret) => ({ secret, line: `aws_secret_access_key = ${secret}` })),
  'Google key': random(35).map((rest) => ({ secret: `AIza${rest}`, line: `https://maps.example/js?key=AIza${rest}&v=3` })),
  'GitHub token': random(36).map((rest) => ({ secret: `ghp_${rest}`, line: `git clone https://ghp_${rest}@github.com/a/b` })),
  'GitHub fine-grained token': random(60).map((rest) => ({ secret: `github_pat_${rest}`, line: `TOKEN: github_pat_${rest}` })),
  'GitLab token': random(20).map((rest) => ({ secret: `glpat-${rest}`, line: `PRIVATE-TOKEN: glpat-${rest}` })),
  'Slack token': random(24).map((rest) => ({ secret: `xoxb-12345-${rest}`, line: `new Slack("xoxb-12345-${rest}")` })),
  'Slack hook': random(24).map((rest) => ({ secret: rest, line: `https://hooks.slack.com/services/T0/B0/${rest}` })),
  'Stripe key': random(24).map((rest) => ({ secret: `sk_live_${rest}`, line: `stripe('sk_live_${rest}')` })),
  'OpenAI key': random(48).map((rest) => ({ secret: `sk-proj-${rest}`, line: `openai.key(sk-proj-${rest});` })),
  'Anthropic key': random(80).map((rest) => ({ secret: `sk-ant-api03-${rest}`, line: `x-api-key: sk-ant-api03-${rest}` })),
  'Hugging Face token': random(34).map((rest) => ({ secret: `hf_${rest}`, line: `login hf_${rest}` })),
  'npm token': random(36).map((rest) => ({ secret: `npm_${rest}`, line: `//registry.example.org/:_authToken=npm_${rest}` })),
  'PyPI token': random(80).map((rest) => ({ secret: `pypi-${rest}`, line: `twine -p pypi-${rest}` })),
  JWT: fc
    .tuple(random(20), random(30), random(43))
    .map(([a, b, c]) => ({ secret: `eyJ${a}.eyJ${b}.${c}`, line: `cookie=eyJ${a}.eyJ${b}.${c}; path=/` })),
  'bearer token': random(40).map((secret) => ({ secret, line: `Authorization: Bearer ${secret}` })),
  'password in code': run(letters, 9).map((secret) => ({ secret, line: `const password = "${secret}"` })),
  'password in JSON': run(letters, 9).map((secret) => ({ secret, line: `{"db_password": "${secret}", "user": "a"}` })),
  'password with spaces': run(letters, 5).map((word) => ({
    secret: `${word} horse staple`,
    line: `passphrase: '${word} horse staple'`,
  })),
  'password in a shell': run(letters, 8).map((secret) => ({ secret, line: `export DB_PASSWORD=${secret}` })),
  'password in YAML': random(12).map((secret) => ({ secret, line: `  password: ${secret}` })),
  'API key in a property': random(20).map((secret) => ({ secret, line: `config.apiKey = '${secret}';` })),
  'client secret': random(20).map((secret) => ({ secret, line: `client_secret=>"${secret}",` })),
  'connection string': run(letters, 10).map((secret) => ({ secret, line: `postgres://app:${secret}@db.example:5432/shop` })),
  'connection string with a strange password': run(letters, 6).map((word) => ({
    secret: `${word}@#1`,
    line: `amqp://app:${word}@#1@mq/`,
  })),
  'Azure connection': random(60).map((rest) => ({ secret: rest, line: `AccountName=a;AccountKey=${rest}==;EndpointSuffix=b` })),
  'private key': fc
    .array(run(mixed, 64), { minLength: 2, maxLength: 8 })
    .map((lines) => ({ secret: lines.at(-1) ?? '', line: keyBlock('RSA PRIVATE KEY', lines) })),
  'private key in JSON': run(mixed, 200).map((body) => ({
    secret: body.slice(90, 120),
    line: `"private_key": "-----BEGIN PRIVATE KEY-----\\n${body}\\n-----END PRIVATE KEY-----\\n"`,
  })),
  'beginning of a private key': fc
    .array(run(mixed, 64), { minLength: 2, maxLength: 5 })
    .map((lines) => ({ secret: lines.at(-1) ?? '', line: `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}` })),
  'middle of a private key': fc
    .array(run(mixed, 64), { minLength: 3, maxLength: 5 })
    .map((lines) => ({ secret: lines[1] ?? '', line: lines.join('\n') })),
}

describe('secrets', () => {
  it.each(Object.entries(planted))('[LL15] are replaced: %s', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, ({ secret, line }) => {
        const safe = redactSecrets(`before()\n${line}\nafter()`)
        expect(safe).not.toContain(secret)
        expect(safe).toContain('[redacted: ')
        expect(safe).toMatch(/^before\(\)\n/)
        expect(safe).toMatch(/after\(\)$/)
      }),
    )
  })

  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code in a text
  const reference = '  const url = `postgres://app:${password}@${host}/shop`'

  it('[LL15] what is not secret stays: names, types, references and the rest of a line', () => {
    const code = [
      'function login(user: string, password: string): Token {',
      '  const token = lexer.next()',
      "  if (token.kind === 'identifier') return { token: 'keyword' }",
      '  const secret = process.env.SECRET',
      reference,
      '  DB_PASSWORD=$OTHER docker run',
      '  password: "********"',
      '  connect("postgres://localhost:5432/shop", { password, apiKey: options.apiKey })',
      'sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      '  private readonly tokens: Int32Array',
      'const passwordField = form.find("password")',
    ].join('\n')
    expect(redactSecrets(code)).toBe(code)
    expect(redactSecrets('postgres://app:hunter2@db/shop')).toBe('postgres://app:[redacted: password]@db/shop')
    expect(redactSecrets('const password = "hunter2" // of Bob')).toBe('const password = "[redacted: secret]" // of Bob')
  })

  it('[LL15] replacing twice changes nothing', () => {
    const any = fc.oneof(...Object.values(planted))
    fc.assert(
      fc.property(fc.array(any, { maxLength: 5 }), (secrets) => {
        const once = redactSecrets(secrets.map(({ line }) => line).join('\n'))
        expect(redactSecrets(once)).toBe(once)
      }),
    )
  })

  it('[LL15] hostile text takes no longer than its length', () => {
    const hostile = [
      '-----BEGIN PRIVATE KEY-----',
      'eyJaaaaaaaaa.',
      'password="',
      "token='",
      'a://',
      'a://b:',
      'sk-',
      'A'.repeat(63),
      'xoxb-',
      '?key=',
      'PASSWORD=',
      '\\"',
      'key-',
      'password:',
    ]
    for (const piece of hostile) expect(redactSecrets(piece.repeat(Math.ceil(300_000 / piece.length))).length).toBeGreaterThan(0)
  })
})

describe('what leaves this machine', () => {
  const any = fc.oneof(...Object.values(planted))
  const messagesWith = (lines: readonly string[]): ChatMessage[] => {
    const [a = '', b = '', c = '', d = ''] = lines
    return [
      { role: 'system', text: `Rules.\n${a}` },
      { role: 'user', text: `What is this?\n${b}\n` },
      {
        role: 'assistant',
        text: 'I look.',
        calls: [{ id: 'x', name: 'search', arguments: { query: c, list: [{ c }] }, written: c }],
      },
      { role: 'tool', call_id: 'x', name: 'search', text: `src/a.ts:1\n${d}\n` },
    ]
  }
  const sentWith = async (messages: readonly ChatMessage[], is_local: boolean) => {
    const server = await chatServer([say('Yes.')])
    await createChatModel({ url: server.url, model: 'small', timeout_ms: 5_000, is_local }).chat({ messages })
    server.close()
    return server.chats[0]?.sent ?? ''
  }

  it('[LL15] never has a secret in it, wherever it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: 4, maxLength: 4 }), async (secrets) => {
        const sent = await sentWith(messagesWith(secrets.map(({ line }) => line)), false)
        for (const { secret } of secrets) expect(sent).not.toContain(JSON.stringify(secret).slice(1, -1))
      }),
      { numRuns: 60 },
    )
  })

  it('[LL15] is unchanged on the way to a model on this machine', async () => {
    const sent = await sentWith(messagesWith(['password = "hunter2"', '', '', '']), true)
    expect(sent).toContain('hunter2')
  })
})
