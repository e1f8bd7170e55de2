/** Ten seconds in which an order of a person can be undone. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { release } from '../../../src/domains/credits/index.ts'
import { refreshOutcome } from '../../../src/domains/jobs/index.ts'
import { callerOfKey } from '../../../src/domains/keys/index.ts'
import { SECOND } from '../../../src/kernel/time/clock.ts'
import { whatCameBack } from '../../../views/jobs/undo.tsx'
import { expectBooksToBalance } from '../../books.ts'
import { pushing } from '../../pushing.ts'
import { refusal } from '../../refusal.ts'
import { CAST } from '../../world.ts'
import { browserOf, wordIn } from '../browser.ts'

const PUSH = `/app/w/${CAST.ada.tenant_id}/push`
const LIST = Array.from({ length: 12 }, (_, i) => `http://127.0.0.1:9/${i}`)

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>

beforeEach(async () => {
  office = await pushing(100, 100, { env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  browser = browserOf(office)
})
afterEach(() => {
  expectBooksToBalance(office.db)
  office.close()
})

/** Pushes by the page; the address of the job. Nobody answers there, so the links are pushed anyway. */
async function push(more: Record<string, string> = {}): Promise<string> {
  const form = { urls: LIST.join('\n'), anyway_flag: 'unreachable', client: 'Northwind', ...more }
  const { html } = await browser.send('ada', PUSH, { ...form, step: 'review' })
  const [, quoted = ''] = /name="quoted" value="([^"]+)"/.exec(html) ?? []
  const { location } = await browser.send('ada', PUSH, { ...form, step: 'push', quoted })
  return location!
}
const idIn = (job: string): string => job.split('/').at(-1)!
const statusOf = async (job: string) =>
  (await office.call<{ status: string }>('ada', 'get_job_status', { id: idIn(job) })).status
const wordOf = (headers: Headers): string => wordIn(office, headers)
const turn = (seconds: number) => office.clock.turn(seconds * SECOND)

test('for ten seconds nothing of a push leaves; then all does', async () => {
  const job = await push()
  await office.work()
  expect((await browser.visit('ada', job)).text).toContain('Until then you can take it all back.')
  expect(await statusOf(job)).toBe('queued')
  turn(9.9)
  await office.work()
  expect(await statusOf(job)).toBe('queued')
  turn(0.1)
  await office.work()
  expect(await statusOf(job)).toBe('watching')
  expect((await browser.visit('ada', job)).text).not.toContain('Until then you can take it all back.')
})

test('undone in time, every credit is back and New push has the order again', async () => {
  const before = office.credits()
  const job = await push({ name: 'Autumn', smart: 'true', drip_days: '3' })
  expect(office.credits().index.available).toBe(before.index.available - 12)
  turn(5)
  await office.work()
  const { location, headers } = await browser.send('ada', `${job}/undo`)
  expect(wordOf(headers)).toContain('Every credit is available again.')
  expect(office.credits()).toEqual(before)
  expect(await statusOf(job)).toBe('cancelled')
  const { html } = await browser.visit('ada', location!)
  expect(/<textarea[^>]*>([^<]*)</.exec(html)![1]!.trim().split('\n')).toEqual(LIST)
  expect(html).toMatch(/name="name"[^>]*value="Autumn"/)
  expect(html).toMatch(/name="smart"[^>]*checked/)
  expect(html).toMatch(/<option value="3" selected/)
  turn(60)
  await office.work()
  expect(await statusOf(job)).toBe('cancelled')
})

test('undone, flagged addresses that were left out are in the list again', async () => {
  const some = { anyway_flag: '', push_anyway: LIST[0]! }
  const form = { urls: LIST.join('\n'), client: 'Northwind', ...some }
  const { html: bill } = await browser.send('ada', PUSH, { ...form, step: 'review' })
  const quoted = /name="quoted" value="([^"]+)"/.exec(bill)![1]!
  const { location: job } = await browser.send('ada', PUSH, { ...form, step: 'push', quoted })
  expect(await office.call('ada', 'get_job_status', { id: idIn(job!) })).toMatchObject({ link_count: 1 })
  const { location } = await browser.send('ada', `${job}/undo`)
  const { html } = await browser.visit('ada', location!)
  expect(/<textarea[^>]*>([^<]*)</.exec(html)![1]!.trim().split('\n')).toEqual(LIST)
})

