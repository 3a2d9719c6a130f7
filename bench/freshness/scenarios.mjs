// The changes of the code between the index and the question, as data. `change.mjs` implements each `do`; `at` is the changed
// file: the one that defines the target, or the one that contains a call of it. Several plays of one scenario are separate runs.
//
// `ask`: `definition` (its place and source), `uses` (its callers), `text` (every line with the name, if the tool has a text
// search). `:new` asks for the name that the play gave it.

export const scenarios = [
  {
    id: 'insert-above',
    title: '37 lines inserted above',
    plays: [
      {
        change: [
          { do: 'insert-above', at: 'definition', lines: 37 },
          { do: 'insert-above', at: 'caller', lines: 37 },
        ],
        ask: ['definition', 'uses', 'text'],
      },
    ],
  },
  {
    id: 'delete-above',
    title: 'a function above deleted',
    plays: [
      { change: [{ do: 'delete-function-above', at: 'definition' }], ask: ['definition', 'text'] },
      { change: [{ do: 'delete-function-above', at: 'caller' }], ask: ['uses', 'text'] },
    ],
  },
  {
    id: 'move-within-file',
    title: 'moved to the end of its file',
    plays: [{ change: [{ do: 'move-to-end', at: 'definition' }], ask: ['definition', 'text'] }],
  },
  {
    id: 'move-to-file',
    title: 'moved to another file',
    plays: [{ change: [{ do: 'move-to-file', at: 'definition' }], ask: ['definition', 'text'] }],
  },
  {
    id: 'rename-symbol',
    title: 'symbol renamed, uses too',
    plays: [{ change: [{ do: 'rename-everywhere' }], ask: ['definition', 'definition:new', 'uses:new', 'text:new'] }],
  },
  {
    id: 'rename-file',
    title: 'file renamed',
    plays: [{ change: [{ do: 'rename-file', at: 'definition' }], ask: ['definition', 'text'] }],
  },
  {
    id: 'delete-symbol',
    title: 'symbol deleted',
    plays: [{ change: [{ do: 'delete-function', at: 'definition' }], ask: ['definition', 'text'] }],
  },
  {
    id: 'delete-file',
    title: 'file deleted',
    plays: [
      { change: [{ do: 'delete-file', at: 'definition' }], ask: ['definition', 'text'] },
      { change: [{ do: 'delete-file', at: 'caller' }], ask: ['uses', 'text'], apart: true },
    ],
  },
  {
    id: 'edit-body',
    title: 'body edited',
    plays: [{ change: [{ do: 'insert-in-body', at: 'definition', lines: 2 }], ask: ['definition', 'text'] }],
  },
  {
    id: 'new-caller',
    title: 'new caller',
    plays: [{ change: [{ do: 'clone-function', at: 'caller' }], ask: ['uses', 'text'] }],
  },
  {
    id: 'remove-caller',
    title: 'caller removed',
    plays: [{ change: [{ do: 'delete-function', at: 'caller' }], ask: ['uses', 'text'] }],
  },
  {
    id: 'crlf-flip',
    title: 'line ends flipped to CRLF',
    plays: [
      {
        change: [
          { do: 'crlf', at: 'definition' },
          { do: 'crlf', at: 'caller' },
        ],
        ask: ['definition', 'uses', 'text'],
      },
    ],
  },
  {
    id: 'reformat',
    title: 'whole file reformatted',
    plays: [
      {
        change: [
          { do: 'reformat', at: 'definition' },
          { do: 'reformat', at: 'caller' },
        ],
        ask: ['definition', 'uses', 'text'],
      },
    ],
  },
  {
    id: 'branch-switch',
    title: 'branch switched (git)',
    plays: [
      {
        change: [
          { do: 'insert-above', at: 'definition', lines: 11 },
          { do: 'clone-function', at: 'caller' },
          { do: 'commit-on-branch', branch: 'elsewhere' },
        ],
        ask: ['definition', 'uses', 'text'],
      },
    ],
  },
  {
    id: 'old-mtime',
    title: 'same size, same mtime',
    plays: [{ change: [{ do: 'swap-with-next', at: 'definition', keepTime: true }], ask: ['definition', 'text'] }],
  },
  {
    id: 'replace-directory',
    title: 'directory replaced (rm, made anew)',
    plays: [{ change: [{ do: 'replace-directory', at: 'definition', lines: 11 }], ask: ['definition', 'uses', 'text'] }],
  },
]
