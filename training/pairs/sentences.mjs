// Sentences of comments and documents that can serve as a query.

const noise =
  /^(todo|fixme|xxx|hack|copyright|licen[sc]e|@|\\|:|eslint|istanbul|prettier|ts-|type:|nolint|pylint|noqa|rubocop|generated|auto-?generated|see\b|deprecated|internal|note:|returns?:?$|#)/i

/** The first paragraph of a doc comment as one line, tags and markup removed; '' when it says too little. */
export function firstSentence(doc) {
  const paragraph = plain(doc.split(/\n\s*\n/)[0] ?? '')
  const [sentence = ''] = paragraph.split(/(?<=[a-z0-9)\]'"`][.!?])\s+(?=[A-Z])/)
  return sentence.split(' ').length >= 4 || paragraph === sentence ? sentence.slice(0, 300) : paragraph.slice(0, 300)
}

/** A later sentence that says something by itself, or ''. */
export function laterSentence(doc) {
  const paragraphs = doc.split(/\n\s*\n/).slice(0, 4)
  const all = paragraphs.flatMap((paragraph) =>
    /^\s*(@|:|\*|-|>|`|\d|[A-Za-z]+\s*:|\w+\s*-{3})/.test(paragraph) ? [] : plain(paragraph).split(/(?<=[.!?])\s+(?=[A-Z])/),
  )
  return (
    all
      .slice(1)
      .find((sentence) => isTelling(sentence) && sentence.split(' ').length >= 6)
      ?.slice(0, 300) ?? ''
  )
}

export function plain(text) {
  return text
    .replaceAll(/\n\s*[@\\](param|return|throws|see|since|author|private|example|type|template)[\s\S]*$/gi, ' ')
    .replaceAll(/\{@\w+\s+([^}]*)\}/g, '$1')
    .replaceAll(/<\/?[a-z][^>]{0,60}>/gi, ' ')
    .replaceAll(/:\w+:`~?([^`]*)`/g, '$1')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/https?:\S+/g, ' ')
    .replaceAll(/[`*#=]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Enough ordinary words, mostly Latin letters, no licence or instruction to a tool. */
export function isTelling(sentence) {
  if (noise.test(sentence) || sentence.length < 12) return false
  const words = sentence.match(/[A-Za-z]{2,}/g) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return words.length >= 3 && letters / sentence.length > 0.6
}