test('undone, credits that a client received for the push stay there, and the page says so', async () => {
  const form = { urls: LIST.join('\n'), anyway_flag: 'unreachable', client: 'Bakery', idempotency_key: 'give-0001' }
  const { html: bill } = await browser.send('ada', PUSH, { ...form, step: 'review' })
  const quoted = /name="quoted" value="([^"]+)"/.exec(bill)![1]!
  const { location: job } = await browser.send('ada', PUSH, { ...form, step: 'give', quoted })
  const { location, headers } = await browser.send('ada', `${job}/undo`)
  expect(wordOf(headers)).toContain('Undone for Bakery. Every credit is available again.')
  const { text } = await browser.visit('ada', location!)
  expect(text).toContain('Bakery received 12 index credits for this push. The transfer stays')
  const { index } = await office.call<{ index: object }>('ada', 'get_credits', { tenant_id: CAST.vera.tenant_id })
  expect(index).toMatchObject({ available: 12, reserved: 0 })
})

test('undone too late, nothing is cancelled, and what can still be done is said', async () => {
  const job = await push({ drip_days: '3' })
  turn(11)
  await office.work()
  const { location, headers } = await browser.send('ada', `${job}/undo`)
  expect(location).toBe(job)
  expect(wordIn(office, headers)).toContain('Cancel push')
  expect(await statusOf(job)).toBe('sending')
})

test('undone twice, it is said to be undone already, and what is still set aside is named', async () => {
  const job = await push()
  await browser.send('ada', `${job}/undo`)
  const { location, headers } = await browser.send('ada', `${job}/undo`)
  expect([location, wordOf(headers)]).toEqual([job, expect.stringContaining('undone or cancelled already')])
  expect(whatCameBack({ index: 0, check: 0 })).toBe('Every credit is available again.')
  expect(whatCameBack({ index: 3, check: 1 })).toStartWith('3 index credits and 1 check credit are still reserved')
})

test('the same form, sent again from the history after an undo, says that nothing was pushed; the next click pushes', async () => {
  const before = office.credits()
  const key = { idempotency_key: 'once-0001' }
  const job = await push(key)
  await browser.send('ada', `${job}/undo`)
  const form = { urls: LIST.join('\n'), anyway_flag: 'unreachable', client: 'Northwind' }
  const { html: bill } = await browser.send('ada', PUSH, { ...form, step: 'review' })
  const quoted = /name="quoted" value="([^"]+)"/.exec(bill)![1]!
  const seen = await browser.send('ada', PUSH, { ...form, ...key, step: 'push', quoted })
  expect([seen.status, seen.location]).toEqual([200, null])
  expect(seen.text).toContain('was undone, so nothing was pushed now')
  expect(office.credits()).toEqual(before)
  const fresh = /name="idempotency_key" value="([^"]+)"/.exec(seen.html)![1]!
  expect(fresh).not.toBe(key.idempotency_key)
  expect(seen.html).toContain(`name="quoted" value="${quoted}"`)
  const again = await browser.send('ada', PUSH, { ...form, step: 'push', quoted, idempotency_key: fresh })
  expect(again.location).not.toBe(job)
  expect(office.credits().index.available).toBe(before.index.available - 12)
})

test('as much as can be paid, undone and sent again from the history, keeps the whole list', async () => {
  const urls = Array.from({ length: 120 }, (_, i) => `http://127.0.0.1:9/${i}`).join('\n')
  const form = { urls, anyway_flag: 'unreachable', client: 'Northwind', idempotency_key: 'first-0001' }
  const { html } = await browser.send('ada', PUSH, { ...form, step: 'review' })
  const first = { ...form, step: 'first', quoted: /name="quoted" value="([^"]+)"/.exec(html)![1]! }
  expect((await browser.send('ada', PUSH, first)).text).toContain('The other 20 are still here')
  const { items } = await office.call<{ items: { id: string }[] }>('ada', 'list_jobs')
  await browser.send('ada', `/app/w/${CAST.ada.tenant_id}/jobs/${items[0]!.id}/undo`)
  const seen = await browser.send('ada', PUSH, first)
  expect(seen.text).toContain('was undone, so nothing was pushed now')
  expect(/<textarea[^>]*>([^<]*)</.exec(seen.html)![1]!.trim().split('\n')).toHaveLength(120)
  expect(office.credits().index.available).toBe(100)
})

