/** Components: files that contain TypeScript and markup. */
import type { LocatorRow } from '../locator-rows.ts'

/** `script`: the row of TypeScript. */
export function component(language: 'vue' | 'svelte', script: LocatorRow): LocatorRow {
  const markup = language === 'vue' ? '<template>\n  <b @click="go()">{{ name }}</b>\n</template>' : '<b on:click={go}>{name}</b>'
  return {
    ...script,
    language,
    file: (...parts) => `${markup}\n\n<script lang="ts">\n${script.file(...parts)}</script>\n`,
  }
}
