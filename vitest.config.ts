import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    exclude: ['test/repos/**', '**/node_modules/**', '**/fixtures/**'],
    // Ends a test that hangs. Nothing is judged by time, and on a busy machine a test may take ten times as long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
  },
})
