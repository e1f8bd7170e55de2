/** Suppliers in numbers: usage, batches and how well each does. */

import {
  type BatchLink,
  BatchPage,
  type BatchRow,
  batchHead,
  batchLinks,
  batchList,
} from '../../../views/providers/batches.tsx'
import { type Score, scoreList } from '../../../views/providers/scoreboard.tsx'
import { type UsageRow, usageList } from '../../../views/providers/usage.tsx'
import { HeadOf } from '../../../views/shell.tsx'
import { SupplierDuel } from '../../../views/suppliers/duel.tsx'
import { inPlatform, NO_ROWS } from '../frames.tsx'
import { links, NASTY, NOW } from '../samples.ts'
import { DUEL } from './suppliers.tsx'

const PROVIDERS = '/app/platform/providers'

const usageRow = (tenant_id: string, tenant_name: string, links: number): UsageRow => ({
  tenant_id,
  tenant_name,
  batches: Math.ceil(links / 250),
  links,
  primary_links: links,
  fallback_links: 0,
  indexed: Math.round(links * 0.62),
  billed: Math.round(links * 0.63),
  cost_usd: links > 1000 ? links * 0.012 : null,
})
const USAGE = [usageRow('ten_northwind', 'Northwind', 18_240), usageRow('ten_bakery', NASTY, 410)]
const listed = <Row,>(items: Row[]) => ({ items, total: items.length, page: 1, page_size: 50 })

const score = (more: Partial<Score>): Score => ({
  month: '2026-11',
  route: 'primary',
  adapter: 'speedyindex',
  simulated: false,
  links: 18_240,
  indexed_day1: 5200,
  indexed_day3: 9100,
  indexed_day7: 11_400,
  answered_day1: 18_240,
  answered_day3: 18_240,
  answered_day7: 18_240,
  indexed_later: 120,
  indexed_rate: 0.625,
  cost_usd: 136.8,
  cost_per_indexed_usd: 0.012,
  held_out: 410,
  held_out_indexed: 92,
  lift: 0.4,
  ...more,
})

const SCORES = [
  score({}),
  score({
    route: 'fallback',
    adapter: 'rapidurlindexer',
    links: 640,
    indexed_day1: 10,
    indexed_day3: 20,
    indexed_day7: 40,
    answered_day1: 640,
    answered_day3: 640,
    answered_day7: 640,
    indexed_rate: 0.0625,
    cost_per_indexed_usd: null,
    lift: -0.16,
  }),
  score({ month: '2026-10', adapter: 'simulated', simulated: true, lift: null, held_out: 0 }),
]

const batch = (id: string, more: Partial<BatchRow> = {}): BatchRow => ({
  id,
  ref: `sp-${id}-0193f0a2`,
  job_id: '0193f0a2-1145-7000-8000-000000000001',
  job_name: 'Location pages · November',
  tenant_id: 'ten_bakery',
  tenant_name: 'Bakery',
  state: 'sent',
  route: 'primary',
  adapter: 'speedyindex',
  simulated: false,
  task_id: '6541f0a2c1',
  url_count: 240,
  rejected: 3,
  indexed_day1: 60,
  indexed_day3: 110,
  indexed_day7: 151,
  indexed_later: 4,
  billed: 158,
  cost_usd: 1.896,
  report: { status: 'done', done: true, indexed: 158, unindexed: 79, at: NOW },
  attempts: 1,
  last_error: null,
  created_at: NOW,
  sent_at: NOW,
  ...more,
})

const BATCHES = [
  batch('a'),
  batch('b', {
    state: 'doubtful',
    job_name: NASTY,
    tenant_name: NASTY,
    last_error: NASTY,
    sent_at: null,
    report: null,
  }),
  batch('c', { state: 'refused', job_name: null, adapter: null, route: null, cost_usd: null, task_id: null }),
  batch('d', { state: 'held', adapter: null, route: null }),
]

const LINKS = listed(links(6, 3) as BatchLink[])

const batchPage = (row: BatchRow, of: typeof LINKS) =>
  inPlatform(
    'Batch',
    <>
      <HeadOf {...batchHead(row)} />
      <BatchPage
        batch={row}
        links={<batchLinks.View list={{ ...of, batch: row }} query={{}} self={`${PROVIDERS}/batches/${row.id}`} />}
      />
    </>,
  )

export const providerGallery = [
  {
    name: 'provider-usage',
    page: () => inPlatform('Usage', <usageList.View list={listed(USAGE)} query={{}} self={`${PROVIDERS}/usage`} />),
  },
  {
    name: 'provider-usage-none',
    page: () =>
      inPlatform('Usage', <usageList.View list={NO_ROWS} query={{ month: '2026-10' }} self={`${PROVIDERS}/usage`} />),
  },
  {
    name: 'batches',
    page: () =>
      inPlatform('Batches', <batchList.View list={listed(BATCHES)} query={{}} self={`${PROVIDERS}/batches`} />),
  },
  {
    name: 'batches-none-of-a-client',
    page: () =>
      inPlatform(
        'Batches',
        <batchList.View list={NO_ROWS} query={{ tenant_id: 'x', site: 'a.example' }} self={`${PROVIDERS}/batches`} />,
      ),
  },
  { name: 'batch', page: () => batchPage(BATCHES[0]!, LINKS) },
  { name: 'batch-in-doubt', page: () => batchPage(BATCHES[1]!, NO_ROWS) },
  {
    name: 'scoreboard',
    page: () =>
      inPlatform(
        'Compare',
        <scoreList.View
          list={{ ...listed(SCORES), duel: DUEL }}
          query={{}}
          self={`${PROVIDERS}/scoreboard`}
          below={<SupplierDuel duel={DUEL} self="/app/platform/suppliers" />}
        />,
        'suppliers',
      ),
  },
  {
    name: 'scoreboard-none',
    page: () =>
      inPlatform(
        'Compare',
        <scoreList.View list={{ ...NO_ROWS, duel: DUEL }} query={{}} self={`${PROVIDERS}/scoreboard`} />,
      ),
  },
]
