/** Texts with a count in every language, for counts of each plural form: `counts.txt`, which people look through. */
import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extracted } from '../../../scripts/languages/extract.ts'
import { LANGUAGES, translationOf } from '../../../src/kernel/language/catalogue.ts'
import { parseMessage, partsOf } from '../../../src/kernel/language/message.ts'
import { readerOf } from '../../../src/kernel/language/reader.ts'
import { sayStored } from '../../../src/kernel/language/say.ts'

const FILE = join(import.meta.dir, 'counts.txt')
const COUNTS = [0, 1, 2, 5, 21, 22, 100, 1_000_000]

const countsIn = (text: string): string[] =>
  partsOf(parseMessage(text))
    .arms.filter(({ plural }) => plural)
    .map(({ name }) => name)

/** The text with each count; other values show their names. */
function drawn(language: string, english: string): string[] {
  const counts = countsIn(translationOf(language, english) ?? english)
  if (counts.length === 0) return []
  const others = [...partsOf(parseMessage(english)).names].map((name) => [name, `[${name}]`])
  const lines = COUNTS.map((count) =>
    sayStored(readerOf('UTC', language), [
      english,
      Object.fromEntries([...others, ...counts.map((name) => [name, count])]),
    ]),
  )
  return ['', english, ...lines.map((line) => `  ${line}`)]
}

test('counts read as when they were looked through: UPDATE_COUNTS=1 writes the file', () => {
  const texts = [...extracted().keys()]
  const lines = LANGUAGES.flatMap((language) => [
    `# ${language}`,
    ...texts.flatMap((english) => drawn(language, english)),
    '',
  ])
  if (process.env.UPDATE_COUNTS) writeFileSync(FILE, lines.join('\n'))
  expect(readFileSync(FILE, 'utf8').split('\n')).toEqual(lines)
})
