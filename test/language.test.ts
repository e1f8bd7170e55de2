/** Words that make English hard to read stay out of sources, pages and documents. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')
const WORDS =
  /(?<![\w-])(told|untold|anew|whoever|whomever|mend|mends|mended|mendable|stands|lest|of now|no more|so many|looked at)(?![\w-])/gi
const IDENTIFIER = /[A-Za-z_$][\w$]*/g
/** Columns, stored values and fields that keep their names, and a renamed one that the changelog quotes. */
const KEPT: ReadonlySet<string> = new Set(['told_at', 'told_until', 'untold', 'looked_at', 'sealed_anew'])

const FILES = '{src,views,static,docs}/**/*.{ts,tsx,js,css,md,jsonl,json,txt,html,svg}'

test('no hard word is left, within identifiers too', () => {
  const found = files().flatMap((file) =>
    [...inWords(readFileSync(resolve(ROOT, file), 'utf8')).matchAll(WORDS)].map(([word]) => `${file}: ${word}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['JOB_TOLD', 'JOB TOLD'],
  ['pausedNoMore', 'paused No More'],
  ['isMendable', 'is Mendable'],
  ['told_at', ''],
])('%s is read as words', (name, words) => {
  expect(inWords(name)).toBe(words)
})

/** Each identifier as the words it is made of. */
const inWords = (text: string): string =>
  text.replace(IDENTIFIER, (name) =>
    KEPT.has(name) ? '' : name.replaceAll('_', ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2'),
  )

const RIDDLES = /(?:\/\*\*|^\s*\*|\/\/)\s*(?:What|Of|Those|Who|Whose|Whom|Whoever|As many|So many)\b.*/gm

test('no comment begins with a clause in place of a noun', () => {
  const sources = files().filter((file) => /^(src|views)\/.*\.tsx?$/.test(file))
  const found = sources.flatMap((file) =>
    [...readFileSync(resolve(ROOT, file), 'utf8').matchAll(RIDDLES)].map(([line]) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

/** Counts in `test/` that may only fall: lower one when you rewrite what it counts. */
const MOST = { words: 1088, clauses: 321, phrases: 265 }

test('tests gain no hard word, and no comment that begins with a clause', () => {
  const texts = testFiles('test/**/*.{ts,tsx}')
  const count = (pattern: RegExp, read = (text: string) => text) =>
    texts.reduce((sum, text) => sum + [...read(text).matchAll(pattern)].length, 0)
  expect(count(WORDS, inWords)).toBeLessThanOrEqual(MOST.words)
  expect(count(RIDDLES)).toBeLessThanOrEqual(MOST.clauses)
})

const QUOTED = /\.to(?:Contain|Match|Be|Equal|StartWith|EndWith)\(\s*(['"`/])((?:\\.|(?!\1).)*)\1/g
const THREE_WORDS = /[a-z’']{2,}(?:(?:\\s\+| )[a-z’']{2,}){2}/i

test('tests of pages gain no phrase of three words: they ask for roles, data, or words that the page imports', () => {
  const quoted = testFiles('test/views/**/*.{ts,tsx}').flatMap((text) => [...text.matchAll(QUOTED)])
  const phrases = quoted.filter(([, , phrase]) => THREE_WORDS.test(phrase!))
  expect(phrases.length).toBeGreaterThan(0)
  expect(phrases.length).toBeLessThanOrEqual(MOST.phrases)
})

const testFiles = (pattern: string): string[] =>
  [...new Bun.Glob(pattern).scanSync(ROOT)]
    .filter((file) => !file.includes('node_modules'))
    .map((file) => readFileSync(resolve(ROOT, file), 'utf8'))

function files(): string[] {
  const scan = (pattern: string) => [...new Bun.Glob(pattern).scanSync(ROOT)]
  return [...scan(FILES), ...scan('*.md')].filter((file) => !file.startsWith('static/vendor/')).sort()
}
