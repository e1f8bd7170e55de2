/** Attributes of tags: what is read of them, and that reading costs the same whatever a tag contains. */
import { expect, test } from 'bun:test'
import { MOST_LETTERS } from '../../../../src/domains/preflight/sources/source-error.ts'
import { Attributes, Tags } from '../../../../src/domains/preflight/sources/tags.ts'

const read = (text: string, ...names: string[]) => {
  const attributes = new Attributes(text)
  return names.map((name) => attributes.get(name))
}

test.each<[text: string, values: (string | null)[]]>([
  [' a="1" b="2"', ['1', '2']],
  ['a=\'1\'b = "2"/', ['1', '2']],
  [' a\n=\t" 1 " b="x &amp; y"', ['1', 'x & y']],
  [' a="first" a="second" b=""', ['first', '']],
  [' a="b=\'2\'"', ["b='2'", null]],
  [' hidden a=1 b="2"', ['1', '2']],
  [' a=/feed?b=2 B=x>', ['/feed?b=2', 'x']],
  [' a=b="2"', ['b=', null]],
  [' xml:a="1" =b="2"', [null, '2']],
  [' a="1', [null, null]],
  ['', [null, null]],
])('of %p', (text, values) => {
  expect(read(text, 'a', 'b')).toEqual(values)
})

/** Milliseconds to read the first attribute of a tag, at best. */
function costOf(attributes: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) {
    const began = performance.now()
    new Tags({ open: (_, text) => expect(new Attributes(text).get('href')).toBeNull(), close() {} }).write(
      `<link ${attributes}>`,
    )
    best = Math.min(best, performance.now() - began)
  }
  return best
}

test.each([
  ['letters', 'a'.repeat(MOST_LETTERS - 10)],
  ['blanks', `a${' '.repeat(MOST_LETTERS - 10)}`],
  ['equals signs', `a${'= '.repeat(MOST_LETTERS / 2 - 10)}`],
  ['a quote that does not end', `a="${'b='.repeat(MOST_LETTERS / 2 - 10)}`],
])('%s in place of attributes cost no more than as many attributes', (_, text) => {
  const attributes = 'a="" '.repeat(MOST_LETTERS / 5 - 2)
  expect(costOf(text) / costOf(attributes)).toBeLessThan(20)
})
