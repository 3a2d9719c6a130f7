// The licence of a package, from its own files. Only packages under permissive licences are trained on.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const permissive =
  /\b(mit|expat|bsd|apache|isc|zlib|boost|bsl|psf|python|unlicense|cc0|wtfpl|php|ruby|artistic|public[- ]domain|ncsa|x11|curl|blueoak|0bsd|hpnd|ms-pl|unicode|openssl|postgresql|mpl|epl|upl|w3c|libpng|ijg|tcl|beerware)\b/i
const copyleft =
  /\b[al]?gpl|general public licen[sc]e|\bcc-by-sa|\bcc by-sa|sspl|busl|business source|elastic licen[sc]e|commons clause/i

/** The declared licence in a few words, '' when none was found. `declared` is what the package's own metadata says. */
export function licenceOf(folder, declared = '') {
  if (declared !== '' && declared !== 'unknown' && !/^see /i.test(declared)) return declared
  const debian = debianCopyright(folder)
  if (debian !== undefined) return debian
  return licenceFile(folder)
}

/** One of several alternatives is enough: `GPL-2 or MIT`. */
export function isPermissive(licence) {
  return licence.split(/\bor\b|\||\//i).some((part) => permissive.test(part) && !copyleft.test(part))
}

/** usr/share/doc/NAME/copyright: in the machine-readable form, the licence of `Files: *`; else what the text mentions. */
function debianCopyright(folder) {
  const docs = path.join(folder, 'usr/share/doc')
  if (!existsSync(docs)) return undefined
  const files = readdirSync(docs)
    .map((name) => path.join(docs, name, 'copyright'))
    .filter((file) => existsSync(file))
  const text = files[0] === undefined ? '' : readFileSync(files[0], 'utf8')
  const stanza = text.split(/\n\s*\n/).find((part) => /^Files:\s*(\*|\.\/\*)/m.test(part))
  const named = stanza && /^License:\s*(.+)$/m.exec(stanza)?.[1]
  return named?.trim() ?? guess(text)
}

function licenceFile(folder) {
  for (const below of ['', ...readdirSync(folder)]) {
    const at = path.join(folder, below)
    const names = listed(at).filter((name) => /^(licen[sc]e|copying|copyright|unlicense|mit-licen[sc]e)/i.test(name))
    const text = names.map((name) => readText(path.join(at, name))).join('\n')
    if (text.trim() !== '') return guess(text)
  }
  return ''
}

function guess(text) {
  if (copyleft.test(text) && !/\b(dual|alternatively|at your option, (any|either))\b/i.test(text)) return 'GPL family'
  if (/apache licen[sc]e/i.test(text)) return 'Apache-2.0'
  if (/permission is hereby granted, free of charge/i.test(text)) return 'MIT'
  if (/redistribution and use in source and binary forms/i.test(text)) return 'BSD'
  if (/permission to use, copy, modify/i.test(text)) return 'ISC'
  if (/mozilla public licen[sc]e/i.test(text)) return 'MPL'
  return permissive.exec(text)?.[0] ?? ''
}

function listed(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8').slice(0, 60_000)
  } catch {
    return ''
  }
}
