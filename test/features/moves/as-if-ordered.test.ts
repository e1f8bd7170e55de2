/** All that anybody reads of a push that moved, against a push that was ordered there. */
import { expect, test } from 'bun:test'
import { rememberSent } from '../../../src/domains/pushes/index.ts'
import { SECOND } from '../../../src/kernel/time/clock.ts'
import { WHOLE } from '../../long/whole.ts'
import { CLIENTS, moving } from './setting.ts'

const READS: readonly [string, (tenant_id: string) => Record<string, unknown>][] = [
  ['get_summary', () => ({})],
  ['get_results', (tenant_id) => ({ by: 'client', tenant_id })],
  ['get_results', (tenant_id) => ({ by: 'host', tenant_id })],
  ['get_results_by_week', (tenant_id) => ({ tenant_id })],
  ['get_tenant_overview', (id) => ({ id })],
  ['list_links', (tenant_id) => ({ tenant_id })],
  ['list_links', (tenant_id) => ({ tenant_id, q: 'bakery' })],
  ['list_jobs', (tenant_id) => ({ tenant_id })],
  ['get_credits', (tenant_id) => ({ tenant_id })],
  ['get_credits_forecast', (tenant_id) => ({ tenant_id })],
  ['get_month_report', (id) => ({ id, month: '2026-11' })],
  ['get_today', () => ({})],
  ['list_clients', () => ({})],
]
const TABLES = [
  'select * from purses order by 1, 2',
  'select tenant_id, quarter, kind, used from credit_quarters where used <> 0 order by 1, 2, 3',
  'select * from look_days where looks <> 0 order by 1, 2, 3',
  'select * from crawl_days where batches <> 0 order by 1, 2, 3',
  'select * from link_quarters where sent <> 0 or indexed <> 0 or returned <> 0 order by 1, 2',
  'select * from day_counters where n <> 0 order by 1, 2',
  'select tenant_id, url_hash from sent_urls order by 1, 2',
  'select * from job_counts where jobs <> 0 order by 1, 2, 3',
]
/** What the ledger tells differs: a push that moved was reserved elsewhere and has a line of its own. */
const OF_THE_LEDGER = ['recent', 'given', 'set_aside', 'back']
const OF_THIS_PUSH = ['id', 'uid', 'job_id', 'created_at', 'updated_at']

const alike = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value) =>
      OF_THE_LEDGER.includes(name) || OF_THIS_PUSH.includes(name) ? undefined : value,
    ).replace(/T\d\d:\d\d:\d\d\.\d{3}Z/g, ''),
  )

/** What everybody reads after nine days of a push of the Flower shop, which moved there on a day of its life, or never. */
async function readsAfter(more: object, moved_on: number | null): Promise<Record<string, unknown>> {
  const one = await moving()
  const { id } = await one.push(30, { tenant_id: moved_on === null ? 'ten_florist' : 'ten_bakery', ...more })
  for (const day of [0, 1, 3, 7, 8, 9]) {
    await one.day(day)
    if (day !== moved_on) continue
    await one.move(id, 'ten_florist')
    await one.follow()
    one.clock.turn(10 * SECOND)
    await one.follow()
  }
  await rememberSent(one.db, new AbortController().signal)
  const out: Record<string, unknown> = {}
  for (const tenant_id of CLIENTS)
    for (const [operation, input] of READS) {
      const asked = input(tenant_id)
      out[`${operation} ${JSON.stringify(asked)}`] = alike(await one.call('ada', operation, asked))
    }
  for (const sql of TABLES) out[sql] = alike(one.rows(sql))
  one.close()
  return out
}

const PUSHES = { smart: { smart: true }, plain: {}, screened: { smart: true, pre_check: true }, drip: { drip_days: 3 } }

const EVERY = Object.keys(PUSHES).flatMap((name) => [0, 1, 3, 8].map((day) => [name, day] as const))

test.each(WHOLE ? EVERY : [['smart', 3] as const])(
  'a %s push that moved on day %d reads as if it had been ordered there',
  async (name, day) => {
    const more = PUSHES[name as keyof typeof PUSHES]
    expect(await readsAfter(more, day)).toEqual(await readsAfter(more, null))
  },
)
