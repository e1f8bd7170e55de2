/** A report is saved under the name of its client, in letters that people type. */
import { expect, test } from 'bun:test'
import { attachment } from '../../../src/doors/attachment.ts'
import { fileNameOf } from '../../../src/features/reports/months/file-name.ts'

const FIRST = { period: '2026-10', revision: 1 }

test.each([
  ['Bakery', 'bakery'],
  ['Crème Brûlée', 'creme-brulee'],
  ['Cre\u0300me Bru\u0302le\u0301e', 'creme-brulee'],
  ['Łódź', 'lodz'],
  ['Straße & Søn', 'strasse-son'],
  ['ＡＢＣ　２', 'abc-2'],
  ['株式会社ガーデン', '株式会社ガーデン'],
  ['한국 Café', '한국-cafe'],
  ['Йод', 'йод'],
  ['हिन्दी', 'हिन्दी'],
  ['مخبز الزهور', 'مخبز-الزهور'],
  ['../..\\\u202Egnp"\r\n', 'gnp'],
  ['☃', 'report'],
])('the report of %s', (client, name) => {
  expect(fileNameOf(client, FIRST)).toBe(`${name}-2026-10.pdf`)
  expect(fileNameOf(client, { ...FIRST, revision: 2 })).toBe(`${name}-2026-10-2.pdf`)
})

test('the longest name fits into a file system', () => {
  for (const letter of ['ß', '株', '\u{20000}'])
    expect(Buffer.byteLength(fileNameOf(letter.repeat(200), { ...FIRST, revision: 99 }))).toBeLessThanOrEqual(255)
})

test('a download has its letters in filename*, and a plain name for clients that do not read it', () => {
  expect(attachment('creme-brulee-2026-10.pdf')).toBe('attachment; filename="creme-brulee-2026-10.pdf"')
  expect(attachment('株式会社-2026-10.pdf')).toBe(
    `attachment; filename="2026-10.pdf"; filename*=UTF-8''%E6%A0%AA%E5%BC%8F%E4%BC%9A%E7%A4%BE-2026-10.pdf`,
  )
  expect(attachment('é(1)*\'";\r\n.csv')).toBe(`attachment; filename="e-1-.csv"; filename*=UTF-8''%C3%A9-1-.csv`)
})
