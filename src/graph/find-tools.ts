/** What the ways of finding a symbol share: what they read with, and what each gives back for one repo. */
import type { PathTest } from '../base/glob.ts'
import type { IndexView } from '../store/index-view.ts'
import type { Anchors } from './anchors.ts'
import type { Definition } from './definition.ts'

/** `fits`: whether what stands in a file counts. */
export type FindTools = { view: IndexView; anchors: Anchors; fits: PathTest }

export type FoundInRepo = {
  definitions: Definition[]
  /** How many there are; more than `definitions` holds when the name is that common. */
  total: number
  /** Why there are none. */
  reason?: string | null
  /** What was taken where that is not plain: the symbol around a line, a member that a class inherits. */
  note?: string | null
  /** At a position: a name whose meaning could not be linked. */
  open_name?: string | null
}
