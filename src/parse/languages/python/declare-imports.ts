/** `import a.b`, `from .x import y as z`, `from m import *`, anywhere in a file; and `__all__`. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { docstringAt } from './docstring.ts'
import { stateOf } from './file-state.ts'

/** `import a.b.c` binds `a`; `import a.b.c as d` binds `d` to the innermost module. */
export function importModules(node: NodeIndex, file: FileFactsBuilder): void {
  for (const imported of file.tree.childrenIn(node, 'name')) {
    const { name, alias } = nameAndAlias(imported, file)
    addImport(file, node, imported, { module: name, name: '', alias: alias || (name.split('.')[0] ?? name), kind: 'namespace' })
  }
}

export function importNames(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const source = tree.child(node, 'module_name')
  const module = source < 0 ? '__future__' : tree.textOf(source).replaceAll(/\s+/g, '')
  const wildcard = tree.childOfType(node, 'wildcard_import')
  if (wildcard >= 0) addImport(file, node, wildcard, { module, name: '', alias: '', kind: 'wildcard' })
  for (const imported of tree.childrenIn(node, 'name')) {
    const { name, alias } = nameAndAlias(imported, file)
    addImport(file, node, imported, { module, name, alias: alias || name, kind: 'named' })
  }
}

type Imported = { module: string; name: string; alias: string; kind: 'namespace' | 'named' | 'wildcard' }

function addImport(file: FileFactsBuilder, statement: NodeIndex, at: NodeIndex, imported: Imported): void {
  file.addImport({ ...imported, type_only: isTypeOnly(statement, file) }, at)
  if (!file.isLocalScope(statement) && !file.isMember(statement)) stateOf(file).taken.add(`-1\0${imported.alias}`)
}

function nameAndAlias(imported: NodeIndex, file: FileFactsBuilder): { name: string; alias: string } {
  const { tree } = file
  const name = tree.is(imported, 'aliased_import') ? tree.child(imported, 'name') : imported
  return { name: tree.textOf(name).replaceAll(/\s+/g, ''), alias: tree.textOf(tree.child(imported, 'alias')) }
}

/** Inside `if TYPE_CHECKING:` nothing is imported at run time. */
function isTypeOnly(node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const branch = tree.parent(node)
  const condition = tree.child(tree.parent(branch), 'condition')
  return tree.fieldOf(branch) === 'consequence' && /^(?:\w+\.)?TYPE_CHECKING$/.test(tree.textOf(condition))
}

/** After the whole file: exports by `__all__`, the module's docstring, and built-in names. */
export function completeModule(file: FileFactsBuilder): void {
  file.facts.doc = docstringAt(file.tree, 0) || file.docs.ofModule(0)
  const listed = new Set(file.facts.exports.map((fact) => fact.name))
  for (const symbol of file.facts.symbols) if (symbol.parent < 0 && listed.has(symbol.name)) symbol.exported = true
  // A wildcard may import any name, a new `open` too.
  if (file.facts.imports.some((fact) => fact.kind === 'wildcard')) return
  for (const name of builtins) file.scopes.declare(0, name, { local: true })
}

/** `__all__ = […]`, `+= […]`, `.extend([…])`, `.append(…)`: every string literal in it. */
export function readExportList(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (file.isLocalScope(node)) return
  const end = tree.after(node)
  for (let at = node + 1; at < end; at++) {
    if (!tree.is(at, 'string_content')) continue
    const name = tree.textOf(at)
    if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) file.addExport({ name, local: name, module: '' }, at)
  }
}

/**
 * Names every module knows without import. They are not symbols of a repo, and must not be confused with a repo's own `print`.
 */
const builtins = (
  'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits ' +
  'delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input ' +
  'int isinstance issubclass iter len license list locals map max memoryview min next object oct open ord pow print property quit ' +
  'range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__ __name__ __file__ ' +
  '__doc__ __package__ __spec__ __builtins__ __debug__ NotImplemented Ellipsis ArithmeticError AssertionError AttributeError ' +
  'BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError ' +
  'ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError ' +
  'EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning ' +
  'GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError ' +
  'KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError ' +
  'OverflowError PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning ' +
  'RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError ' +
  'TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError ' +
  'UnicodeWarning UserWarning ValueError Warning ZeroDivisionError'
).split(' ')
