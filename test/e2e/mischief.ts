/**
 * Everything that moves credits, as acts that an owner, a member and a viewer try, and the rules by which each credit
 * belongs somewhere: for runs that let chance choose.
 */
import { expect } from 'bun:test'
import { join } from 'node:path'
import { openForReading, type ReadTx } from '../../src/kernel/database/database.ts'
import { HOUR, MINUTE, systemClock } from '../../src/kernel/time/clock.ts'
import { chance } from '../upstreams/misfortune.ts'
import { type Agency, agency, type Credits, type Job } from './agency.ts'
import { site } from './site.ts'

export const SEED = Number(process.env.MISCHIEF_SEED ?? 20_261_121)
const GIVEN = 2000

export const { draw, upTo, pick } = chance(SEED)

export type Run = Awaited<ReturnType<typeof start>>
type Known = { id: string; uids: number[]; failed: boolean }

/** An agency with a client and credits, its suppliers and pages on loopback; `program` in place of the executable. */
export async function start(program?: string) {
  const pages = site()
  const shown = (url: string) => Bun.hash(url.replace(/^https?:/, '')) % 10n < 6n
  const one = await agency({ shown, ready_after: MINUTE, program })
  const client = await one.post<{ id: string }>('/tenants', { name: 'Bakery', kind: 'client' })
  for (const kind of ['index', 'check']) {
    await one.post('/credits/adjust', { tenant_id: one.tenant_id, amount: GIVEN, kind, reason: 'For the run' })
    await one.post('/credits/allocate', { tenant_id: client.id, amount: GIVEN / 2, kind })
  }
  const given = await total(one, [one.tenant_id, client.id])
  const newest = await one.get<{ items: { id: string }[] }>(`/credits/ledger?page_size=1&tenant_id=${client.id}`)
  const key = async (tenant_id: string, role: string) => {
    const limits = { rate_per_min: 600, rate_per_day: 100_000 }
    const { secret } = await one.post<{ secret: string }>('/api-keys', { name: role, role, tenant_id, ...limits })
    return { authorization: `Bearer ${secret}` }
  }
  const [member, viewer] = [await key(one.tenant_id, 'member'), await key(client.id, 'client_viewer')]
  const state = { jobs: [] as Known[], lines: [] as string[], requests: [] as string[] }
  const unexpected: unknown[] = []
  /** How often each act was taken, over all lives. */
  const done: Record<string, number> = {}
  return {
    ...one,
    client: client.id,
    given,
    /** The last line of the ledger before the run. */
    since: newest.items[0]!.id,
    state,
    done,
    unexpected,
    pages,
    pushes: { n: 0 },
    /** Asks, and remembers what no caller may ever be told. */
    async dare(act: string, who: 'owner' | 'member' | 'viewer', method: string, path: string, body?: object) {
      const headers = { owner: {}, member, viewer }[who]
      const reply = await one.ask(method, path, body, headers).catch(() => null)
      done[act] ??= 0
      if (!reply) return
      const allowed = who === 'viewer' ? [401, 403] : [200, 402, 404, 409, 422, 429]
      if (reply.status === (who === 'viewer' ? 403 : 200)) done[act] += 1
      if (!allowed.includes(reply.status)) unexpected.push([act, who, path, reply.status, reply.error])
    },
    /** What there is to do mischief with. */
    async refresh() {
      const newest = (await one.all<Job>('/jobs?sort=created_at&dir=desc')).slice(0, 24)
      const known = newest.map(async ({ id, outcome }): Promise<Known> => {
        const uids = (await one.links(id)).map(({ uid }) => uid)
        return { id, uids, failed: outcome.states.failed! > 0 }
      })
      state.jobs = await Promise.all(known)
      state.lines = (await one.get<{ items: { id: string }[] }>('/credits/ledger?page_size=50')).items.map((l) => l.id)
      state.requests = (await one.all<{ id: string }>('/credits/requests')).map(({ id }) => id)
    },
    async close() {
      await one.close()
      pages.stop()
    },
  }
}

export const total = async ({ get }: Pick<Agency, 'get'>, tenants: string[]) => {
  const sum = { index: 0, check: 0 }
  for (const tenant_id of tenants) {
    const { index, check } = await get<Credits>(`/credits?tenant_id=${tenant_id}`)
    sum.index += index.available + index.reserved
    sum.check += check.available + check.reserved
  }
  return sum
}

export type Act = (one: Run) => Promise<unknown>

const job = ({ state }: Run): Known => (state.jobs.length ? pick(state.jobs) : { id: 'none', uids: [], failed: false })
const tenant = (one: Run): string => pick([one.tenant_id, one.client])
const somebody = () => pick(['owner', 'member'] as const)

