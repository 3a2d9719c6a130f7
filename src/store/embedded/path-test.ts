/** Which paths a filter accepts. */
import { type PathTest, pathFilters } from '../../base/glob.ts'
import type { DocumentFilter } from '../port.ts'

/** undefined where the filter does not restrict paths. */
export function pathTest({ paths, only, except }: DocumentFilter): PathTest | undefined {
  const tests: PathTest[] = []
  if (paths) tests.push(pathFilters(paths))
  if (only) {
    const wanted = new Set(only)
    tests.push((path) => wanted.has(path))
  }
  if (except) {
    const unwanted = new Set(except)
    tests.push((path) => !unwanted.has(path))
  }
  return tests.length === 0 ? undefined : (path) => tests.every((test) => test(path))
}