test('an order by API begins at once; what was ordered on a page is nothing for a viewer to undo', async () => {
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', { urls: LIST, preflight: false })
  await office.work()
  expect(await statusOf(id)).toBe('watching')
  await office.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 20 })
  const job = idIn(await push({ client: 'Bakery' }))
  const there = `/app/w/${CAST.vera.tenant_id}/jobs/${job}`
  expect((await browser.visit('ada', there)).text).toContain('Until then you can take it all back.')
  expect((await browser.visit('vera', there)).text).not.toContain('Until then you can take it all back.')
  expect((await browser.send('vera', `${there}/undo`)).status).toBe(403)
  expect((await browser.send('rita', `/app/w/${CAST.rita.tenant_id}/jobs/${job}/undo`)).status).not.toBe(200)
  expect(await statusOf(job)).toBe('queued')
})

/** A push that the supplier refused two links of. */
async function withFailed(more: object = {}): Promise<string> {
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', { urls: LIST, preflight: false, ...more })
  await office.work()
  office.db.write((tx) => {
    tx.run(
      `update links set state = 'failed', credit = 'released', batch_id = null, next_look_at = null, settled_at = ?
       where id in (select id from links where job_id = ? and state = 'sent' order by id limit 2)`,
      tx.now,
      id,
    )
    release(tx, { kind: 'index', amount: 2, reason: 'refund', job_id: id, note: 'refused' })
    refreshOutcome(tx, id)
    return null
  })
  return `/app/w/${CAST.ada.tenant_id}/jobs/${id}`
}
const statesOf = async (job: string): Promise<Record<string, unknown>> => {
  const { status, outcome } = await office.call<{ status: string; outcome: { states: Record<string, number> } }>(
    'ada',
    'get_job_status',
    { id: idIn(job) },
  )
  return { status, ...Object.fromEntries(Object.entries(outcome.states).filter(([, n]) => n > 0)) }
}

test('what is sent again leaves after ten seconds, not before', async () => {
  const job = await withFailed()
  await browser.send('ada', `${job}/retry`)
  expect((await browser.visit('ada', job)).text).toContain('Until then you can take it all back.')
  turn(9.9)
  await office.work()
  expect(await statesOf(job)).toEqual({ status: 'sending', sent: 10, scheduled: 2 })
  turn(0.1)
  await office.work()
  expect(await statesOf(job)).toEqual({ status: 'watching', sent: 12 })
  expect((await browser.visit('ada', job)).text).not.toContain('Until then you can take it all back.')
  const { headers } = await browser.send('ada', `${job}/undo`)
  expect(wordOf(headers)).toContain('nothing can be undone')
  expect(await statesOf(job)).toEqual({ status: 'watching', sent: 12 })
})

test('sending again is undone alone: its links are where they were, and what else the push does goes on', async () => {
  for (const [more, before] of [
    [{}, { status: 'watching', sent: 10, failed: 2 }],
    [{ drip_days: 3 }, { status: 'sending', sent: 2, failed: 2, scheduled: 8 }],
  ] as const) {
    const job = await withFailed(more)
    const credits = office.credits()
    expect(await statesOf(job)).toEqual(before)
    await browser.send('ada', `${job}/retry`)
    expect(office.credits().index.available).toBe(credits.index.available - 2)
    const { location, headers } = await browser.send('ada', `${job}/undo`)
    expect([location, wordOf(headers)]).toEqual([job, expect.stringContaining('2 links are not sent again')])
    expect(office.credits()).toEqual(credits)
    expect(await statesOf(job)).toEqual(before)
    expect((await browser.visit('ada', job)).text).toContain('Retry 2 not sent')
    turn(60)
    await office.work()
    expect(await statesOf(job)).toEqual(before)
  }
})

