// Claude Code. It passes an answer on as it is.
import path from 'node:path'
import { platformPackage } from './platform-package.mjs'

export const claudeCode = {
  name: 'claude-code',
  title: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.325',
  // The package's own command needs an install script; the platform's package holds the program.
  program: (modules) => [path.join(modules, platformPackage('@anthropic-ai/claude-code'), 'claude')],

  files: ({ server }) => ({
    '.claude.json': JSON.stringify({
      hasCompletedOnboarding: true,
      ...(server ? { mcpServers: { cairn: entry(server) } } : {}),
    }),
  }),

  args: (prompt) => ['-p', prompt, '--allowedTools', 'mcp__cairn', '--output-format', 'json'],
  environment: ({ model }) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'test',
    // Otherwise most tools are listed only by name until the model searches for them.
    ENABLE_TOOL_SEARCH: 'false',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
  }),
  /** The same client as it is set up by default. */
  deferring: { ENABLE_TOOL_SEARCH: undefined },
  unwrap: (text) => text,
}

const entry = (server) =>
  server.transport === 'http'
    ? { type: 'http', url: server.url, headers: { Authorization: `Bearer ${server.token}` } }
    : { type: 'stdio', command: server.command, args: server.args }
