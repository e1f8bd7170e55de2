/** A list that was written to be slow takes about as long as any other of its length: anybody with a key sends lists. */
import { expect, test } from 'bun:test'
import { ListReader } from '../../../../src/domains/preflight/lists/list-reader.ts'
import { slower } from '../../../slower.ts'

function read(text: string): number {
  let entries = 0
  const reader = new ListReader(() => void entries++)
  for (let at = 0; at < text.length; at += 1 << 14) reader.write(text.slice(at, at + (1 << 14)))
  reader.end()
  return entries
}

/** Longer than the longest line that is read. */
const LETTERS = 140_000
/** Many short cells or lines take this much longer than a list of pages; what looks at a letter again and again, thousands of times. */
const MOST = 1000
const lines = (letters: number): string => 'https://shop.example/a/page-of-a-list\n'.repeat(letters / 38)

const UNITS: [before: string, repeated: string, after: string][] = [
  ...[' ', ' ,;|', ',', '|', ';', '\t', '\u00a0'].map((gap): [string, string, string] => ['x', gap, 'x']),
  ['https://a.example/ ', ' ', 'x'],
  ['(https://a.example/', ')', ''],
  ['(https://a.example/', ').', ''],
  ['', '«https://a.example ', ''],
  ['', '![', ']('],
  ['](', '![', 'x'],
  ['](', '![a](', 'x'],
  ['](', '[a](  ', 'x'],
  ['', '<a ', ''],
  ['', '<a \n', ''],
  ['', '<a x href', ''],
  ['<a href="x">', '<a ', ''],
  ['<a href="x">', '<a href', ''],
  ['<a href="x">', "<a href='", ''],
  ['<a href="x">', '<a href="', ''],
  ['', '<!--', 'x'],
  ['', '<?xml', 'x'],
  ['', ' \n', '<x'],
  ['<urlset>', '<!--', 'x'],
]

// A line up to the limit is read as a whole; a longer one is cut.
test.each(UNITS.flatMap((unit) => [60_000, LETTERS].map((letters) => [unit, letters] as const)))(
  '%j in %i letters',
  ([before, repeated, after], letters) => {
    const hostile = before + repeated.repeat(letters / repeated.length) + after
    expect(slower(read, hostile, lines(letters))).toBeLessThan(MOST)
  },
)

test.each(['<!---->', '<!-- -->', '<?xml?>', '<!DOCTYPE a>', '<!--a-->\n'])('many of %j before no root', (part) => {
  expect(slower(read, `${part.repeat(26)}x`, lines(300))).toBeLessThan(MOST)
})

test('comments before the root are passed over', () => {
  const sitemap = '<urlset><url><loc>https://shop.example/a</loc></url></urlset>'
  expect(read(`<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<!DOCTYPE urlset>\n${sitemap}`)).toBe(1)
})
