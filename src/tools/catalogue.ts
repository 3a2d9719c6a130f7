/** Every tool, in the order a newcomer meets them. `app` adds those that need more rooms than `tools` may know. */
import type { Tool } from './tool.ts'

export const catalogue: readonly Tool[] = []
