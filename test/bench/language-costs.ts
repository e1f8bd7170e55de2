/** Run by `languages.ts`, with the translations packed as in the executable. Prints its measurements as JSON. */
import { allTexts, catalogueOf, LANGUAGES } from '../../src/kernel/language/catalogue.ts'
import { parseMessage, partsOf } from '../../src/kernel/language/message.ts'
import { type Reader, readerOf } from '../../src/kernel/language/reader.ts'
import { drawnFor, sayStored } from '../../src/kernel/language/say.ts'
import { Cover, ReportBody } from '../../views/reports/document.tsx'
import { documentOfMonth } from '../../views/reports/months/month.tsx'
import { sampleFile } from '../features/reports/pages/report-file.ts'

const [PAGES, ROUNDS] = [10, 25]
const BRAND = { name: 'Northwind', logo_url: null, css_href: null }
const file = { ...sampleFile(5), brand: BRAND, only: null, self: '/r/t', asks: '/r/t', csv: '/r/t/csv' }

function page(to: Reader): string {
  const document = documentOfMonth({ ...file, to })
  return `${Cover(document as never)}${ReportBody(document as never)}`
}

const took = (work: () => void): number => {
  const before = performance.now()
  work()
  return performance.now() - before
}

/** Milliseconds of a page for each reader, in turn, so that noise meets all; the shortest of several rounds. */
function warm(readers: readonly Reader[]): number[] {
  const shortest = readers.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, to] of readers.entries()) {
      const drawing = took(() => {
        for (let n = 0; n < PAGES; n++) page(to)
      })
      shortest[at] = Math.min(shortest[at]!, drawing / PAGES)
    }
  return shortest
}

function rss(): number {
  Bun.gc(true)
  return process.memoryUsage.rss() / 1e6
}

const readers = ['en', ...LANGUAGES].map((language) => readerOf('UTC', language))
const first_use = LANGUAGES.map((language) =>
  took(() => {
    catalogueOf(language)
    sayStored(readerOf('UTC', language), 'Print')
  }),
)
const [english_ms, ...warm_ms] = warm(readers)
const before = rss()
for (const language of LANGUAGES)
  for (const text of allTexts()) {
    const values = Object.fromEntries([...partsOf(parseMessage(text)).names].map((name) => [name, 2]))
    drawnFor(readerOf('UTC', language), text, values)
  }
console.log(JSON.stringify({ english_ms, first_use, warm_ms, all_mb: rss() - before }))
