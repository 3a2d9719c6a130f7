/** What reading a document gives, whatever its format. */
import type { SectionFact } from '../../contract/facts.ts'

export type DocumentReading = {
  sections: SectionFact[]
  /** `bodies[i]` is the text of `sections[i]` as a reader sees it: of a notebook the cells, not the JSON around them. */
  bodies: string[]
  /** What the document says of itself, or ''. */
  doc: string
}
