import { afterEach, beforeEach, expect, test } from 'bun:test'
import { consume } from '../../../src/domains/credits/index.ts'
import type { JobRow, LinkRow } from '../../../src/domains/jobs/index.ts'
import { lastSent, rememberSent } from '../../../src/domains/pushes/index.ts'
import { planChecksTask } from '../../../src/tasks/checks/plan-checks.ts'
import { takeLooksTask } from '../../../src/tasks/checks/take-looks.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { settleCancelledTask } from '../../../src/tasks/pushes/settle-cancelled.ts'
import { expectBooksToBalance } from '../../books.ts'
import { pushing, urls } from '../../pushing.ts'

const LINKS = 2500

let one: Awaited<ReturnType<typeof pushing>>
let write: typeof one.app.db.write
beforeEach(async () => {
  one = await pushing(500_000, 500_000)
  write = one.app.db.write
})
afterEach(() => {
  expectBooksToBalance(one.db)
  one.close()
})

type Ordered = { id: string }
const call = <T>(name: string, input: object) => one.call<T>('ada', name, input as Record<string, unknown>)
const push = (more: object = {}) =>
  call<Ordered>('submit_index_job', { urls: urls(LINKS, 'large'), preflight: false, ...more })
const jobOf = (id: string) => one.db.read((tx) => tx.row<JobRow>('select * from jobs where id = ?', id)!)
const linksOf = (id: string) =>
  one.db.read((tx) => tx.rows<LinkRow>('select * from links where job_id = ? order by id', id))

/** Carries out an order, and kills the process after its n-th commit. */
function killedAfter<T>(n: number, order: () => Promise<T>): Promise<T> {
  let commits = 0
  one.app.db.write = (step) => {
    if (commits++ >= n) throw new Error('killed')
    return write(step)
  }
  return order().finally(() => {
    one.app.db.write = write
  })
}

function expectWhole(id: string): void {
  const [job, links] = [jobOf(id), linksOf(id)]
  expect(links.map(({ url }) => url)).toEqual(urls(LINKS, 'large'))
  expect(links.map((link) => link.id)).toEqual(links.map((_, i) => job.first_link + i))
  expect(job.last_link).toBe(links.at(-1)!.id)
}

test('a large order answers when all of its links are there, in the given order', async () => {
  const { id } = await push()
  expectWhole(id)
  expect(linksOf(id).every(({ state, credit }) => state === 'queued' && credit === 'reserved')).toBe(true)
})

test.each([1, 2, 3])('a kill after commit %p of a large push loses none of its links', async (n) => {
  const anyway = urls(LINKS, 'large').filter((_, i) => i % 700 === 0)
  const { id } = await killedAfter(n, () => push({ push_anyway: anyway }))
  expectBooksToBalance(one.db)
  expect(linksOf(id)).toHaveLength(Math.min(LINKS, n * 1000))
  const small = await call<Ordered>('submit_index_job', { urls: urls(2, 'small'), preflight: false, delay_s: 10 })
  // Whoever orders little does not wait for what others ordered.
  expect(linksOf(id)).toHaveLength(Math.min(LINKS, n * 1000))
  await one.run(advancePushesTask)
  expectWhole(id)
  expect(linksOf(id).flatMap(({ url, push_anyway }) => (push_anyway ? [url] : []))).toEqual(anyway)
  expect(jobOf(small.id).first_link).toBe(jobOf(id).last_link + 1)
})

test('after a kill the task goes on with the push: every link gets its day', async () => {
  const { id } = await killedAfter(1, push)
  await one.run(advancePushesTask)
  expectWhole(id)
  expect(jobOf(id).status).toBe('sending')
  expect(linksOf(id).every(({ state, due_at }) => state === 'scheduled' && due_at !== null)).toBe(true)
})

test('after a kill a check job has a check for each of its links', async () => {
  const { id } = await killedAfter(1, () => call<Ordered>('check_index', { urls: urls(LINKS, 'large') }))
  await one.run(planChecksTask)
  expectWhole(id)
  const checked = one.db.read((tx) => tx.rows<{ link_id: number }>('select link_id from looks where job_id = ?', id))
  expect(new Set(checked.map(({ link_id }) => link_id)).size).toBe(LINKS)
})

test('nobody does anything with links of which some are not written yet', async () => {
  const { id } = await killedAfter(1, push)
  for (const name of ['cancel_job', 'delete_job', 'recheck_job', 'retry_job', 'send_unindexed_to_indexer'])
    await expect(call(name, { id })).rejects.toThrow('still being written')
  for (const [name, input] of [
    ['export_job_csv', { id }],
    ['get_job_order', { id }],
    ['check_index', { job_id: id }],
  ] as const)
    await expect(call(name, input)).rejects.toThrow('still being written')
  const uids = linksOf(id).map((link) => link.id)
  expect((await call<{ unsent: object[] }>('preview_stop', { uids })).unsent).toEqual([])
  expect(await call<{ status: string; link_count: number }>('get_job_status', { id })).toMatchObject({
    status: 'queued',
    link_count: LINKS,
  })
})

