/** Letters of translations, against the fonts that pages and PDF files bring. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LANGUAGES } from '../../src/kernel/language/catalogue.ts'
import { parsePo } from '../../src/kernel/language/po.ts'
import { assets, href } from '../../static/index.ts'

type Font = { characterSet: number[] }
const fontkit = createRequire(import.meta.url)('fontkit') as { create(file: Uint8Array): Font }
const lettersIn = (file: Uint8Array): Set<number> => new Set(fontkit.create(file).characterSet)
const vendored = (name: string) => readFileSync(`static/vendor/${name}`)

const latin = lettersIn(vendored('inter-latin.woff2'))
const extended = lettersIn(vendored('inter-latin-ext.woff2'))

/** Code points for which the stylesheet asks for the second font. */
function range(): Set<number> {
  const css = new TextDecoder().decode(assets().get(href('app.css'))!.body)
  const written = /interext\.\w+\.woff2[^}]*unicode-range:([^;}]+)/.exec(css)![1]!
  const spans = [...written.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
  return new Set(
    spans.flatMap(({ 1: first = '', 2: last = first }) => {
      const from = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, i) => from + i)
    }),
  )
}

test('the second font has each letter of its range, and none that the first has', () => {
  expect([...range()].filter((letter) => !extended.has(letter))).toEqual([])
  expect([...range()].filter((letter) => latin.has(letter))).toEqual([])
})

test.each([...LANGUAGES])('each letter of %s is in the fonts of pages and PDF files', (language) => {
  const texts = parsePo(readFileSync(`languages/${language}.po`, 'utf8')).map(({ str }) => str)
  const months = Array.from({ length: 12 }, (_, i) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(Date.UTC(2026, i, 1 + i)),
  )
  const letters = [...new Set([...texts, ...months].join(''))].map((letter) => letter.codePointAt(0)!)
  const own = letters.filter((letter) => letter > 32 && letter !== 0x202f)
  const [asked, pdf] = [range(), lettersIn(Bun.zstdDecompressSync(vendored('inter-regular.ttf.zst')))]
  expect(own.filter((letter) => !latin.has(letter) && !asked.has(letter)).map(char)).toEqual([])
  expect(own.filter((letter) => !pdf.has(letter)).map(char)).toEqual([])
})

const char = (code: number): string => String.fromCodePoint(code)
