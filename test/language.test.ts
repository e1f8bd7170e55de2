/** Words that make English hard to read stay out of sources, pages and documents. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')
const WORDS =
  /(?<![\w-])(told|anew|whoever|whomever|mend|mends|mended|stands|lest|of now|no more|so many|looked at)(?![\w-])/gi

const FILES = '{src,views,static,docs}/**/*.{ts,tsx,js,css,md,jsonl,json,txt,html,svg}'

test('no hard word is left', () => {
  const found = files().flatMap((file) =>
    [...readFileSync(resolve(ROOT, file), 'utf8').matchAll(WORDS)].map(([word]) => `${file}: ${word}`),
  )
  expect(found).toEqual([])
})

const RIDDLES = /(?:\/\*\*|^\s*\*|\/\/)\s*(?:What|Of|Those|Who|Whose|Whom|Whoever|As many|So many)\b.*/gm

test('no comment begins with a clause in place of a noun', () => {
  const sources = files().filter((file) => /^(src|views)\/.*\.tsx?$/.test(file))
  const found = sources.flatMap((file) =>
    [...readFileSync(resolve(ROOT, file), 'utf8').matchAll(RIDDLES)].map(([line]) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

function files(): string[] {
  const scan = (pattern: string) => [...new Bun.Glob(pattern).scanSync(ROOT)]
  return [...scan(FILES), ...scan('*.md')].filter((file) => !file.startsWith('static/vendor/')).sort()
}
