/** C and C++, rule by rule, on repos of a few lines. */
import { expect, it } from 'vitest'
import { linked } from '../../../test/kit/linked-name.ts'
import { linkRepo } from '../../../test/kit/linked-repo.ts'

const queue = {
  'include/queue.h':
    '#ifndef QUEUE_H\n#define QUEUE_H\n#define QUEUE_MAX 8\nenum state { NEW, DONE };\nstruct job { struct job *next; int (*run)(struct job *); };\ntypedef struct job job_t;\nint queue_push(job_t *job);\nint queue_only_declared(void);\nextern int queue_count;\n#endif\n',
  'src/queue.c':
    '#include "queue.h"\nint queue_count = 0;\nstatic int helper(void) { return QUEUE_MAX; }\nint queue_push(job_t *job) { return helper() + job->next->run(job); }\n',
  'src/main.c':
    '#include "queue.h"\n#include <stdio.h>\nint main(void) {\n  job_t job;\n  queue_push(&job);\n  queue_only_declared();\n  queue_count = NEW;\n  job.run(&job);\n  helper();\n  printf("x");\n}\n',
}

it('[RE80] a file sees what it includes; a call is linked through the header to the only definition', async () => {
  expect(await linked(queue, 'src/main.c', 'queue_push')).toBe('src/queue.c#queue_push')
  expect(await linked(queue, 'src/main.c', 'queue_only_declared')).toBe('include/queue.h#queue_only_declared')
  expect(await linked(queue, 'src/main.c', 'queue_count')).toBe('src/queue.c#queue_count (variable)')
  expect(await linked(queue, 'src/main.c', 'NEW')).toBe('include/queue.h#state.NEW (constant)')
  expect(await linked(queue, 'src/main.c', 'run')).toBe('include/queue.h#job.run (property)')
  expect(await linked(queue, 'src/main.c', 'job_t')).toBe('include/queue.h#job_t')
  expect(await linked(queue, 'src/main.c', 'helper')).toBe('not-found')
  expect(await linked(queue, 'src/main.c', 'queue.h')).toBe('include/queue.h#')
  expect(await linked(queue, 'src/main.c', '<stdio.h>')).toBe('pkg:c/stdio.h')
  expect(await linked(queue, 'src/queue.c', 'helper')).toBe('src/queue.c#helper')
  expect(await linked(queue, 'src/queue.c', 'run')).toBe('include/queue.h#job.run (property)')
  expect(await linked(queue, 'src/queue.c', 'QUEUE_MAX')).toBe('include/queue.h#QUEUE_MAX')
})

it('[RE80] a definition is linked to what declares it', async () => {
  const repo = await linkRepo(queue)
  const derived = repo.links.get('src/queue.c')?.derived ?? []
  expect(derived.map(({ edge, line, target }) => [edge, line, target.path])).toEqual([
    ['implements', 2, 'include/queue.h'],
    ['implements', 4, 'include/queue.h'],
  ])
})

it('[RE81] with two definitions the declaration is the target; without the include it is another function', async () => {
  const files = {
    'a.h': 'void start(void);\n',
    'unix.c': '#include "a.h"\nvoid start(void) {}\n',
    'windows.c': '#include "a.h"\nvoid start(void) {}\n',
    'main.c': '#include "a.h"\nint main(void) { start(); }\n',
    'b.h': 'void stop(void);\n',
    'other.c': 'void stop(void) {}\n',
    'b.c': '#include "b.h"\nvoid go(void) { stop(); }\n',
  }
  expect(await linked(files, 'main.c', 'start')).toBe('a.h#start')
  expect(await linked(files, 'b.c', 'stop')).toBe('b.h#stop')
})

it('[RE81] an include that fits two files is not followed; one next to the file comes first', async () => {
  const files = {
    'x/util.h': 'int util_x(void);\n',
    'y/util.h': 'int util_y(void);\n',
    'x/a.c': '#include "util.h"\nint a(void) { return util_x(); }\n',
    'z/b.c': '#include "util.h"\nint b(void) { return util_x(); }\n',
  }
  expect(await linked(files, 'x/a.c', 'util_x')).toBe('x/util.h#util_x')
  expect(await linked(files, 'z/b.c', 'util_x')).toBe('not-found')
  expect(await linked(files, 'z/b.c', 'util.h')).toBe('module-not-found')
})

const shapes = {
  'shapes.hpp':
    'namespace geo {\ninline namespace v1 {\nclass Base { public: virtual double area() const; void both(); };\nclass Shape : public Base {\n public:\n  explicit Shape(int side);\n  double area() const override;\n  void grow(int by);\n  void grow(int by, int again);\n  static Shape* make();\n  Shape& self();\n private:\n  void hide(int how) EXCLUDES(lock_);\n  int side_;\n};\nnamespace util { int twice(int x); template <typename T> T pick(T a) { return a; } }\n}\n}\n',
  'shapes.cpp':
    '#include "shapes.hpp"\nnamespace geo {\ndouble Shape::area() const { return side_ * util::twice(2); }\nvoid Shape::grow(int by) { side_ += by; both(); hide(1); }\nvoid Shape::hide(int how) {}\nShape* Shape::make() { return new Shape(1); }\nint util::twice(int x) { return x; }\n}\n',
  'main.cpp':
    '#include "shapes.hpp"\n#include <memory>\nusing namespace geo;\nnamespace g = geo;\nvoid run(Shape* shape, std::unique_ptr<Shape> owned) {\n  shape->area();\n  shape->grow(1);\n  shape->grow(1, 2);\n  owned->both();\n  auto made = Shape::make();\n  made->self().both();\n  g::util::twice(3);\n  geo::util::pick<int>(4);\n  std::move(shape);\n  unknown->area();\n  owned.reset();\n}\n',
}