test('what was pushed is remembered only when it is whole', async () => {
  const { id } = await killedAfter(1, push)
  await rememberSent(one.db, new AbortController().signal)
  expectWhole(id)
  const { tenant_id } = jobOf(id)
  const times = one.db.read((tx) => urls(LINKS, 'large').map((url) => lastSent(tx, tenant_id, url)))
  expect(times.filter((time) => time === null)).toEqual([])
})

/** Sets the links of a push to what `set` (SQL) says, and uses the credits that they had. */
function settle(id: string, set: string, status = 'watching'): void {
  one.db.write((tx) => {
    tx.run(`update links set ${set} where job_id = ?`, id)
    tx.run('update jobs set status = ? where id = ?', status, id)
    const kept = tx.number("select count(*) from links where job_id = ? and credit = 'reserved'", id)
    return consume(tx, { kind: 'index', amount: LINKS - kept, job_id: id })
  })
}
const SEEN_NOWHERE = "state = 'not_indexed', indexed = 'no', credit = 'released'"
const looksOf = (id: string) =>
  one.db.read((tx) =>
    tx.rows<{ link_id: number; state: string }>('select * from looks where job_id = ? order by id', id),
  )

test('every large order answers when all of its rows are there', async () => {
  const { id } = await push()
  settle(id, SEEN_NOWHERE)
  const again = await call<Ordered>('send_unindexed_to_indexer', { id })
  expectWhole(again.id)
  const check = await call<Ordered>('check_index', { job_id: id })
  expectWhole(check.id)
  await call('recheck_job', { id })
  expect(looksOf(id).map(({ link_id }) => link_id)).toEqual(linksOf(id).map((link) => link.id))
})

