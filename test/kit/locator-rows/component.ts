/** Components: TypeScript in a file that holds more than TypeScript. */
import type { LocatorRow } from '../locator-rows.ts'

/** `script`: how TypeScript writes it. */
export function component(language: 'vue' | 'svelte', script: LocatorRow): LocatorRow {
  const markup = language === 'vue' ? '<template>\n  <b @click="go()">{{ name }}</b>\n</template>' : '<b on:click={go}>{name}</b>'
  return {
    ...script,
    language,
    file: (...parts) => `${markup}\n\n<script lang="ts">\n${script.file(...parts)}</script>\n`,
  }
}