it('[RE82] C++: namespaces over several files, members through typed receivers, overloads by number of arguments', async () => {
  expect(await linked(shapes, 'main.cpp', 'twice')).toBe('shapes.cpp#geo.util.twice')
  expect(await linked(shapes, 'main.cpp', 'pick')).toBe('shapes.hpp#geo.v1.util.pick')
  expect(await linked(shapes, 'main.cpp', 'make')).toBe('shapes.cpp#geo.Shape.make')
  expect(await linked(shapes, 'main.cpp', 'both')).toBe('shapes.hpp#geo.v1.Base.both')
  expect(await linked(shapes, 'main.cpp', 'move')).toBe('builtin')
  expect(await linked(shapes, 'main.cpp', 'area')).toBe('receiver-unknown')
  expect(await linked(shapes, 'main.cpp', 'reset')).toBe('receiver-unknown')
  expect(await linked(shapes, 'main.cpp', 'grow')).toBe('shapes.hpp#geo.v1.Shape.grow#2')
  expect(await linked(shapes, 'shapes.cpp', 'side_')).toBe('shapes.hpp#geo.v1.Shape.side_ (property)')
  expect(await linked(shapes, 'shapes.cpp', 'hide')).toBe('shapes.cpp#geo.Shape.hide')
  expect(await linked(shapes, 'shapes.cpp', 'both')).toBe('shapes.hpp#geo.v1.Base.both')
  expect(await linked(shapes, 'shapes.cpp', 'Shape', 'calls')).toBe('shapes.hpp#geo.v1.Shape')
})

it('[RE82] C++: overloads with equally many parameters are ambiguous; virtual methods are overridden', async () => {
  const files = {
    'a.cpp':
      'void f(int a) {}\nvoid f(double a) {}\nstruct A { virtual void go(); void stay(); };\nstruct B : A { void go(); void stay(); };\nvoid g() { f(1); B b; b.go(); }\n',
  }
  expect(await linked(files, 'a.cpp', 'f')).toBe('ambiguous')
  expect(await linked(files, 'a.cpp', 'go')).toBe('a.cpp#B.go')
  const { links } = await linkRepo(files)
  expect(links.get('a.cpp')?.derived.map(({ edge, line }) => [edge, line])).toEqual([['overrides', 4]])
})

it('[RE82] C++: a macro that opens a namespace puts the whole file into it', async () => {
  const files = {
    'lib/config.h': '#define LIB_BEGIN_NAMESPACE namespace lib { inline namespace v1 {\n#define LIB_END_NAMESPACE }}\n',
    'lib/text.h':
      '#include "config.h"\n\nLIB_BEGIN_NAMESPACE\n\nclass Text { public: int size(); };\nint format(Text* text);\n\nLIB_END_NAMESPACE\n',
    'lib/other.h':
      '#include "text.h"\n\nLIB_BEGIN_NAMESPACE\n\ninline int twice(Text* t) { return format(t); }\n\nLIB_END_NAMESPACE\n',
    'main.cpp': '#include "lib/other.h"\nint main() { lib::Text text; lib::twice(&text); text.size(); }\n',
  }
  expect(await linked(files, 'lib/other.h', 'format')).toBe('lib/text.h#format')
  expect(await linked(files, 'main.cpp', 'twice')).toBe('lib/other.h#twice')
  expect(await linked(files, 'main.cpp', 'size')).toBe('lib/text.h#Text.size')
})

it('[RE81] what the branches of one file define is one symbol; a test belongs to its fixture', async () => {
  const files = {
    'export.h':
      '#ifdef _WIN32\n#define EXPORT __declspec(dllexport)\n#else\n#define EXPORT\n#endif\n#ifdef FAST\ninline int speed(void) { return 2; }\n#else\ninline int speed(void) { return 1; }\n#endif\n',
    'a.h': '#include "export.h"\nEXPORT int f(void);\n',
    'a_test.cpp':
      '#include "export.h"\nnamespace shop {\nclass CartTest { public: void fill(int n) {} };\nTEST_F(CartTest, Fills) { fill(3); speed(); }\n}\n',
  }
  expect(await linked(files, 'a.h', 'EXPORT')).toBe('export.h#EXPORT')
  expect(await linked(files, 'a_test.cpp', 'speed')).toBe('export.h#speed')
  expect(await linked(files, 'a_test.cpp', 'fill')).toBe('a_test.cpp#shop.CartTest.fill')
})

it('[RE16] [RE80] quotes and angle brackets are two questions, also in a file at the root and in any order of linking', async () => {
  const util = { 'util.h': 'int helper(int);\n', 'util.c': '#include "util.h"\nint helper(int n) { return n; }\n' }
  const quoted = '#include "util.h"\nint f(void) { return helper(1); }\n'
  const angled = '#include <util.h>\nint g(void) { return 1; }\n'
  for (const folder of ['', 'core/'])
    for (const [first, second] of [
      [quoted, angled],
      [angled, quoted],
    ] as const) {
      const files = Object.fromEntries(
        Object.entries({ 'a.c': first, ...util, 'z.c': second }).map(([path, text]) => [folder + path, text]),
      )
      const [withQuotes, withBrackets] = first === quoted ? ['a.c', 'z.c'] : ['z.c', 'a.c']
      expect(await linked(files, folder + withQuotes, 'helper')).toBe(`${folder}util.c#helper`)
      expect(await linked(files, folder + withBrackets, '<util.h>')).toBe('pkg:c/util.h')
    }
})
