// Codex. It puts the time that a call took in front of each answer.
import path from 'node:path'

export const codex = {
  name: 'codex',
  title: 'Codex',
  package: '@openai/codex',
  version: '0.166.0',
  program: (modules) => [process.execPath, path.join(modules, '@openai/codex/bin/codex.js')],

  files: ({ model, server }) => ({ '.codex/config.toml': [provider(model), ...(server ? [entry(server)] : [])].join('\n') }),

  args: (prompt) => ['exec', '--skip-git-repo-check', '--json', prompt],
  environment: ({ server }) => ({ SCRIPTED_KEY: 'test', ...(server?.token ? { CAIRN_TOKEN: server.token } : {}) }),
  unwrap: (text) => text.replace(/^Wall time: [\d.]+ seconds\nOutput:\n/, ''),
}

const provider = (model) => `model = "scripted"
model_provider = "scripted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"

[features]
apps = false
plugins = false
remote_plugin = false

[analytics]
enabled = false
`

/** Without `required` the first turn may start before the server is up, and the model then sees none of its tools. */
const entry = (server) => `[mcp_servers.cairn]
${
  server.transport === 'http'
    ? `url = "${server.url}"\nbearer_token_env_var = "CAIRN_TOKEN"`
    : `command = "${server.command}"\nargs = ${JSON.stringify(server.args)}`
}
required = true
`
