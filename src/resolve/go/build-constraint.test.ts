/** Build constraints: which files are certainly left out of a build. */
import { describe, expect, it } from 'vitest'
import { linkRepo } from '../../../test/kit/linked-repo.ts'
import { constraintOf, isLeftOut } from './build-constraint.ts'

describe('files of a Go package that are not built together', () => {
  it.each([
    ['', false],
    ['!nomsgpack', false],
    ['nomsgpack', true],
    ['linux', false],
    ['linux && integration', true],
    ['linux || integration', false],
    ['!jsoniter && !go_json && !(sonic && (linux || windows))', false],
    ['sonic && (linux || windows)', true],
    ['!(a || !b)', true],
    ['ignore', true],
    ['go1.18', false],
  ])('[RE3] //go:build %s', (constraint, leftOut) => {
    expect(isLeftOut(constraint)).toBe(leftOut)
  })

  it.each([
    ['pipe_linux.go', undefined, 'linux'],
    ['pipe_linux_arm64_test.go', undefined, 'linux && arm64'],
    ['pipe_arm64.go', 'slim', 'arm64 && (slim)'],
    ['linux.go', undefined, ''],
    ['my_pipe.go', undefined, ''],
  ])('[RE3] the name %s and the constraint %s', (path, build, expected) => {
    expect(constraintOf(`p/${path}`, build)).toBe(expected)
  })

  it.each([
    ['windows', 'linux', true],
    ['!linux', 'linux && (linux && cgo)', true],
    ['linux', '!linux', true],
    ['slim', 'slim', false],
    ['!slim', 'slim', true],
    ['linux', 'windows || darwin', false],
  ])('[RE3] a file for %s beside one for %s', (constraint, beside, leftOut) => {
    expect(isLeftOut(constraint, beside)).toBe(leftOut)
  })

  it('[RE3] of two definitions the one of a plain build is the target; a single one is the target in any case', async () => {
    const repo = await linkRepo({
      'go.mod': 'module m\n',
      'p/a.go': '//go:build !slim\n\npackage p\n\nconst Size = 1\n',
      'p/b.go': '//go:build slim\n\npackage p\n\nconst Size = 2\nconst Slim = 3\n',
      'p/c.go': 'package p\n\nvar x = Size\nvar y = Slim\n',
      'p/d.go': '//go:build slim\n\npackage p\n\nvar z = Size\n',
      'q/q.go': 'package q\n\nimport "m/p"\n\nvar q = p.Size\n',
      'r/linux.go': '//go:build linux\n\npackage r\n\nconst Host = 1\n',
      'r/other.go': '//go:build !linux\n\npackage r\n\nconst Host = 2\n',
      'r/one_linux.go': 'package r\n\nvar one = Host\n',
      'r/r.go': 'package r\n\nvar h = Host\n',
    })
    const target = (file: string, name: string): string => {
      const at =
        repo.facts
          .get(file)
          ?.uses()
          .findIndex((use) => use.name === name) ?? -1
      const outcome = repo.links.get(file)?.uses[at]
      if (!outcome) return 'no use'
      return outcome.to === 'symbol' ? outcome.target.path : outcome.to === 'nothing' ? outcome.reason : outcome.target
    }
    expect(target('p/c.go', 'Size')).toBe('p/a.go')
    expect(target('p/c.go', 'Slim')).toBe('p/b.go')
    expect(target('p/d.go', 'Size')).toBe('p/b.go')
    expect(target('q/q.go', 'Size')).toBe('p/a.go')
    expect(target('r/one_linux.go', 'Host')).toBe('r/linux.go')
    expect(target('r/r.go', 'Host')).toBe('ambiguous')
  })
})
