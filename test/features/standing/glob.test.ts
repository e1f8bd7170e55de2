/** Patterns of a standing push: what they match, and that matching stays cheap whatever the pattern. */
import { expect, spyOn, test } from 'bun:test'
import { matches } from '../../../src/features/standing/reading/glob.ts'

test.each<[pattern: string, targets: string[], others: string[]]>([
  ['/blog/**', ['/blog/', '/blog/a/b'], ['/blog', '/a/blog/']],
  ['/blog/*', ['/blog/', '/blog/a', '/blog/a?b=/'], ['/blog/a/b']],
  ['/*/a', ['/b/a', '//a'], ['/b/c/a', '/a']],
  ['**/old/*', ['/old/a', '/shop/old/a'], ['/shop/old/a/b', '/older/a']],
  ['**/a*b/c', ['/a/ab/c', '/ab/c/a1b/c'], ['/a/b/c', '/a1b/d/c']],
  ['/a***b', ['/ab', '/a/b'], ['/a/bc']],
  ['?*utm_*', ['/a?utm_source=x', '/a?b=1&utm_x=1'], ['/utm_a', '/a', '/a?b=/utm_']],
  ['/a?b=*', ['/a?b=1'], ['/a', '/a?c=1']],
  ['/a', ['/a', '/a?b=1'], ['/', '/a/']],
  ['**', ['/', '/a/b?c'], []],
])('%s', (pattern, targets, others) => {
  expect(targets.filter((target) => !matches(pattern, target))).toEqual([])
  expect(others.filter((target) => matches(pattern, target))).toEqual([])
})

/** Searches in texts that one match takes. */
function searchesOf(pattern: string, target: string): number {
  const names = ['startsWith', 'endsWith', 'indexOf', 'lastIndexOf'] as const
  const spies = names.map((name) => spyOn(String.prototype, name))
  try {
    matches(pattern, target)
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

test.each([
  ['across', `${'**a'.repeat(66)}b`, `/${'a'.repeat(2000)}cab`],
  ['within a folder', `/${'*a'.repeat(98)}*b`, `/${'a'.repeat(2000)}b`],
])('a pattern of many stars %s takes a few searches for each star, however long the link', (_, pattern, target) => {
  expect(searchesOf(pattern, target)).toBeLessThan(5 * 100)
})

test('a pattern that begins again in each folder takes a few searches for each folder', () => {
  expect(searchesOf('**/a*a/a*a/**b', `/${'a/'.repeat(1000)}b`)).toBeLessThan(10 * 1000)
})
