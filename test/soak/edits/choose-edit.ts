/** Chooses the next edit: mostly ordinary ones, sometimes any other. */
import type { Edit, EditContext, Edited } from './edit.ts'
import * as files from './file-edits.ts'
import * as git from './git-edits.ts'
import * as odd from './odd-edits.ts'
import * as roots from './root-edits.ts'
import * as symbols from './symbol-edits.ts'
import * as text from './text-edits.ts'

const edits: readonly (readonly [number, Edit])[] = [
  [10, text.insertAbove],
  [9, text.insertBetween],
  [9, text.insertInside],
  [7, text.deleteLines],
  [4, text.deleteDefinition],
  [9, text.bodyEdit],
  [4, text.sameSizeEdit],
  [3, text.restoredTime],
  [3, text.sameTick],
  [2, text.undo],
  [4, text.removeCaller],
  [2, text.flipLineEnds],
  [2, text.reindent],
  [1, text.flipMark],
  [2, text.truncateFile],
  [1, text.garbage],
  [1, text.emptyFile],
  [4, symbols.duplicateFunction],
  [6, symbols.renameSymbol],
  [4, symbols.moveFunction],
  [3, symbols.moveWithin],
  [9, symbols.newCaller],
  [4, symbols.newFile],
  [4, files.renameFile],
  [1.5, files.renameFolder],
  [3, files.deleteFile],
  [1, files.deleteFolder],
  [3, files.restoreFiles],
  [3, files.copyFile],
  [1, files.copyFolder],
  [1, files.replaceFolder],
  [1, files.touchFile],
  [1, files.changeMode],
  [1, files.swapLink],
  [0.5, files.fileBecomesFolder],
  [3, roots.renameAtRoot],
  [2, roots.copyAtRoot],
  [1, roots.deleteAtRoot],
  [1, roots.editManifest],
  [0.5, roots.deleteManifest],
  [1, roots.nestManifest],
  [2, git.addSome],
  [4, git.commit],
  [3, git.checkoutBranch],
  [1.5, git.stash],
  [1.5, git.stashPop],
  [2, git.resetHard],
  [1, git.rebase],
  [1.5, git.editIgnore],
  [1, git.untrack],
  [1, git.lookAway],
  [2, git.heal],
  [0.2, odd.hugeFile],
  [1, odd.longLine],
  [0.8, odd.otherEncoding],
  [0.8, odd.oddName],
  [0.4, odd.changeCase],
  [0.5, odd.loseArtifacts],
  [0.5, odd.indexForm],
  [0.4, odd.sparseCheckout],
  [0.4, odd.revert],
]

/** If an edit is not possible, another one is chosen. */
export async function makeEdit(context: EditContext): Promise<Edited> {
  for (let tries = 0; tries < 12; tries++) {
    try {
      const edited = await context.random.weighted(edits)(context)
      if (edited) return edited
    } catch (error) {
      // A folder where a file was, a name that is in use: a partial edit is an edit too.
      if (!isFileTrouble(error)) throw error
      return { what: `an edit that stopped half way (${(error as Error).message})`, files: [] }
    }
  }
  return (await git.heal(context)) ?? { what: 'nothing', files: [] }
}

const isFileTrouble = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(?:ENOENT|EISDIR|ENOTDIR|EEXIST|ENOTEMPTY|EINVAL|ELOOP)$|^ERR_FS_/.test(String(error.code))
