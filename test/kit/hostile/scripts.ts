/** Hostile sources of languages without declared types: Python, JavaScript, Ruby, PHP, Lua, Bash, Elixir. */
import { type HostileWorld, nest } from './world.ts'

const python: HostileWorld = {
  files: {
    'm#.py': (at, next) =>
      next === undefined
        ? `def finish():\n    pass\n\n\nclass K${at}:\n    def go(self):\n        pass\n\n\nv${at} = K${at}()\n`
        : `from m${next} import *\nfrom m${next} import finish as done, K${next}, v${next}\nimport m${next} as whole\n\n\nclass K${at}(K${next}):\n    pass\n\n\nv${at} = v${next}\n\n\ndef use():\n    finish()\n    done()\n    whole.finish()\n    K${at}().go()\n    v${at}.go()\n`,
  },
  lines: {
    'one.py': (at, next) =>
      next === undefined
        ? `class K${at}:\n    def go(self): pass\ndef f${at}() -> K${at}: return K${at}()\nv${at} = K${at}()\nA${at} = K${at}`
        : `class K${at}(K${next}): pass\ndef f${at}() -> "A${next}": return f${next}()\nv${at} = v${next}\nw${at} = f${next}()\nA${at} = A${next}\nK${at}().go(); v${at}.go(); w${at}.go(); f${at}().go()`,
  },
  deep: {
    'deep.py': (times) =>
      `x: ${nest('Optional[', 'int', ']', times)} = None\nx.go()\ny = a${'.b()'.repeat(times)}\ny.go()\n${'class A:\n'.repeat(1)}    pass\n`,
  },
  found: ['finish', 'done', 'go'],
}

const javascript: HostileWorld = {
  files: {
    'm#.ts': (at, next) =>
      next === undefined
        ? `export function finish() {}\nexport { finish as done }\nexport class K${at} { go() {} }\nexport const v${at} = new K${at}()\nexport type A${at} = K${at}\nexport default finish\n`
        : `export * from './m${next}'\nexport { done } from './m${next}'\nimport { finish, K${next}, v${next}, A${next} } from './m${next}'\nimport * as whole from './m${next}'\nimport last from './m${next}'\nexport default last\nexport class K${at} extends K${next} {}\nexport const v${at} = v${next}\nexport type A${at} = A${next}\nfinish()\nlast()\nwhole.done()\nwhole.finish()\nnew K${at}().go()\nv${at}.go()\nfunction use(a: A${at}) { a.go() }\n`,
    'c#.js': (_, next) =>
      next === undefined
        ? `exports.finish = function () {}\n`
        : `const whole = require('./c${next}')\nmodule.exports = whole\nwhole.finish()\n`,
    'd#.js': (_, next) =>
      next === undefined
        ? `module.exports = { finish() {} }\n`
        : `module.exports = require('./d${next}')\nrequire('./d${next}').finish()\n`,
    'e#.js': (_, next) =>
      next === undefined ? `exports.other = () => 1\n` : `exports.other = require('./e${next}').other\nexports.other()\n`,
    'f#.js': (_, next) =>
      next === undefined
        ? `module.exports = class { go() {} }\n`
        : `const F = require('./f${next}')\nmodule.exports = class extends F {}\nnew F().go()\n`,
    'v#.vue': (_, next) =>
      next === undefined
        ? `<script>\nexport default {}\n</script>\n`
        : `<script>\nimport Next from './v${next}.vue'\nexport default Next\n</script>\n<template><Next /></template>\n`,
  },
  lines: {
    'one.ts': (at, next) =>
      next === undefined
        ? `class K${at} { go() {} }\nconst v${at} = new K${at}()\ntype A${at} = K${at}\nfunction f${at}(): K${at} { return v${at} }\ninterface I${at} { go(): void }`
        : `class K${at} extends K${next} {}\nconst v${at} = v${next}\ntype A${at} = A${next}\nfunction f${at}(): A${next} { return f${next}() }\nconst w${at} = f${next}()\ninterface I${at} extends I${next} {}\nfunction g${at}<T extends A${next}>(a: A${at}, i: I${at}, t: T) { a.go(); i.go(); t.go() }\nnew K${at}().go()\nv${at}.go()\nw${at}.go()`,
  },
  deep: {
    'deep.ts': (times) => `let x: ${nest('Promise<', 'Foo', '>', times)}\nx.go()\nconst y = a${'\n.b()'.repeat(times)}\ny.go()\n`,
    'package.json': (times) => `{ "name": "deep", "exports": ${'{"a":'.repeat(times)}"./x.js"${'}'.repeat(times)} }\n`,
    'uses.ts': () => `import { finish } from 'deep'\nfinish()\n`,
  },
  beside: (length, nextOf) =>
    Object.fromEntries([
      ['tsconfig.json', '{ "extends": "./config0.json" }\n'],
      ...Array.from({ length }, (_, at) => [
        `config${at}.json`,
        nextOf(at) === undefined
          ? '{ "compilerOptions": { "baseUrl": "." } }\n'
          : `{ "extends": "./config${nextOf(at)}.json" }\n`,
      ]),
    ]),
  found: ['finish', 'done', 'last', 'go'],
}

