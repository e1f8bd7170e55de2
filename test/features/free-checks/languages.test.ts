/** The free checks speak the language of the install; what they found in English before stays readable. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { evidenceSaid } from '../../../src/domains/checks/index.ts'
import { type Facts, FIXES, FLAGS } from '../../../src/domains/preflight/index.ts'
import type { AnswerCitation, PageInIndex, SearchPosition, Xray } from '../../../src/features/free-checks/index.ts'
import { keepInstallLanguage } from '../../../src/kernel/language/install-language.ts'
import { readerOf } from '../../../src/kernel/language/reader.ts'
import { inPlainEnglish, sayStored } from '../../../src/kernel/language/say.ts'
import { sightingAmong } from '../../../src/upstream/engines/search-results.ts'
import { browserOf } from '../../views/browser.ts'
import { world } from '../../world.ts'

let w: Awaited<ReturnType<typeof world>>
let browser: ReturnType<typeof browserOf>
beforeAll(async () => {
  w = await world()
  browser = browserOf(w)
})
afterAll(() => w.close())

const NOW = '2026-11-21T09:00:00.000Z'
const URL = 'https://bakery.example/bread'
const robots = { verdict: 'blocked', rule: { line: 12, text: 'Disallow: /' } } as const
const facts: Facts = {
  url: URL,
  flags: [...FLAGS],
  fix: FLAGS.map((flag) => FIXES[flag]).join('\n'),
  final_url: URL,
  status: 403,
  chain: [
    { url: URL, status: 301 },
    { url: URL, status: 403 },
  ],
  robots,
  noindex: { source: 'header', directive: 'noindex' },
  canonical: null,
  warnings: [
    ['No page: {reason}.', { reason: ['{host} was not found', { host: 'bakery.example' }] }],
    'Not fetched: the host had stopped answering.',
  ],
  bing: { flags: [], robots, noindex: null },
  readers: ['chatgpt:robots 12 Disallow: /', 'claude:trade', 'copilot~nocache', 'perplexity?unread'],
  host: { origin: 'https://bakery.example', training_refused: ['GPTBot'], signal: 'search=yes', cdn: 'Cloudflare' },
}
const xray: Xray = {
  facts,
  page: {
    title: null,
    description: null,
    language: null,
    headings: [],
    links: { internal: 1, external: 3, nofollow: 1, first: [URL] },
    nosnippet: 62,
    cut: true,
  },
  looked_at: NOW,
}
const lens: PageInIndex = {
  url: URL,
  indexed: 'no',
  evidence: 'Simulated: not visible; no search engine was asked',
  simulated: true,
  looked_at: NOW,
}
const common = { domain: 'bakery.example', question: '–', simulated: true, looked_at: NOW }
const cited: AnswerCitation = { ...common, surface: 'google_ai_mode', cited: null, references: [] }
const found: SearchPosition = { ...common, place: 2, results: [{ url: URL, title: null, own: true }] }

/** The address of a check with a result, a failure, or none yet. */
function kept(kind: 'xray' | 'lens' | 'answer', result: object | null, failure: string | null = null): string {
  const address = `spf_${crypto.randomUUID().replaceAll('-', '')}`
  const asked = kind === 'answer' ? 'bakery.example' : URL
  w.db.write((tx) =>
    tx.run(
      `insert into free_checks (id, kind, state, asked, domain, ip, network, address, result, failure, cost_usd, created_at)
       values (?, ?, ?, ?, 'bakery.example', '203.0.113.7', '203.0.113.0/24', ?, ?, ?, 0, ?)`,
      ...[address, kind, result ? 'done' : failure ? 'failed' : 'waiting', asked, address],
      ...[result && JSON.stringify(result), failure, w.clock.now()],
    ),
  )
  return `/tools/${kind}/${address}`
}

/** Names, and what sites and people wrote. */
const DATA =
  /https?:\/\/[^\s⟧]+|[\w-]+\.example[\w/]*|Google|Bing|Signalpost|robots\.txt|noindex|UTC|ChatGPT search|Claude|Perplexity|Gemini app|AI answers|Microsoft Copilot|Apple \(Siri, Spotlight\)|DuckDuckGo|Mistral|Alexa|Disallow|X-Robots-Tag|Cloudflare/g

function english(html: string): string[] {
  const shown = html
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<input[^>]*>/g, '')
    .replaceAll(/<[^>]*? (?:title|aria-label|alt)="([^"]*)"[^>]*>|<[^>]*>/g, ' $1 ')
    .replaceAll(/&[#\w]+;/g, ' ')
  let bare = shown.replaceAll(DATA, '')
  for (let depth = 0; depth < 4; depth++) bare = bare.replaceAll(/⟦[^⟦⟧]*⟧/gu, '')
  return bare.match(/[A-Za-z]{3,}.{0,40}/g) ?? []
}

test('in the pseudo-language nothing is left in English on pages and results of the tools', async () => {
  keepInstallLanguage(w.db, 'qps')
  const pages = [
    ...['/tools/xray', '/tools/answer', '/tools/lens'],
    ...[kept('xray', xray), kept('lens', lens), kept('answer', cited), kept('answer', found), kept('xray', null)],
    kept('lens', null, 'The live search gave no answer. Try again later.'),
  ]
  for (const page of pages) {
    const { status, html } = await browser.visit(null, page)
    expect([page, status, english(html)]).toEqual([page, 200, []])
  }
})

test('they are in the language of the install, whatever a browser asks for, and in English before', async () => {
  for (const [language, words] of [
    ['en', 'The address is inside a private network'],
    ['de', 'Die Adresse liegt in einem privaten Netz'],
    ['pl', 'Adres należy do sieci prywatnej'],
  ] as const) {
    keepInstallLanguage(w.db, language)
    const { html } = await browser.visit(null, kept('xray', xray), { 'accept-language': 'fr' })
    expect(html).toContain(`<html lang="${language}"`)
    expect(html).toContain(words)
  }
})

test('evidence that engines left is known again, and reads in English as it was kept', () => {
  const query = 'site:bakery.example/bread'
  const result = (url: string | null) => ({ url, title: 'Bread' })
  const sightings = [
    [result(URL)],
    null,
    [],
    [result('https://a.example/')],
    [result(null), result('https://a.example/')],
    Array.from({ length: 10 }, (_, n) => result(`https://a.example/${n}`)),
  ].map((results) => sightingAmong(URL, { query, results, total: null, cost_usd: 0, raw: '' } as never).evidence)
  const all = [
    ...sightings,
    ...sightings.map((one) => `${one}. It was seen in Austria, which this does not undo.`),
    'Simulated: visible; no search engine was asked',
    "In the supplier's list of URLs not indexed",
    'Google says: Crawled - currently not indexed',
    'Google says: Duplicate, crawled 2026-11-20. It chose another page: https://bakery.example/',
    'Bing crawled it on 2026-11-20: HTTP 404',
  ]
  for (const evidence of all) {
    expect(typeof evidenceSaid(evidence)).toBe('object')
    expect(inPlainEnglish(evidenceSaid(evidence))).toBe(evidence)
  }
  expect(sayStored(readerOf('UTC', 'de'), evidenceSaid('Words of an engine {0}'))).toBe('Words of an engine {0}')
})
