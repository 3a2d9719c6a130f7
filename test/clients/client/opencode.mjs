// opencode. It passes an answer on as it is.
import path from 'node:path'
import { platformPackage } from './platform-package.mjs'

export const opencode = {
  name: 'opencode',
  title: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  // The package's own command needs an install script; the platform's package holds the program.
  program: (modules) => [path.join(modules, platformPackage('opencode'), 'bin/opencode')],

  files: ({ model, server }) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      model: 'scripted/scripted',
      autoupdate: false,
      share: 'disabled',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'scripted',
          options: { baseURL: `${model}/v1`, apiKey: 'test' },
          models: { scripted: { name: 'scripted' } },
        },
      },
      ...(server ? { mcp: { cairn: entry(server) } } : {}),
    }),
  }),

  args: (prompt) => ['run', '--format', 'json', prompt],
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    // Otherwise it installs a package of its own beside its configuration, in the background.
    npm_config_offline: 'true',
  }),
  unwrap: (text) => text,
}

const entry = (server) =>
  server.transport === 'http'
    ? { type: 'remote', url: server.url, headers: { Authorization: `Bearer ${server.token}` }, oauth: false, enabled: true }
    : { type: 'local', command: [server.command, ...server.args], enabled: true }