/** What a key asked for that may place no order of two alone; the draft's id. */
async function asked(operation: string, input: Record<string, unknown>, of = {}): Promise<string> {
  const key = { name: 'Bot', approval_above: 1, ...of }
  const { secret } = await office.call<{ secret: string }>('ada', 'create_api_key', key)
  const bot = office.db.read((tx) => callerOfKey(tx, secret))!.caller
  return String((await refusal(office.call(bot, operation, input))).details.draft_id)
}

test('an order that a person approves leaves after ten seconds too, and can be undone on the page of its job', async () => {
  const before = office.credits()
  const id = await asked('submit_index_job', { urls: LIST, preflight: false })
  const { location } = await browser.send('ada', `/app/w/${CAST.ada.tenant_id}/drafts/${id}/approve`)
  const job = location!
  await office.work()
  expect(await statusOf(job)).toBe('queued')
  const { html, text } = await browser.visit('ada', job)
  expect(text).toContain('Until then you can take it all back.')
  expect(html).toContain(`action="${job}/undo"`)
  await browser.send('ada', `${job}/undo`)
  expect(await statusOf(job)).toBe('cancelled')
  expect(office.credits()).toEqual(before)
})

test('of a client’s order that an admin of its agency approves, the undo says whose it is, works, and the list stays the client’s', async () => {
  office.db.write((tx) => {
    tx.run("update users set status = 'active', email_verified_at = ? where id = 'usr_rita'", tx.now)
    tx.run(
      "insert into members (tenant_id, user_id, role, created_at) values ('ten_northwind', 'usr_rita', 'admin', ?)",
      tx.now,
    )
  })
  await office.call('ada', 'allocate_credits', { tenant_id: CAST.vera.tenant_id, amount: 12 })
  const client = async () =>
    (await office.call<{ index: object }>('ada', 'get_credits', { tenant_id: CAST.vera.tenant_id })).index
  const before = await client()
  const home = `/app/w/${CAST.ada.tenant_id}`
  for (const way of ['drafts', 'morning']) {
    const of = { tenant_id: CAST.vera.tenant_id, name: way }
    const id = await asked('submit_index_job', { urls: LIST, preflight: false }, of)
    const approve = way === 'drafts' ? `${home}/drafts/${id}/approve` : `${home}/morning/approve`
    const { location, headers } = await browser.send('rita', approve, { id })
    expect(wordOf(headers)).toContain('Approved and started for Bakery.')
    const { job_id } = await office.call<{ job_id: string }>('ada', 'get_draft', { id })
    expect(location).toBe(way === 'drafts' ? `${home}/jobs/${job_id}` : home)
    const { html, text } = await browser.visit('rita', `${home}/jobs/${job_id}`)
    expect(text).toContain('Sent in 10 s for Bakery.')
    const [, undo = ''] = /action="([^"]+\/undo)"/.exec(html)!
    const undone = await browser.send('rita', undo)
    expect(wordOf(undone.headers)).toContain('Undone for Bakery. Every credit is available again. Here is the list.')
    expect(await statusOf(job_id)).toBe('cancelled')
    expect(await client()).toEqual(before)
    const { html: list } = await browser.visit('rita', undone.location!)
    expect(list).toContain(LIST.join('\n'))
    expect(list).toMatch(/name="client".*<option value="Bakery" selected/s)
  }
})

test('what was asked to be pushed or sent again waits as well, once it is approved; left alone, it begins', async () => {
  const failed = await withFailed()
  const again = await asked('retry_job', { id: idIn(failed) })
  await browser.send('ada', `/app/w/${CAST.ada.tenant_id}/drafts/${again}/approve`)
  await office.work()
  expect(await statesOf(failed)).toEqual({ status: 'sending', sent: 10, scheduled: 2 })
  turn(10)
  await office.work()
  expect(await statesOf(failed)).toEqual({ status: 'watching', sent: 12 })
  await office.day(1)
  const missing = await asked('send_unindexed_to_indexer', { id: idIn(failed) })
  const { location } = await browser.send('ada', `/app/w/${CAST.ada.tenant_id}/drafts/${missing}/approve`)
  await office.work()
  expect(await statusOf(location!)).toBe('queued')
  turn(10)
  await office.work()
  expect(await statusOf(location!)).not.toBe('queued')
})