const push: Act = (one) => {
  const name = `push-${one.pushes.n++}`
  const urls = Array.from({ length: 1 + upTo(12) }, (_, i) => `${one.pages.url}/${name}-${i}`)
  const order = pick([
    ...[{}, { smart: true }, { pre_check: true }, { drip_days: 3 }, { holdout_pct: 50 }, { preflight: false }],
    ...[
      { smart: true, force_refresh: true },
      { push_anyway: true, skip_flagged: false },
    ],
  ])
  return one.dare('push', somebody(), 'POST', '/jobs', { urls, tenant_id: tenant(one), ...order })
}

const recheck: Act = (one) => {
  const { id, uids } = job(one)
  const some = draw() < 0.5 && uids.length > 0 ? { url_ids: [pick(uids), pick(uids)] } : {}
  const order = () => one.dare('recheck', somebody(), 'POST', `/jobs/${id}/check`, some)
  return Promise.all([order(), order(), one.dare('remove', 'owner', 'DELETE', `/jobs/${pick([id, job(one).id])}`)])
}

const check: Act = (one) => {
  const { id } = job(one)
  const urls = [`${one.pages.url}/check-${one.pushes.n++}`, `${one.pages.url}/check-${one.pushes.n++}`]
  return one.dare(
    'check',
    somebody(),
    'POST',
    '/check',
    draw() < 0.5 ? { urls, tenant_id: tenant(one) } : { job_id: id },
  )
}

const onJob =
  (act: string, path: string): Act =>
  (one) =>
    one.dare(act, somebody(), 'POST', `/jobs/${job(one).id}/${path}`, {})

/** Twice at once, and cancelled on top. */
const retry: Act = (one) => {
  const failed = one.state.jobs.filter((known) => known.failed)
  const { id } = failed.length ? pick(failed) : job(one)
  const again = () => one.dare('retry', somebody(), 'POST', `/jobs/${id}/retry`, {})
  return Promise.all([again(), again(), one.dare('cancel', 'member', 'POST', `/jobs/${id}/cancel`, {})])
}

const cancel: Act = (one) => {
  const { id } = job(one)
  return Promise.all([onJob('cancel', 'cancel')(one), one.dare('cancel', 'member', 'POST', `/jobs/${id}/cancel`, {})])
}

/** Pushed and cancelled in one breath: in the queue, while its pages are looked at, or while its batch is on its way. */
const changeOfMind: Act = async (one) => {
  await push(one)
  const [newest] = await one.get<{ items: Job[] }>('/jobs?page_size=1&dir=desc').then(
    ({ items }) => items,
    () => [],
  )
  if (newest) await one.dare('cancel', 'member', 'POST', `/jobs/${newest.id}/cancel`, {})
}

/** Everything that is finished goes at once, its links from under it. */
const clearOut: Act = (one) =>
  Promise.all(
    one.state.jobs.flatMap(({ id, uids }) => [
      ...(draw() < 0.3 ? [one.dare('remove', 'owner', 'DELETE', `/jobs/${id}`)] : []),
      ...(uids.length && draw() < 0.3
        ? [one.dare('remove link', 'member', 'DELETE', `/jobs/${id}/urls/${pick(uids)}`)]
        : []),
    ]),
  )

const move: Act = (one) =>
  one.dare('allocate', 'owner', 'POST', '/credits/allocate', {
    ...{ tenant_id: one.client, kind: pick(['index', 'check']) },
    amount: pick([-1000, -7, 5, 40]),
  })

const reverse: Act = ({ state, dare }) =>
  dare('reverse', 'owner', 'POST', `/credits/ledger/${state.lines.length ? pick(state.lines) : 'none'}/reverse`, {})

const buy: Act = async (one) => {
  const { requests } = one.state
  if (draw() < 0.4 || requests.length === 0)
    return one.dare('request', 'owner', 'POST', '/credits/requests', { pack: 'try', tenant_id: tenant(one) })
  const answer = pick(['approve', 'refund', 'refund', 'decline'])
  await one.dare(answer, 'owner', 'POST', `/credits/requests/${pick(requests)}/${answer}`, {})
}

const report: Act = (one) =>
  Promise.all([onJob('sync', 'sync')(one), one.dare('report', 'owner', 'POST', '/admin/providers/supplier/sync', {})])

const archive: Act = async (one) => {
  await one.dare('archive', 'owner', 'PATCH', `/tenants/${one.client}`, { archived: true })
  await one.dare('restore', 'owner', 'PATCH', `/tenants/${one.client}`, { archived: false })
}

/** What a viewer may not do, whatever the job. */
const trespass: Act = (one) => {
  const { id, uids } = job(one)
  const order = { urls: [`${one.pages.url}/stolen`] }
  return Promise.all([
    one.dare('trespass', 'viewer', 'POST', '/jobs', order),
    one.dare('trespass', 'viewer', 'POST', '/check', { job_id: id }),
    ...['check', 'cancel', 'retry', 'send-unindexed'].map((path) =>
      one.dare('trespass', 'viewer', 'POST', `/jobs/${id}/${path}`, {}),
    ),
    one.dare('trespass', 'viewer', 'DELETE', `/jobs/${id}/urls/${uids[0] ?? 1}`),
    one.dare('trespass', 'viewer', 'POST', '/credits/allocate', { tenant_id: one.client, amount: 5 }),
  ])
}

