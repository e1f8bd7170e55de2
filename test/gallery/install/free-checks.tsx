/** The free checks: what visitors see, and what the platform admin sees of them. */
import type { PageInIndex, SearchPosition, Xray } from '../../../src/features/free-checks/index.ts'
import { type FreeCheckData, FreeChecks } from '../../../views/free-checks/free-checks.tsx'
import { type FreeCheckLine, freeCheckLog } from '../../../views/free-checks/log.tsx'
import { AnswerResult, LensResult, XrayResult } from '../../../views/free-checks/tools/results.tsx'
import { Failed, Found, Looking, Others, ToolPage } from '../../../views/free-checks/tools/tools.tsx'
import { inApp, inPage, inPublic, NO_ROWS } from '../frames.tsx'
import { NASTY, NOW, nameOf } from '../samples.ts'

const self = '/tools/xray/spf_sample'
const shared = { href: `https://signal.northwind.example${self}`, self, token: 'v1.sample' }
const robots = { verdict: 'blocked', rule: { line: 3, text: `Disallow: /${NASTY}` } } as const

const CLEAN: Xray = {
  facts: {
    url: 'https://bakery.example/bread',
    flags: [],
    fix: null,
    final_url: 'https://bakery.example/bread',
    status: 200,
    chain: [{ url: 'https://bakery.example/bread', status: 200 }],
    robots: { verdict: 'allowed', rule: null },
    noindex: null,
    canonical: 'https://bakery.example/bread',
    warnings: [],
    bing: { flags: [], robots: { verdict: 'allowed', rule: null }, noindex: null },
  },
  page: {
    title: NASTY,
    description: 'Bread from Vienna, baked each night',
    language: 'en',
    headings: [
      { level: 1, text: 'Bread' },
      { level: 2, text: NASTY },
    ],
    links: { internal: 12, external: 3, nofollow: 1, first: ['https://bakery.example/rolls'] },
    cut: true,
  },
  looked_at: NOW,
}
const BAD: Xray = {
  facts: {
    ...CLEAN.facts,
    flags: ['noindex', 'redirected'],
    fix: 'Remove noindex.\nPush the address that the redirect leads to.',
    final_url: `https://bakery.example/${'long/'.repeat(20)}`,
    chain: [
      { url: 'https://bakery.example/bread', status: 301 },
      { url: `https://bakery.example/${'long/'.repeat(20)}`, status: 200 },
    ],
    noindex: { source: 'header', directive: 'noindex' },
    warnings: [NASTY],
    bing: { flags: ['robots_blocked'], robots, noindex: null },
    robots,
    canonical: null,
  },
  page: null,
  looked_at: NOW,
}
const LENS: PageInIndex = {
  url: 'https://bakery.example/bread',
  indexed: 'no',
  evidence: NASTY,
  simulated: true,
  looked_at: NOW,
}
const ANSWER: SearchPosition = {
  domain: 'bakery.example',
  question: NASTY,
  place: 2,
  results: [
    { url: 'https://rival.example/', title: NASTY, own: false },
    { url: 'https://bakery.example/', title: null, own: true },
  ],
  simulated: false,
  looked_at: NOW,
}

const tool = { tool: 'xray', token: 'v1.sample', left: 7, sign_up: '/sign-up' } as const
const issue = [{ path: 'url', message: 'is not an address: empty' }]

