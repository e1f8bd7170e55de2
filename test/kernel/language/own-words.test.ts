/** The agency's own words: `<data>/words/de.po`. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkLanguages } from '../../../src/commands/server/doctor/languages.ts'
import { translationsOf, useOwnWords } from '../../../src/kernel/language/catalogue.ts'
import { readOwnWords } from '../../../src/kernel/language/own-words.ts'
import { parsePo, writePo } from '../../../src/kernel/language/po.ts'
import { readerOf } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'

let data_dir = ''
beforeAll(() => {
  data_dir = mkdtempSync(join(tmpdir(), 'signalpost-words-'))
  mkdirSync(join(data_dir, 'words'))
})
afterAll(() => {
  useOwnWords('/nowhere')
  rmSync(data_dir, { recursive: true })
})

const file = () => join(data_dir, 'words', 'de.po')
const write = (words: Record<string, string>) =>
  writeFileSync(file(), writePo(Object.entries(words).map(([id, str]) => ({ id, str, fuzzy: false, notes: [] }))))
const german = readerOf('UTC', 'de')
const known = new Set(['In {engine}', 'Print'])
const read = () => readOwnWords(file(), 'de', known)

test('a change is drawn within two seconds, without a restart, and only there', async () => {
  useOwnWords(join(data_dir, 'words'))
  expect(say(german, 'Print')).toBe('Drucken')
  write({ Print: 'Ausdrucken' })
  await Bun.sleep(1100)
  expect([say(german, 'Print'), say(german, 'Yes')]).toEqual(['Ausdrucken', 'Ja'])
  rmSync(file())
  await Bun.sleep(1100)
  expect(say(german, 'Print')).toBe('Drucken')
})

test.each([
  ['a value that is missing', { 'In {engine}': 'Dort' }, 'lacks engine'],
  ['a bracket without its end', { 'In {engine}': 'In {engine' }, 'no }'],
  ['a tag that the English lacks', { Print: '<b>Drucken</b>' }, 'has <b>'],
  ['a mark that turns the text', { Print: 'Dru\u202ecken' }, 'hidden'],
  ['a text that there is not', { Printed: 'Gedruckt' }, 'not a text'],
])('%s is left out and named, and the others are in use', (_, words, reason) => {
  write({ ...words, ...('Print' in words ? { 'In {engine}': 'Bei {engine}' } : { Print: 'Ausdrucken' }) })
  const { texts, faults } = read()
  expect(texts.size).toBe(1)
  expect(faults).toEqual([expect.stringContaining(reason)])
})

test('a file that is none of PO, not UTF-8 or too large changes nothing', () => {
  for (const bytes of [
    'msgid "a"\nmsgstr broken',
    Buffer.from('msgid "Print"\nmsgstr "\xff"', 'latin1'),
    ' '.repeat(1_000_001),
  ]) {
    writeFileSync(file(), bytes)
    expect([read().texts.size, read().faults.length]).toEqual([0, 1])
  }
  rmSync(file())
  expect(read()).toMatchObject({ faults: [] })
})

test('a file or a folder that cannot be read fails no page, and doctor names it', () => {
  symlinkSync(file(), file())
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-words-'))
  writeFileSync(join(folder, 'words'), 'a file')
  for (const dir of [data_dir, folder]) {
    useOwnWords(join(dir, 'words'))
    expect(say(german, 'Print')).toBe('Drucken')
    expect(checkLanguages({ data_dir: dir })).toMatchObject({
      verdict: 'warn',
      found: expect.stringContaining('words/de.po: the file cannot be read'),
    })
  }
  rmSync(file())
  rmSync(folder, { recursive: true })
})

test('a pipe is not waited for', async () => {
  await Bun.spawn(['mkfifo', file()]).exited
  expect(read().faults).toEqual(['this is not a file'])
  rmSync(file())
})

const entry = (str: string, id = 'Print') => `msgid ${JSON.stringify(id)}\nmsgstr ${JSON.stringify(str)}\n`
/** Each file, and the translation of “Print” that is left of it. */
const HOSTILE: [string, string | Uint8Array, string?][] = [
  ['nothing', ''],
  ['zeros', new Uint8Array(4096)],
  ['bytes that are no text', new Uint8Array(512).fill(0xfe)],
  ['a file of Windows', new Uint8Array(Buffer.from(`\ufeff${entry('Ausdrucken')}`, 'utf16le'))],
  ['a mark before the text', `\ufeff${entry('Ausdrucken')}`, 'Ausdrucken'],
  ['half an entry', 'msgid "Print"\nmsgstr "Aus'],
  ['no quotes', 'msgid Print\nmsgstr Ausdrucken'],
  ['a broken escape', 'msgid "Print"\nmsgstr "Aus\\xdrucken"'],
  ['a million of brackets', entry('{'.repeat(900_000))],
  ['brackets in brackets', entry('{n, plural, other {'.repeat(20_000))],
  ['tags in tags', entry('<b>'.repeat(100_000))],
  ['a value that is not given', entry('{constructor}')],
  ['a name of objects', entry('Ausdrucken', '__proto__')],
  ['a script', entry('<script>alert(1)</script>')],
  ['a turned text', entry('\u202eneckcurdsuA')],
  ['an escape of terminals', entry('\u001b[2JAusdrucken')],
  ['more lines than there are texts', entry('Ausdrucken').repeat(10_000).slice(0, 999_000)],
  ['the same twice', `${entry('Eins')}\n${entry('Zwei')}`, 'Zwei'],
  ['too much', entry('x'.repeat(1_000_001))],
  ['a page of the web', '<!doctype html><title>404</title>'],
]

test('20 hostile files stop no start, and change nothing but what they may', () => {
  expect(HOSTILE).toHaveLength(20)
  for (const [name, bytes, word = 'Drucken'] of HOSTILE) {
    writeFileSync(file(), bytes)
    useOwnWords(join(data_dir, 'words'))
    expect([name, say(german, 'Print'), say(german, 'Yes')]).toEqual([name, word, 'Ja'])
    expect(checkLanguages({ data_dir }).found).toContain(
      word === 'Drucken' && name !== 'nothing' ? 'words/de.po' : 'de ',
    )
  }
  rmSync(file())
})

test('markup in own words is text', () => {
  write({ Print: 'a < b & c' })
  expect(read().texts.get('Print')).toBe('a < b & c')
})

test('doctor counts the texts of each language, and names what is left out', () => {
  write({ Print: 'Ausdrucken' })
  expect(checkLanguages({ data_dir })).toMatchObject({
    verdict: 'ok',
    found: expect.stringContaining('1 in your words'),
  })
  write({ 'In {engine}': 'Dort' })
  const { verdict, found } = checkLanguages({ data_dir })
  expect([verdict, found]).toEqual(['warn', expect.stringContaining('words/de.po: “In {engine}”: lacks engine')])
})

test('the file to start from has each text with its translation', () => {
  const entries = parsePo(writePo(translationsOf('de')))
  expect(entries.find(({ id }) => id === 'Print')?.str).toBe('Drucken')
  expect(entries.filter(({ id, str }) => id && !str)).toEqual([])
})
