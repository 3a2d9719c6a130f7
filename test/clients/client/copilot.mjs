// Copilot CLI. It passes an answer on as it is, but for errors.
import path from 'node:path'
import { platformPackage } from './platform-package.mjs'

export const copilot = {
  name: 'copilot',
  title: 'Copilot CLI',
  package: '@github/copilot',
  version: '1.0.102',
  program: (modules) => [path.join(modules, platformPackage('@github/copilot'), 'copilot')],

  files: ({ server }) => (server ? { '.copilot/mcp-config.json': JSON.stringify({ mcpServers: { cairn: entry(server) } }) } : {}),

  args: (prompt) => ['-p', prompt, '--allow-all-tools', '--no-auto-update', '--disable-client-telemetry', '--no-color'],
  environment: ({ model }) => ({
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_MODEL: 'scripted',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  /** Only an error has the server's name in front. */
  unwrap: (text) => text.replace(/^MCP server 'cairn': /, ''),
}

const entry = (server) =>
  server.transport === 'http'
    ? { type: 'http', url: server.url, headers: { Authorization: `Bearer ${server.token}` }, tools: ['*'] }
    : { type: 'local', command: server.command, args: server.args, tools: ['*'] }