const ruby: HostileWorld = {
  files: {
    'lib/m#.rb': (at, next) =>
      next === undefined
        ? `class K${at}\n  def go; end\nend\nmodule M${at}\n  def finish; end\nend\nA${at} = K${at}\n`
        : `require_relative 'm${next}'\nclass K${at} < K${next}\n  include M${next}\n  extend M${next}\n  prepend M${next}\n  def use\n    go\n    finish\n    K${at}.new.go\n    super\n  end\nend\nmodule M${at}\n  include M${next}\nend\nA${at} = A${next}\nA${at}.new.go\n`,
  },
  lines: {
    'one.rb': (at, next) =>
      next === undefined
        ? `class K${at}\n def go; end\nend\nmodule M${at}\n def finish; end\nend\nA${at} = K${at}\ndef f${at}; K${at}.new; end`
        : `class K${at} < K${next}\n include M${next}\n def use; go; finish; end\nend\nmodule M${at}\n include M${next}\nend\nA${at} = A${next}\n# @return [A${next}]\ndef f${at}; f${next}; end\nv${at} = f${next}\nv${at}.go\nK${at}.new.go\nA${at}.new.go`,
  },
  deep: {
    'deep.rb': (times) =>
      `# @param x [${'Array<'.repeat(times)}Foo${'>'.repeat(times)}]\ndef f(x)\n x.go\nend\n# @return [${'T.nilable('.repeat(times)}Foo${')'.repeat(times)}]\ndef g; end\ng.go\ny = a${'\n.b()'.repeat(times)}\ny.go\n`,
  },
  found: ['go', 'finish'],
}

const php: HostileWorld = {
  files: {
    'src/K#.php': (at, next) =>
      next === undefined
        ? `<?php\nnamespace App;\nclass K${at} { public function go() {} }\ntrait T${at} { public function finish() {} }\ninterface I${at} {}\nfunction f${at}(): K${at} { return new K${at}(); }\n`
        : `<?php\nnamespace App;\nuse App\\K${next} as Next;\nrequire 'K${next}.php';\ntrait T${at} { use T${next}; }\ninterface I${at} extends I${next} {}\nclass K${at} extends Next implements I${next} { use T${next}; public Next $next; public function use() { $this->go(); $this->finish(); parent::go(); self::go(); static::go(); $this->next->go(); } }\nfunction f${at}(): Next { return f${next}(); }\n(new K${at}())->go();\nf${at}()->go();\n`,
  },
  lines: {
    'one.php': (at, next) =>
      next === undefined
        ? `class K${at} { public function go() {} public function me(): static { return $this; } }\ntrait T${at} { public function finish() {} }\nfunction f${at}(): K${at} { return new K${at}(); }`
        : `trait T${at} { use T${next}; }\nclass K${at} extends K${next} { use T${next}; }\nfunction f${at}(): K${next} { return f${next}(); }\n$v${at} = $v${next};\n$v${at}->go();\n$w${at} = f${next}();\n$w${at}->go();\n(new K${at}())->go();`,
  },
  head: '<?php',
  deep: {
    'deep.php': (times) =>
      `<?php\n/** @param ${'array<'.repeat(times)}Foo${'>'.repeat(times)} $x */\nfunction f($x) { $x->go(); }\n$y = $a${'\n->b()'.repeat(times)};\n$y->go();\n$z = ${'\n$q = '.repeat(times)}new Foo();\n${'['.repeat(times)}$r${']'.repeat(times)} = $y;\n`,
  },
  beside: () => ({ 'composer.json': '{"autoload": {"psr-4": {"App\\\\": "src/"}}}\n' }),
  found: ['go', 'finish'],
}

const lua: HostileWorld = {
  files: {
    'm#.lua': (_, next) =>
      next === undefined
        ? `local M = {}\nfunction M.finish() end\nreturn M\n`
        : `local whole = require("m${next}")\nlocal done = require("m${next}").finish\nwhole.finish()\ndone()\nreturn whole\n`,
    'n#.lua': (_, next) => (next === undefined ? `return { finish = function() end }\n` : `return require("n${next}")\n`),
  },
  lines: {
    'one.lua': (at, next) =>
      next === undefined ? `local v${at} = {}\nfunction v${at}.go() end` : `v${at} = v${next}\nv${at}.go()`,
  },
  deep: { 'deep.lua': (times) => `local y = a${'\n.b'.repeat(times)}\ny.go()\n` },
  found: ['finish'],
}

const bash: HostileWorld = {
  files: {
    'm#.sh': (_, next) => (next === undefined ? `finish() {\n  true\n}\n` : `source ./m${next}.sh\nfinish\n`),
  },
  lines: {
    'one.sh': (at, next) =>
      next === undefined ? `f${at}() {\n true\n}` : `f${at}() {\n f${next}\n}\nalias a${at}=a${next}\nf${at}`,
  },
  deep: { 'deep.sh': (times) => nest('f() {', 'finish', '}', times) },
  found: ['finish'],
}

const elixir: HostileWorld = {
  files: {
    'lib/m#.ex': (at, next) =>
      next === undefined
        ? `defmodule M${at} do\n  def finish, do: 1\nend\n`
        : `defmodule M${at} do\n  alias M${next}, as: Next\n  import M${next}\n  use M${next}\n  defdelegate finish, to: M${next}\n  def use_it, do: Next.finish() + M${next}.finish()\nend\n`,
  },
  lines: {
    'one.ex': (at, next) =>
      next === undefined
        ? `defmodule A${at} do\n  def finish, do: 1\nend`
        : `alias A${next}.X, as: A${at}\nA${at}.finish()\nalias A${next}, as: B${at}\nB${at}.finish()`,
  },
  deep: { 'deep.ex': (times) => nest('defmodule A do', 'finish()', 'end', times) },
  // A module does not re-export its imports, so no chain is longer than one step.
  found: [],
}

export const scripts: Readonly<Record<string, HostileWorld>> = { python, javascript, ruby, php, lua, bash, elixir }
