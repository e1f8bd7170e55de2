/** A link's life and receipt: used, returned, held back, of a check; with hostile addresses and answers. */

import type { LinkCheck, LinkDetail, ListedLink } from '../../../src/domains/links/index.ts'
import { ENGLISH } from '../../../src/kernel/language/reader.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { DAY, HOUR, plus } from '../../../src/kernel/time/clock.ts'
import type { listLinks } from '../../../src/operations/links.ts'
import { linkAnswers } from '../../../views/answers/page.tsx'
import { linkGoogle } from '../../../views/evidence/link.tsx'
import { LinkPage, type LinkProps } from '../../../views/links/link.tsx'
import { linkList } from '../../../views/links/links.tsx'
import { PageHead } from '../../../views/parts/page/page-head.tsx'
import { inApp } from '../frames.tsx'
import { at, job, links, NASTY, NOW, nameOf, READER } from '../samples.ts'

const SENT = plus(NOW, -8 * DAY)
const URL = 'https://bakery.example/blog/opening-hours-of-every-shop-in-the-old-harbour?ref="x"&y=<z>'

const look = (day: number | null, more: Partial<LinkCheck> = {}): LinkCheck => ({
  rid: 9000 + (day ?? 0),
  engine: 'scan_standard',
  purpose: 'guarantee',
  day,
  counted_day: day,
  indexed: 'no',
  method: 'search_result',
  place: day === 7 ? 'DE/de' : 'US/en',
  credits: 0,
  created_at: plus(SENT, (day ?? 0) * DAY),
  checked_at: plus(SENT, (day ?? 0) * DAY + HOUR),
  evidence: `Not among 10 results of site:${NASTY}`,
  failed: false,
  confirms: false,
  has_raw: true,
  ...more,
})

const back = plus(SENT, 7 * DAY + HOUR)
const line = (id: string, more: Partial<LinkDetail['ledger'][number]> = {}): LinkDetail['ledger'][number] => ({
  id,
  tenant_id: 'ten_bakery',
  balance_after: 100,
  job_id: 'job_1',
  group_id: id,
  kind: 'index',
  direction: 'out',
  amount: 40,
  reason: 'reserve',
  actor: 'ada@northwind.example',
  note: null,
  created_at: plus(SENT, -HOUR),
  ...more,
})

const life = (link: Partial<LinkDetail['link']> = {}, more: Partial<LinkDetail> = {}): LinkDetail => ({
  job: job({
    id: 'job_1',
    status: 'done',
    created_by: 'ada@northwind.example',
    created_at: plus(SENT, -HOUR),
    sent_at: SENT,
  }),
  last_pushed_at: plus(SENT, -HOUR),
  link: {
    uid: 4711,
    url: URL,
    is_covered: false,
    state: 'not_indexed',
    indexed: 'no',
    before_indexed: null,
    credit: 'released',
    guarantee: true,
    push_anyway: false,
    answers: [],
    watch: null,
    last_shown: { day: '2026-11-12', impressions: 14 },
    host: {
      origin: 'https://bakery.example',
      training_refused: ['GPTBot', 'CCBot'],
      signal: 'search=yes, ai-input=no, <b>ai-train</b>=no',
      cdn: 'Cloudflare',
    },
    preflight: {
      final_url: URL,
      status: 200,
      chain: [{ url: URL, status: 200 }],
      robots: { verdict: 'allowed', rule: null },
      noindex: null,
      canonical: URL,
    },
    flags: [],
    fix: null,
    warnings: ['The page has almost no text (12 characters). Describe its subject in text.'],
    reason: null,
    bing_flags: [],
    http_status: 200,
    place: null,
    simulated: false,
    due_at: null,
    sent_at: SENT,
    batch_links: 40,
    looks: 3,
    next_look_at: null,
    checked_at: back,
    settled_at: back,
    ...link,
  },
  indexnow: [
    {
      state: 'sent',
      host: 'bakery.example',
      at: SENT,
      sent_at: plus(SENT, HOUR / 2),
      answer_status: 200,
      explanation: 'The engines received the links.',
    },
  ],
  checks: [look(1), look(3), look(7), look(7, { rid: 9100, confirms: true, checked_at: back })],
  why: [
    { mark: 'cause', text: '2 of 30 other pages in /blog/ of this push are indexed.', more: NASTY },
    { mark: 'ruled_out', text: 'The pre-flight found nothing in the way.' },
    { mark: 'refunded', text: '1 credit was refunded.' },
  ],
  ledger: [line('led_1'), line('led_2', { direction: 'in', reason: 'release', amount: 8, created_at: back })],
  ...more,
})