test('links that are not seen are pushed again once, by two orders at once as well', async () => {
  const { id } = await push()
  settle(id, SEEN_NOWHERE)
  const twice = await Promise.allSettled([1, 2].map(() => call<Ordered>('send_unindexed_to_indexer', { id })))
  expect(twice.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('a recheck and a cancel of a push at once: one is carried out, the other refused', async () => {
  const { id } = await push()
  settle(
    id,
    "state = iif(id % 7, 'sent', 'scheduled'), credit = iif(id % 7, 'consumed', 'reserved'), due_at = iif(id % 7, null, '2027')",
    'sending',
  )
  const acts = await Promise.allSettled([call('recheck_job', { id }), call('cancel_job', { id })])
  expect(acts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expectBooksToBalance(one.db)
  while (looksOf(id).some(({ state }) => state !== 'done')) await one.run(takeLooksTask)
})

test('nothing is checked again while its job is being cancelled', async () => {
  const { id } = await killedAfter(2, () => call<Ordered>('check_index', { urls: urls(LINKS, 'large') }))
  await one.run(planChecksTask)
  one.db.write((tx) => tx.run("update jobs set status = 'queued' where id = ?", id))
  const [cancelled, again] = await Promise.allSettled([call('cancel_job', { id }), call('recheck_job', { id })])
  expect([cancelled!.status, again!.status]).toEqual(['fulfilled', 'rejected'])
  expect(jobOf(id).status).toBe('cancelled')
  await one.run(settleCancelledTask)
  const open = one.db.read((tx) =>
    tx.number('select sum(reserved - used - returned) from reservations where job_id = ?', id),
  )
  expect(open).toBe(0)
})

test('a check job is done with the last of its checks, not with the last that is written', async () => {
  const { id } = await call<Ordered>('check_index', { urls: urls(LINKS, 'large') })
  await one.run(planChecksTask)
  while (jobOf(id).status !== 'done') await one.run(takeLooksTask)
  await killedAfter(2, () => call('recheck_job', { id }))
  while (looksOf(id).some(({ state }) => state !== 'done')) await one.run(takeLooksTask)
  expect(jobOf(id).status).toBe('checking')
  await one.run(planChecksTask)
  while (jobOf(id).status !== 'done') await one.run(takeLooksTask)
  expect(looksOf(id)).toHaveLength(2 * LINKS)
})

test('a large recheck counts against the cap of its engine when it is ordered', async () => {
  const { id } = await push()
  settle(id, "state = 'sent', credit = 'consumed'")
  await call('recheck_job', { id })
  const counted = one.db.read((tx) => tx.number("select n from day_counters where name = 'looks:scan_standard'"))
  expect(counted).toBe(LINKS)
})

test.each([1, 2, 5])(
  'a kill after commit %p of a large recheck loses none of its checks, and none is paid twice',
  async (n) => {
    const { id } = await push()
    settle(id, "state = 'sent', credit = 'consumed'")
    const { looks } = await killedAfter(n, () => call<{ looks: number }>('recheck_job', { id }))
    expect(looks).toBe(LINKS)
    await expect(call('recheck_job', { id })).rejects.toThrow('still being written')
    await one.run(planChecksTask)
    const checked = one.db.read((tx) =>
      tx.rows<{ link_id: number }>('select link_id from looks where job_id = ? order by id', id),
    )
    expect(checked.map(({ link_id }) => link_id)).toEqual(linksOf(id).map((link) => link.id))
    await expect(call('recheck_job', { id })).rejects.toThrow('already checking these links')
  },
)

const REJECTED =
  "state = 'failed', credit = 'released', reason = 'No such page', settled_at = '2026-10-01T00:00:00.000Z'"
/** A push all of whose links the supplier rejected. */
async function rejected(): Promise<string> {
  const { id } = await push()
  settle(id, REJECTED)
  return id
}
const statesOf = (id: string) =>
  one.db.read((tx) => tx.rows('select state, credit, count(*) as n from links where job_id = ? group by 1, 2', id))
const outcomeOf = (id: string) => JSON.parse(jobOf(id).outcome) as { states: object; credits: object }

test.each([1, 2])(
  'a kill after commit %p of a large retry loses none of its links, and none is paid twice',
  async (n) => {
    const id = await rejected()
    const { retried } = await killedAfter(n, () => call<{ retried: number }>('retry_job', { id }))
    expect(retried).toBe(LINKS)
    expect(linksOf(id).filter(({ state }) => state === 'scheduled')).toHaveLength(n * 1000)
    expectBooksToBalance(one.db)
    expect(outcomeOf(id)).toMatchObject({
      states: { failed: 0, scheduled: LINKS },
      credits: { released: 0, reserved: LINKS },
    })
    for (const name of ['cancel_job', 'delete_job', 'retry_job'])
      await expect(call(name, { id })).rejects.toThrow('still being written')
    // Nothing is sent of a retry that is not whole.
    await one.run(sendLinksTask)
    expect(linksOf(id).filter(({ batch_id }) => batch_id !== null)).toEqual([])
    await one.run(advancePushesTask)
    expect(linksOf(id).every(({ state, credit }) => state === 'scheduled' && credit === 'reserved')).toBe(true)
    await one.run(sendLinksTask)
    expect(statesOf(id)).toEqual([{ state: 'sent', credit: 'reserved', n: LINKS }])
  },
)

/** A push of which some links wait for their day, and the supplier rejected the others. */
async function halfRejected(): Promise<string> {
  const { id } = await push()
  settle(
    id,
    `state = iif(id % 7, 'failed', 'scheduled'), credit = iif(id % 7, 'released', 'reserved'),
     reason = iif(id % 7, 'No such page', null), due_at = iif(id % 7, null, '2027')`,
    'sending',
  )
  return id
}

test('a large retry that waits is undone alone, whatever else of the push waits', async () => {
  const id = await halfRejected()
  const [before, credits] = [linksOf(id), one.credits()]
  const { retried } = await call<{ retried: number }>('retry_job', { id, delay_s: 10 })
  expect(await call<object>('cancel_job', { id })).toMatchObject({ status: 'sending', cancelled: retried, kept: 0 })
  expect([linksOf(id), one.credits()]).toEqual([before, credits])
})

test.each([
  ['cancel_job', 'retry_job'],
  ['retry_job', 'cancel_job'],
])('a %s and a %s of a push at once: one is carried out, the other refused', async (first, second) => {
  const id = await halfRejected()
  const acts = await Promise.allSettled([call(first, { id }), call(second, { id })])
  expect(acts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expectBooksToBalance(one.db)
})

test('no link is cancelled while others of its push are ordered again, and these go when they are written', async () => {
  const id = await halfRejected()
  const waits = linksOf(id).find(({ state }) => state === 'scheduled')!
  const woken: unknown[] = []
  one.app.wake = (name) => woken.push(name)
  const [stopped, retried] = await Promise.allSettled([
    call('cancel_job', { id, url_ids: [waits.id] }),
    call('retry_job', { id }),
  ])
  expect([stopped.status, retried.status]).toEqual(['rejected', 'fulfilled'])
  expect(woken).toEqual(['send_links', 'send_links'])
})
