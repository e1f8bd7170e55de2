/** Reports in English are the same bytes as before there were other languages; in the pseudo-language no English is left. */
import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { ReportFile } from '../../../../src/features/reports/index.ts'
import { readerOf } from '../../../../src/kernel/language/reader.ts'
import { lettersWith } from '../../../../views/mail/letters.ts'
import { Cover, Foot, ReportBody } from '../../../../views/reports/document.tsx'
import { REPORT_MAILS } from '../../../../views/reports/mails.ts'
import { documentOfMonth } from '../../../../views/reports/months/month.tsx'
import { drawReportFile } from '../../../../views/reports/pdf/draw.ts'
import { sampleFile } from './report-file.ts'

const BRAND = { name: 'Northwind', logo_url: null, css_href: null }
const letters = lettersWith(REPORT_MAILS)

const few = sampleFile(3)
const SAMPLES: Record<string, ReportFile> = {
  many: sampleFile(7),
  corrected: sampleFile(3, { corrected: 'A push was counted twice', comment: '' }),
  one: sampleFile(1, {
    document: {
      ...few.document,
      ordered: 1,
      pushes: 1,
      refunded: 1,
      simulated: true,
      watched_until: null,
      pages: { total: 1, visible: 1, before: 0, gained: 1 },
      by_day7: { rate: 0.84, links: 1, until: '2026-10-08' },
      faults: [],
      parts: few.document.parts.map((part) => ({ ...part, pages: 1, items: part.items.slice(0, 1) })),
      answers: { looked_at: 400, closed: [{ name: 'ChatGPT search', links: 312 }] } as never,
    },
  }),
  before: sampleFile(2, {
    month: '2026-Q4',
    document: { ...few.document, ordered: 12_345, pages: { total: 10_000, visible: 1, before: 1, gained: 0 } },
  }),
  nothing: sampleFile(0, {
    document: {
      ...few.document,
      ordered: 0,
      curve: [],
      parts: [],
      pages: { total: 0, visible: 0, before: 0, gained: 0 },
    },
  }),
}

/** Everything that is drawn of a report: its page, its letter and its file. */
async function drawn(file: ReportFile, language = 'en'): Promise<Record<string, string>> {
  const { brand: _, corrected, ...rest } = file
  const document = {
    ...documentOfMonth({ ...rest, brand: BRAND, only: null, self: '/r/token', asks: '/r/token', csv: '/r/token/csv' }),
    frozen: { kept: {}, corrected, live: null },
  }
  const facts = {
    client: file.client,
    period: file.month,
    at: file.at,
    comment: file.comment,
    contact: file.contact,
    pdf: 'yes',
    ...(corrected === null ? {} : { correction: corrected }),
    ...(language === 'en' ? {} : { language, zone: 'UTC' }),
    news: JSON.stringify(file.document),
    summary: JSON.stringify({ pushed: 60, visible: 52, gained: 49, blocked: 3, refunded: 5, before: null }),
  }
  const letter = letters(
    'client_report',
    { name: 'Northwind', accent: null, logo: null },
    facts,
    'https://a.example/r',
    'https://a.example/s',
  )
  return {
    page: `${<Cover {...document} />}${<ReportBody {...document} />}${<Foot {...document} />}`,
    html: letter.html,
    text: `${letter.subject}\n${letter.text}`,
    pdf: Buffer.from(await drawReportFile(file)).toString('latin1'),
  }
}

const sha = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 16)

test.each(Object.keys(SAMPLES))('the report “%s” is as it was', async (name) => {
  const found = await drawn(SAMPLES[name]!)
  if (process.env.KEEP_DRAWN) {
    mkdirSync(process.env.KEEP_DRAWN, { recursive: true })
    for (const [form, text] of Object.entries(found)) writeFileSync(`${process.env.KEEP_DRAWN}/${name}.${form}`, text)
  }
  expect(Object.fromEntries(Object.entries(found).map(([form, text]) => [form, sha(text)]))).toMatchSnapshot()
})

/** Data of the samples, and names that stay in all languages. */
const DATA =
  /Łódź Straße Жук Ωμέγα Tiếng|A good month\.|The shop has pages with noindex 😀?\.?|A push was counted twice|(?:Ada, )?ada@northwind\.example|Northwind|ChatGPT search|Google|noindex|https?:\S+|site:\S+|www\.marlow\.example\S*|\/\w+\/page-\d+\S*|CSV|UTC/gu

test.each(Object.keys(SAMPLES))('of the report “%s” nothing is left in English', async (name) => {
  const to = readerOf('UTC', 'qps')
  const { page, html, text } = await drawn({ ...SAMPLES[name]!, to }, 'qps')
  for (const shown of [wordsOf(page!), wordsOf(html!), text!]) {
    const bare = shown
      .replaceAll(DATA, '')
      .replaceAll(/⟦[^⟦⟧]*⟧/gu, '')
      .replaceAll(/⟦[^⟦⟧]*⟧/gu, '')
      .replaceAll(/⟦[^⟦⟧]*⟧/gu, '')
    expect(bare.match(/[A-Za-z]{3,}.{0,30}/g) ?? []).toEqual([])
  }
})

/** Text that a person reads or hears: of elements and of attributes that are read aloud. */
const wordsOf = (html: string): string =>
  [
    ...[...html.matchAll(/ (?:title|aria-label|alt|placeholder)="([^"]*)"/g)].map(([, words]) => words!),
    html.replaceAll('<wbr>', '').replaceAll(/<(style|script|title)[^>]*>[\s\S]*?<\/\1>|<[^>]*>/g, ' '),
  ]
    .join('\n')
    .replaceAll(/&[#\w]+;/g, ' ')
