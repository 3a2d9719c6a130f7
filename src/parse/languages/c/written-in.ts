/**
 * `.h` is used by C, C++ and Objective-C: the text decides which. C++ syntax counts only where C would read it too, so code for
 * C++ in a C header (`#ifdef __cplusplus`) does not count. Without evidence it is C, which all three can include.
 */
import { findGroups } from './ready/branches.ts'
import { TEXT, type Tokens, tokensOf } from './ready/tokens.ts'

export function writtenIn(text: string): 'c' | 'cpp' | 'objective-c' {
  if (!mayBeOther.test(text)) return 'c'
  const tokens = tokensOf(text)
  const dead = deadTokens(tokens)
  let plus = false
  for (let at = 0; at < tokens.count; at++) {
    const behind = dead.get(at)
    if (behind !== undefined) at = behind
    if (at >= tokens.count) break
    if (tokens.at(at) === '@' && objective.test(tokens.at(at + 1))) return 'objective-c'
    if (tokens.isDirective(at) && /^#\s*import\b/.test(tokens.at(at))) return 'objective-c'
    plus ||= isPlusPlus(tokens, at)
  }
  return plus ? 'cpp' : 'c'
}

/** A text without any of these needs no closer check. */
const mayBeOther =
  /::|\b(?:class|namespace|template|using|public|private|protected|virtual|operator|constexpr|nullptr|typename|explicit|noexcept|static_cast|friend|decltype)\b|#\s*(?:import\b|include\s*<[a-z_]+>)|@(?:interface|protocol|class|import|property|end)\b/

const objective = /^(?:interface|protocol|class|import|implementation|end|property)$/

function isPlusPlus(tokens: Tokens, at: number): boolean {
  const word = tokens.at(at)
  const [next, third] = [tokens.at(at + 1), tokens.at(at + 2)]
  switch (word) {
    case '::':
      return tokens.isWord(at + 1)
    case 'class':
      return tokens.isWord(at + 1) && /^(?:[{:;]|final|[A-Za-z_]\w*)$/.test(third)
    case 'namespace':
      return next === '{' || (tokens.isWord(at + 1) && /^(?:[{=]|::)$/.test(third))
    case 'template':
      return next === '<'
    case 'using':
      return tokens.isWord(at + 1)
    case 'public':
    case 'private':
    case 'protected':
      return next === ':' || tokens.isWord(at + 1)
    case 'operator':
      return !tokens.isWord(at + 1) && next !== ';' && next !== ',' && next !== ')' && next !== '='
    case 'virtual':
    case 'explicit':
    case 'typename':
    case 'friend':
    case 'constexpr':
      return tokens.isWord(at + 1)
    case 'static_cast':
    case 'reinterpret_cast':
    case 'dynamic_cast':
      return next === '<'
    case 'decltype':
    case 'noexcept':
      return next === '('
    case 'extern':
      return tokens.kind[at + 1] === TEXT
    default:
      return tokens.isDirective(at) && /^#\s*include\s*<[a-z_]+>/.test(word)
  }
}

/** Tokens that a C compiler does not read. */
function deadTokens(tokens: Tokens): Map<number, number> {
  const dead = new Map<number, number>()
  for (const { branches } of findGroups(tokens, false).values())
    for (const branch of branches) if (branch.dead) dead.set(branch.directive + 1, branch.to)
  return dead
}
