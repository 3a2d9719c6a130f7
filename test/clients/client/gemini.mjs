// Gemini CLI. It wraps each result in a tag that calls it untrusted.
import path from 'node:path'

export const gemini = {
  name: 'gemini',
  title: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: (modules) => [process.execPath, path.join(modules, '@google/gemini-cli/bundle/gemini.js')],

  files: ({ server }) => ({
    '.gemini/settings.json': JSON.stringify({
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      security: { auth: { selectedType: 'gemini-api-key' } },
      ...(server ? { mcpServers: { cairn: entry(server) } } : {}),
    }),
  }),

  // Without -m a router first asks the model which model to use.
  args: (prompt) => ['-m', 'gemini-2.5-flash', '-p', prompt, '--yolo', '--skip-trust', '--output-format', 'json'],
  environment: ({ model }) => ({ GEMINI_API_KEY: 'test', GOOGLE_GEMINI_BASE_URL: model, GEMINI_CLI_NO_RELAUNCH: 'true' }),
  unwrap: (text) => /^<untrusted_context>\n(.*)\n<\/untrusted_context>$/s.exec(text)?.[1] ?? errorText(text) ?? text,
}

const entry = (server) =>
  server.transport === 'http'
    ? { httpUrl: server.url, headers: { Authorization: `Bearer ${server.token}` } }
    : { command: server.command, args: server.args }

/** An error comes as a sentence that ends with the JSON of the whole result. */
function errorText(text) {
  const json = /^MCP tool '\w+' reported tool error for function call: .* with response: (\[.*\])$/.exec(text)?.[1]
  return (
    json &&
    JSON.parse(json)[0]
      .functionResponse.response.content.map((block) => block.text)
      .join('\n')
  )
}
