/** `docs/settings.md` is made from the table of settings; run this file with `-u` after changing the table. */
import path from 'node:path'
import { expect, it } from 'vitest'
import { allowedWords, environmentName, type Setting, type SettingKey, settingKeys, settings } from './settings.ts'

function describeSettings(): string {
  return `${[introduction, ...settingKeys.map(row)].join('\n')}\n`
}

const introduction = `# Settings

The first of these that sets a key wins: a flag (\`--set KEY=VALUE\`), an environment variable, the repo's \`.cairn.json\`, \`config.json\` in the XDG config folder
(\`~/.config/cairn\`), the default. \`cairn config\` shows each value and where it comes from.

\`.cairn.json\` is part of a repo, so it may only set keys that concern the repo's own files (last column). Any other key in it is ignored with a warning.
It can only add to \`ignore\`, and only turn \`write_artifacts\` off: what your own file says there counts too.
In a variable or a flag, separate list entries with commas, or give a JSON list.

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
  if (setting.type === 'secret') return 'not set'
  if (setting.default === '') return 'not set'
  if (setting.default === null) return key === 'workers' ? 'cores, at most 4' : 'not set'
  return `\`${setting.default}\``
}

it('[CF8] the settings page is generated from the table', async () => {
  await expect(describeSettings()).toMatchFileSnapshot(path.resolve(import.meta.dirname, '../../docs/settings.md'))
})