export const ACTS: Act[] = [
  ...[push, push, push, push, changeOfMind, recheck, recheck, check, cancel, clearOut, move, reverse, buy, report],
  ...[archive, trespass, retry, onJob('send again', 'send-unindexed')],
]

/** What the database holds when nobody is there to tell: credit by credit, job by job. */
export function expectHoldsToBelong(one: Run): void {
  const db = openForReading(join(one.data_dir, 'signalpost.db'), systemClock)
  const wrong = db.read((tx) => Object.entries(RULES).flatMap(([rule, sql]) => broken(tx, rule, sql)))
  db.close()
  expect(wrong).toEqual([])
}

const broken = (tx: ReadTx, rule: string, sql: string): object[] =>
  tx.rows<object>(sql).map((row) => ({ rule, ...row }))

const sumOf = (where: string): string =>
  `(select coalesce(sum(amount), 0) from ledger where job_id = h.job_id and kind = h.kind and ${where})`
const WHOLE =
  '(select count(*) from links where job_id = h.job_id) = (select last_link - first_link + 1 from jobs where id = h.job_id)'

/** Each names the rows that break it. */
const RULES = {
  'the lines of a ledger add up to what is available': `select * from purses p where available <>
    (select coalesce(sum(iif(direction = 'in', amount, -amount)), 0) from ledger where tenant_id = p.tenant_id and kind = p.kind)`,
  'what a workspace has set aside is what its jobs hold': `select * from purses p where reserved <>
    (select coalesce(sum(reserved - used - returned), 0) from reservations where tenant_id = p.tenant_id and kind = p.kind)`,
  'what a job holds went out in lines, and what it gave back came in': `select * from reservations h
    where reserved <> ${sumOf("direction = 'out'")} or returned <> ${sumOf("direction = 'in'")}`,
  'each index credit that a job holds is that of a link': `select * from reservations h where kind = 'index'
    and reserved - used - returned <> (select count(*) from links where job_id = h.job_id and credit = 'reserved')`,
  'each index credit that a job used is that of a link': `select * from reservations h where kind = 'index' and ${WHOLE}
    and used <> (select count(*) from links where job_id = h.job_id and credit = 'consumed')`,
  'each check credit that a job holds is that of a look, planned or to be planned, until what was called off is settled': `select job_id, held, looks, planned, ending from (select h.job_id, reserved - used - returned as held,
      (select coalesce(sum(credits), 0) from looks where job_id = h.job_id and state <> 'done') as looks,
      (select count(*) from jobs j join links l on l.job_id = j.id and l.state = 'queued'
         where j.id = h.job_id and (j.smart or j.pre_check or j.type = 'check')
           and j.status in ('queued', 'preflight', 'checking') and not exists
           (select 1 from looks where job_id = j.id and link_id = l.id and purpose in ('before', 'check'))) as planned,
      exists (select 1 from jobs where id = h.job_id and status = 'cancelled' and finished_at is null) as ending
      from reservations h where kind = 'check') where iif(ending, held < looks, held <> looks + planned)`,
  'each check credit that a job used bought a yes or a no': `select * from reservations h where kind = 'check'
    and exists (select 1 from jobs where id = h.job_id and deleted_at is null) and used <>
    (select coalesce(sum(credits), 0) from looks where job_id = h.job_id and state = 'done' and indexed <> 'unknown')`,
  'a link is looked at for a customer once at a time': `select job_id, link_id, engine, count(*) as n from looks
    where state <> 'done' and purpose in ('check', 'recheck') group by 1, 2, 3 having n > 1`,
}

/** The workspace is back, one push and one check go through for certain, everything is sent, looked at, settled. */
export async function peace(one: Run): Promise<void> {
  one.pages.pause = 0
  await one.ask('PATCH', `/tenants/${one.client}`, { archived: false })
  const urls = [`${one.pages.url}/at-last-1`, `${one.pages.url}/at-last-2`]
  await one.push(urls)
  await one.post('/check', { urls, tenant_id: one.tenant_id })
  for (let rounds = 0; rounds < 80 && (await isBusy(one)); rounds++) one.clock.turn(6 * HOUR)
  expect(await isBusy(one)).toBe(false)
}

async function isBusy(one: Run): Promise<boolean> {
  const { looks_open, batches_waiting } = await one.tick()
  const credits = [await one.credits(), await one.get<Credits>(`/credits?tenant_id=${one.client}`)]
  const jobs = await one.all<Job>('/jobs')
  return (
    looks_open + batches_waiting > 0 ||
    credits.some(({ index, check }) => index.reserved + check.reserved > 0) ||
    jobs.some(({ status }) => status !== 'done' && status !== 'cancelled')
  )
}