test('approved on the morning sheet, the word of it carries the undo; by the API it begins at once', async () => {
  const home = `/app/w/${CAST.ada.tenant_id}`
  const input = { urls: LIST, preflight: false }
  const id = await asked('submit_index_job', input)
  const { headers } = await browser.send('ada', `${home}/morning/approve`, { id })
  const [cookie = ''] = headers.get('set-cookie')!.split(';')
  const { html } = await browser.visit('ada', home, { cookie: `${browser.cookies.get('ada')}; ${cookie}` })
  expect(/data-undo="10"[\s\S]*<form method="post" action="[^"]+\/undo"/.test(html)).toBe(true)
  const other = await asked('submit_index_job', { ...input, name: 'At once' })
  const { job_id } = await office.call<{ job_id: string }>('ada', 'approve_draft', { id: other })
  await office.work()
  expect(await statusOf(job_id)).toBe('watching')
})

test('on the morning sheet the word of it carries the undo, for as long as it works', async () => {
  const job = await withFailed()
  const home = `/app/w/${CAST.ada.tenant_id}`
  const { location, headers } = await browser.send('ada', `${home}/morning/retry`, { id: idIn(job) })
  expect(location).toBe(home)
  const [cookie = ''] = headers.get('set-cookie')!.split(';')
  const there = async () =>
    (await browser.visit('ada', home, { cookie: `${browser.cookies.get('ada')}; ${cookie}` })).html
  turn(3)
  expect(await there()).toMatch(new RegExp(`data-undo="7"[\\s\\S]*<form method="post" action="${job}/undo"`))
  turn(7)
  expect(await there()).not.toContain('data-undo')
  expect(await there()).toContain('sending 2 links again')
})

test('cancel_job undoes a retry alone while that waits, also at its last moment; then it cancels the push', async () => {
  const job = await withFailed({ drip_days: 3 })
  const before = await statesOf(job)
  await browser.send('ada', `${job}/retry`)
  turn(10.5)
  expect(await office.call('ada', 'get_job_summary', { id: idIn(job) })).toMatchObject({
    cancel: { links: 2, index: 2, check: 0, again: true },
  })
  expect(await office.call('ada', 'cancel_job', { id: idIn(job) })).toMatchObject({ cancelled: 2, status: 'sending' })
  expect(await statesOf(job)).toEqual(before)
  await office.call('ada', 'cancel_job', { id: idIn(job) })
  expect(await statesOf(job)).toEqual({ status: 'cancelled', sent: 2, failed: 2, cancelled: 8 })
  const late = await withFailed({ drip_days: 3 })
  await browser.send('ada', `${late}/retry`)
  turn(11)
  await office.call('ada', 'cancel_job', { id: idIn(late) })
  expect(await statesOf(late)).toEqual({ status: 'cancelled', sent: 2, cancelled: 10 })
})

test('an order by API waits as long as it says, and cancel_job within that undoes it', async () => {
  const before = office.credits()
  const order = { urls: LIST, preflight: false, delay_s: 60 }
  const { id } = await office.call<{ id: string }>('ada', 'submit_index_job', order)
  turn(59)
  await office.work()
  expect(await statusOf(id)).toBe('queued')
  await office.call('ada', 'cancel_job', { id })
  expect([await statusOf(id), office.credits()]).toEqual(['cancelled', before])
  const other = await office.call<{ id: string }>('ada', 'submit_index_job', order)
  turn(60)
  await office.work()
  expect(await statusOf(other.id)).toBe('watching')
})

test('a push that was over ended when it had ended, and nobody is told of it twice', async () => {
  const job = await withFailed()
  for (const day of [0, 1, 3, 7]) await office.day(day)
  turn(60)
  const ended = () =>
    office.db.read((tx) => ({
      job: tx.row('select status, finished_at from jobs where id = ?', idIn(job)),
      told: tx.number("select count(*) from happenings where event = 'job_finished'"),
    }))
  const before = ended()
  expect(before.job).toMatchObject({ status: 'done' })
  await browser.send('ada', `${job}/retry`)
  expect(ended().job).toEqual({ status: 'sending', finished_at: null })
  await browser.send('ada', `${job}/undo`)
  expect(ended()).toEqual(before)
})