const line = (name: string, checks = 12) => ({ name, checks, refused: 3, unlogged: 9 })
const totals = (more: Partial<FreeCheckData> = {}): FreeCheckData => ({
  days: 7,
  from: '2026-11-15',
  checks: 1240,
  refused: 31,
  unlogged: 1200,
  cost_usd: 0.84,
  kinds: [line('xray', 900), line('answer_edit', 12)],
  countries: [line('AT'), line('DE')],
  cities: [line('Graz')],
  domains: [line('bakery.example'), line(`${'long-'.repeat(12)}name.example`)],
  ips: [line('203.0.113.9')],
  networks: [line('203.0.113.0/24')],
  blocks: [
    { id: 'a', target: '198.51.100.7', reason: NASTY, ends_at: null, created_by: NASTY, created_at: NOW },
    { id: 'b', target: '2a00:1::/64', reason: null, ends_at: NOW, created_by: 'pat@platform.example', created_at: NOW },
  ],
  caps: {
    enabled: true,
    ip_per_day: 10,
    network_per_day: 30,
    per_day: 1000,
    daily_usd: 1,
    report: true,
    used: 41,
    spent_usd: 0.12,
    live: 'open',
  },
  ...more,
})
const row = (more: Partial<FreeCheckLine> = {}): FreeCheckLine => ({
  id: 'a',
  created_at: NOW,
  kind: 'xray',
  state: 'done',
  asked: `https://bakery.example/${NASTY}`,
  question: null,
  domain: 'bakery.example',
  ip: '203.0.113.9',
  network: '203.0.113.0/24',
  country: 'AT',
  city: 'Graz',
  blocked: false,
  refusal: null,
  failure: null,
  cost_usd: 0,
  result_url: 'https://signal.northwind.example/tools/xray/spf_sample',
  ...more,
})
const rows = [
  row(),
  row({ id: 'b', kind: 'answer_edit', question: NASTY, cost_usd: 0.01, country: null, city: null }),
  row({ id: 'c', state: 'refused', blocked: true, refusal: 'cap', result_url: null }),
]

export const freeCheckGallery = [
  { name: 'tool-xray', page: () => inPublic('X-ray', <ToolPage {...tool} />) },
  {
    name: 'tool-xray-422',
    page: () => inPublic('X-ray', <ToolPage {...tool} issues={issue} values={{ url: NASTY }} sign_up={null} />),
  },
  {
    name: 'tool-answer-closed',
    page: () => inPublic('Answer', <ToolPage {...tool} tool="answer" left={null} closed="Closed at the moment." />),
  },
  { name: 'tool-lens', page: () => inPublic('Lens', <ToolPage {...tool} tool="lens" left={0} />) },
  { name: 'tool-looking', page: () => inPublic('X-ray', <Looking self={self} asked={NASTY} late={null} />) },
  {
    name: 'tool-failed',
    page: () =>
      inPublic(
        'Lens',
        <Found>
          <Failed asked={NASTY} failure="The live search gave no answer." again="/tools/lens" />
        </Found>,
      ),
  },
  {
    name: 'xray-clean',
    page: () =>
      inPublic(
        'X-ray',
        <>
          <XrayResult {...shared} xray={CLEAN} />
          <Others tool="xray" about={CLEAN.facts.url} sign_up="/sign-up" />
        </>,
      ),
  },
  { name: 'xray-bad', page: () => inPublic('X-ray', <XrayResult {...shared} xray={BAD} />) },
  { name: 'lens-no', page: () => inPublic('Lens', <LensResult {...shared} lens={LENS} />) },
  { name: 'answer-cited', page: () => inPublic('Answer', <AnswerResult {...shared} answer={ANSWER} />) },
  {
    name: 'free-checks',
    page: () => inPage('Free checks', 'settings', <FreeChecks totals={totals()} names={nameOf} />),
  },
  {
    name: 'free-checks-none',
    page: () =>
      inPage(
        'Free checks',
        'settings',
        <FreeChecks
          names={nameOf}
          totals={totals({ kinds: [], countries: [], cities: [], domains: [], ips: [], networks: [], blocks: [] })}
          sent={{
            blocking: { values: { target: NASTY }, issues: [{ path: 'target', message: 'must be an IP address' }] },
          }}
        />,
      ),
  },
  {
    name: 'free-checks-log',
    page: () =>
      inApp(
        'Log',
        <freeCheckLog.View list={{ items: rows, total: 3, page: 1, page_size: 50 }} query={{}} self="/log" />,
      ),
  },
  {
    name: 'free-checks-log-none',
    page: () => inApp('Log', <freeCheckLog.View list={NO_ROWS} query={{ q: 'x' }} self="/log" />),
  },
]
