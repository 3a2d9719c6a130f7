// The contents of the projects that must not be trained on, as git names them: a folder with one text file for each project, one hash (the first 16
// digits) a line. Made from a clone with
//   git cat-file --batch-all-objects --batch-check='%(objectname) %(objecttype)' | awk '$2=="blob"{print substr($1,1,16)}' > FOLDER/owner+name.txt
// so every version of every file in a project's history is known.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** {size, projects, has(hash)}. Fifteen million hashes take 120 MB. */
export function readBlobSet(folder) {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
  const texts = files.map((name) => readFileSync(path.join(folder, name), 'latin1'))
  const hashes = new BigUint64Array(texts.reduce((sum, text) => sum + Math.ceil(text.length / 17), 0))
  let used = 0
  for (const text of texts) {
    for (let at = 0; at + 16 <= text.length; at += 17) hashes[used++] = BigInt(`0x${text.slice(at, at + 16)}`)
  }
  const sorted = hashes.subarray(0, used).sort()
  return {
    size: used,
    projects: files.map((name) => name.replace(/\.txt$/, '').replace('+', '/')),
    has: (hash) => isIn(sorted, BigInt(`0x${hash}`)),
  }
}

function isIn(sorted, wanted) {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted
}
