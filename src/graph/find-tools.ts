/** Types shared by the functions that find a symbol: their inputs, and their result for one repo. */
import type { PathTest } from '../base/glob.ts'
import type { IndexView } from '../store/index-view.ts'
import type { Anchors } from './anchors.ts'
import type { Definition } from './definition.ts'

/** `fits`: whether symbols of a file count. */
export type FindTools = { view: IndexView; anchors: Anchors; fits: PathTest }

export type FoundInRepo = {
  definitions: Definition[]
  /** Number of definitions; larger than `definitions` if the name is very common. */
  total: number
  /** Why there are none. */
  reason?: string | null
  /** Which interpretation was chosen when there are several: the symbol that contains a line, an inherited member. */
  note?: string | null
  /** At a position: a name that could not be linked. */
  open_name?: string | null
}
