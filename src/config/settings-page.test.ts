/** `docs/settings.md` is made from the table of settings; run this file with `-u` after changing the table. */
import path from 'node:path'
import { expect, it } from 'vitest'
import { allowedWords, environmentName, type Setting, type SettingKey, settingKeys, settings } from './settings.ts'

function describeSettings(): string {
  return `${[introduction, ...settingKeys.map(row)].join('\n')}\n`
}

const introduction = `# Settings

A flag (\`--set KEY=VALUE\`) counts over an environment variable, that over the repo's \`.cairn.json\`, that over \`config.json\` in the XDG config folder
(\`~/.config/cairn\`), that over the default. \`cairn config\` shows each value and where it came from.

\`.cairn.json\` comes with a repo, so it may set only what concerns the repo's own files (last column). Anything else in it is not taken, and a warning says so.
In a variable or a flag, list entries are separated by commas; a JSON list works too.

| key | variable | allowed | default | what it does | in \`.cairn.json\` |
|---|---|---|---|---|---|`

function row(key: SettingKey): string {
  const setting: Setting = settings[key]
  const cells = [`\`${key}\``, `\`${environmentName(key)}\``, allowedWords(setting), defaultWords(key, setting), setting.describe]
  return `| ${[...cells, setting.repo ? 'yes' : 'no'].join(' | ')} |`
}

function defaultWords(key: SettingKey, setting: Setting): string {
  if (setting.type === 'folder') return 'the XDG data folder, `~/.local/share/cairn`'
  if (setting.type === 'list') return 'none'
  if (setting.default === null) return key === 'workers' ? 'cores, at most 4' : 'not set'
  return `\`${setting.default}\``
}

it('[CF8] the settings page says what the table says', async () => {
  await expect(describeSettings()).toMatchFileSnapshot(path.resolve(import.meta.dirname, '../../docs/settings.md'))
})