const used = life(
  { state: 'indexed', indexed: 'yes', credit: 'consumed', settled_at: plus(SENT, 3 * DAY + HOUR) },
  { checks: [look(1), look(3, { indexed: 'yes', evidence: 'First of 3 results' })], ledger: [line('led_1')] },
)
const dropped = life(
  { ...used.link, watch: { state: 'dropped', last_yes_at: plus(SENT, 33 * DAY), first_no_at: plus(SENT, 63 * DAY) } },
  {
    ledger: used.ledger,
    why: [],
    checks: [
      ...used.checks,
      look(14, { purpose: 'retention', day: null, counted_day: null, indexed: 'yes' }),
      look(33, { purpose: 'retention', day: null, counted_day: null, indexed: 'yes' }),
      look(63, { purpose: 'retention', day: null, counted_day: null }),
    ],
  },
)
const flagged = life(
  {
    state: 'flagged',
    indexed: 'unknown',
    credit: 'excluded',
    sent_at: null,
    batch_links: null,
    checked_at: null,
    flags: ['redirected', 'canonical_elsewhere'],
    fix: 'Push the address that the redirect leads to.\nPush the canonical address, or make the page its own canonical.',
    preflight: {
      final_url: 'https://bakery.example/hours',
      status: 200,
      chain: [
        { url: URL, status: 301 },
        { url: 'https://bakery.example/hours', status: 200 },
      ],
      robots: { verdict: 'blocked', rule: { line: 3, text: 'Disallow: /blog/' } },
      noindex: { source: 'meta', directive: 'noindex' },
      canonical: 'https://bakery.example/opening',
    },
  },
  { checks: [], indexnow: [] },
)
const checked = life(
  { state: 'checked', credit: null, sent_at: null, preflight: null, warnings: [], settled_at: null },
  {
    job: { ...life().job, type: 'check', name: 'Check of 120 links' },
    indexnow: [],
    checks: [
      look(null, { purpose: 'check', credits: 1 }),
      look(null, {
        rid: 9200,
        purpose: 'check',
        credits: 5,
        engine: 'scan_live',
        indexed: 'unknown',
        method: null,
        failed: true,
        has_raw: false,
        evidence: null,
      }),
    ],
    ledger: [
      line('led_3', { kind: 'check', reason: 'check', amount: 120 }),
      line('led_4', { kind: 'check', direction: 'in', reason: 'refund', created_at: plus(SENT, HOUR) }),
    ],
  },
)

const page = (one: LinkDetail, more: Partial<LinkProps> = {}) =>
  inApp(
    'Link',
    <LinkPage
      life={one}
      parts={[linkAnswers(one, ENGLISH), linkGoogle(one, ENGLISH)]}
      others={[used, flagged]}
      others_total={30}
      base={at('')}
      names={nameOf}
      {...more}
    />,
    'Links',
    { kind: 'client', head: <PageHead title="/blog/opening-hours" /> },
  )

const rowOf = (link: (typeof SOME)[number], i: number): ListedLink => ({
  ...link,
  job_id: `job_${i}`,
  job_name: i % 2 ? NASTY : 'Location pages · November',
  job_type: 'index',
  at: null,
  settled_at: null,
  ordered_at: plus(NOW, -i * HOUR),
  tenant_id: 'ten_bakery',
  tenant_name: i % 3 ? 'Bakery' : 'Hazel <studio>',
  checks: i % 4 ? saw('no', 'no', i % 2 ? 'yes' : 'unknown', 'yes') : [],
})
const saw = (...all: ('yes' | 'no' | 'unknown')[]) => all.map((indexed) => ({ indexed, checked_at: NOW }))
const SOME = links(14, 7)
const ROWS = SOME.map(rowOf)

type Drawn = Parameters<typeof linkList.View>[0]
const LIST: AnswerOf<typeof listLinks> = {
  items: ROWS,
  total: 1_000_000,
  page: 1,
  page_size: 14,
  total_is_exact: true,
  time_zone: 'UTC',
  counted: null,
}
const drawn = (more: Partial<Drawn> = {}) =>
  inApp('Links', <linkList.View list={LIST} query={{}} base={at('')} self={at('/links')} zone={READER} {...more} />)

export const linkGallery = [
  { name: 'links', page: () => drawn() },
  { name: 'links-viewer', page: () => drawn({ may: () => false }) },
  { name: 'link-returned', page: () => page(life()) },
  { name: 'link-dropped', page: () => page(dropped, { others: [], others_total: 0 }) },
  { name: 'link-used', page: () => page(used, { others: [], others_total: 0 }) },
  { name: 'link-flagged', page: () => page(flagged) },
  { name: 'link-check', page: () => page(checked) },
]
