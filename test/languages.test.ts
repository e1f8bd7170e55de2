/** The files of `languages/`, against the sources. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { faultsIn } from '../scripts/languages/check.ts'
import { ROOT, textsIn } from '../scripts/languages/extract.ts'
import { languageFiles } from '../scripts/languages.ts'
import { LANGUAGES } from '../src/kernel/language/catalogue.ts'
import { parsePo, writePo } from '../src/kernel/language/po.ts'

test('the files are as the sources say: `bun run languages` writes them', () => {
  expect(
    languageFiles()
      .filter(({ is, should }) => is !== should)
      .map(({ path }) => path),
  ).toEqual([])
})

test.each([...LANGUAGES])('%s has no fault', (language) => {
  const { is } = languageFiles().find(({ path }) => path === `languages/${language}.po`)!
  expect(faultsIn(language, is)).toEqual([])
})

test.each([
  ['de', 'In {engine}', 'In {engin}', 'lacks engine'],
  ['de', '<b>{n}</b> pages', '{n} Seiten', 'lacks <b>'],
  ['pl', '{n, plural, one {#} other {#}}', '{n, plural, one {#} other {#}}', 'needs the arms one, few, many, other'],
  ['de', '{n, plural, one {#} other {#}}', '{n, plural, one {#} few {#} other {#}}', 'has the arm few'],
  ['de', 'Not indexed', 'Nicht im Verzeichnis', 'is indexiert'],
  ['de', 'Two pages', 'Zwei  Seiten', 'two spaces'],
  ['de', 'A “page”', 'Eine "Seite"', 'a straight quote'],
  ['fr', 'Why: this', 'Pourquoi : ceci', 'no narrow space'],
  ['fr', 'Why? This', 'Pourquoi ? Ceci', 'no narrow space'],
  ['pl', 'In a push', 'Jest w zgłoszeniu', 'a word of one letter'],
  ['de', 'Pages found', 'Pages found', 'as in English'],
])('%s: “%s” as “%s” %s', (language, id, str, fault) => {
  const po = writePo([{ id, str, fuzzy: false, notes: [] }])
  expect(faultsIn(language, po).join()).toContain(fault)
})

test('two translations of one text are refused, and a long one has lines', () => {
  expect(() => parsePo('msgid "Page"\nmsgstr "Seite"\nmsgstr "Blatt"\n')).toThrow('a second msgstr')
  expect(parsePo('msgid "Page"\nmsgstr ""\n"Sei"\n"te"\n')).toMatchObject([{ id: 'Page', str: 'Seite' }])
})

test('each term has a source, and is checked in a language that there is', () => {
  const lines = readFileSync(resolve(ROOT, 'languages/terms.csv'), 'utf8').trim().split('\n').slice(1)
  expect(lines.length).toBeGreaterThan(20)
  for (const line of lines) {
    const [language = '', english, stems, source = '', ...more] = line.split(',')
    expect([line, LANGUAGES.includes(language), Boolean(english && stems), more]).toEqual([line, true, true, []])
    expect(source).toMatch(/^(Search Console (Help( \d+)?|interface)|Google Search Central [\w-]+)( hl=[\w-]+)?$/)
  }
})

test('texts are found in all ways to say them', () => {
  const source = `say(to, 'a {n}', { n: f(1, 'x') }); const T = { one: text("b's") }; said(\`c\`)
    <Say to={to} text="d" /> <Say to={to} text={'e <b>{n}</b>'} values={{ n }} />`
  expect(textsIn(source, 'a.tsx')).toEqual(['a {n}', "b's", 'c', 'd', 'e <b>{n}</b>'])
})

test.each(["say(to, yes ? 'a' : 'b')", 'say(to, `a $' + '{n}`)', 'text(name)', "say(to, 'a' + b)"])(
  'translators would not see the text of %s',
  (source) => {
    expect(() => textsIn(source, 'a.tsx')).toThrow('takes one literal')
  },
)

test('files that speak to readers join no English plurals', () => {
  const speaking = [...new Bun.Glob('{src,views}/**/*.{ts,tsx}').scanSync(ROOT)].filter((file) =>
    /from '[^']*(language\/say\.ts|text\/say\.tsx)'/.test(readFileSync(resolve(ROOT, file), 'utf8')),
  )
  expect(speaking.length).toBeGreaterThan(20)
  const joining = speaking.filter((file) =>
    /\b(many|counted)\(|\.toLocale(Date|Time)?String\(/.test(readFileSync(resolve(ROOT, file), 'utf8')),
  )
  expect(joining).toEqual([])
})
