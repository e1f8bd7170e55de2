import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { grant } from '../../../src/domains/credits/index.ts'
import { tellHappeningsTask } from '../../../src/features/notices/tasks.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { pushing, urls } from '../../pushing.ts'

let w: Awaited<ReturnType<typeof pushing>>
beforeEach(async () => {
  w = await pushing(100, 100)
})
afterEach(() => w.close())

const set = (more: Record<string, unknown>) =>
  w.call('ada', 'update_notifications', { id: 'ten_northwind', events: EVERYTHING, ...more })
const EVERYTHING = ['job_finished', 'low_credits', 'indexnow_site_failing', 'plan_past_due']

/** Letters by kind, as their readers get them. */
async function letters(template: string): Promise<{ subject: string; text: string }[]> {
  await w.run(tellHappeningsTask)
  await w.run(tellHappeningsTask)
  const { items } = await w.call<{ items: { id: string }[] }>('ada', 'list_emails', { template, dir: 'asc' })
  return Promise.all(items.map(({ id }) => w.call<{ subject: string; text: string }>('ada', 'get_email', { id })))
}
const push = (n: number, name: string) =>
  w.call<{ id: string }>('ada', 'submit_index_job', { urls: urls(n, name), name, preflight: false })

describe('credits that run low', () => {
  test('are told when they fall below the threshold, and once a day', async () => {
    await set({ low_index: 90 })
    await push(10, 'a')
    expect(await letters('low_credits')).toEqual([])
    await push(1, 'b')
    await push(1, 'c')
    const [letter, ...more] = await letters('low_credits')
    expect(more).toEqual([])
    expect(letter!.subject).toBe('Northwind has 88 index credits left')
    expect(letter!.text).toContain('fewer than your limit of 90')
    await push(1, 'd')
    expect(await letters('low_credits')).toHaveLength(1)
    w.db.write((tx) =>
      grant(tx, { tenant_id: 'ten_northwind', kind: 'index', amount: 50, reason: 'adjustment', actor: 'x' }),
    )
    await push(60, 'e')
    expect(await letters('low_credits')).toHaveLength(1)
    w.clock.turn(DAY)
    w.db.write((tx) =>
      grant(tx, { tenant_id: 'ten_northwind', kind: 'index', amount: 50, reason: 'adjustment', actor: 'x' }),
    )
    await w.run(tellHappeningsTask)
    await push(50, 'f')
    expect(await letters('low_credits')).toHaveLength(2)
  })

  test('are told of each kind by its own threshold, and of none that is switched off', async () => {
    await set({ low_index: null, low_check: 99 })
    await push(95, 'a')
    await w.call('ada', 'check_index', { urls: urls(2) })
    expect((await letters('low_credits')).map(({ subject }) => subject)).toEqual([
      'Northwind has 98 check credits left',
    ])
    await set({ events: [] })
    w.clock.turn(DAY)
    await w.call('ada', 'check_index', { urls: urls(2) })
    expect(await letters('low_credits')).toHaveLength(1)
  })
})

test('a client without settings of its own has the events and limits of its agency, until it changes one', async () => {
  const of = (id: string) =>
    w.call<{ of_agency: boolean; events: string[]; low_index: number | null; digest: boolean }>(
      'ada',
      'get_notifications',
      { id },
    )
  await set({ events: ['low_credits'], low_index: 7, digest: true })
  expect(await of('ten_northwind')).toMatchObject({ of_agency: false, low_index: 7 })
  expect(await of('ten_bakery')).toMatchObject({
    of_agency: true,
    events: ['low_credits'],
    low_index: 7,
    digest: false,
  })
  await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 10 })
  const needs = async () => (await w.call<{ text: string }>('ada', 'preview_digest', { id: 'ten_northwind' })).text
  expect(await needs()).not.toContain('10 index credits left (Bakery)')
  await set({ events: ['low_credits'], low_index: 50 })
  expect(await needs()).toContain('10 index credits left (Bakery)')
  await w.call('ada', 'update_notifications', { id: 'ten_bakery', low_index: 5 })
  expect(await of('ten_bakery')).toMatchObject({ of_agency: false, events: ['low_credits'], low_index: 5 })
  await set({ events: EVERYTHING, low_index: 60 })
  expect(await of('ten_bakery')).toMatchObject({ events: ['low_credits'], low_index: 5 })
  expect(await needs()).not.toContain('10 index credits left (Bakery)')
})

describe('jobs that finish', () => {
  test('are told together, with what came of each and what came back', async () => {
    await set({ low_index: null, low_check: null })
    const [one, two] = [await push(20, 'Spring'), await push(4, 'Recipes')]
    await w.call('ada', 'check_index', { urls: urls(3), name: 'Look' })
    for (const day of [0, 1, 3, 7, 8, 9, 10]) await w.day(day)
    const [letter, ...more] = await letters('job_finished')
    expect(more).toEqual([])
    expect(letter!.subject).toBe('Northwind: 3 pushes and checks finished')
    const back = w.db.read((tx) => tx.number("select outcome ->> '$.credits.released' from jobs where id = ?", one.id))
    expect(letter!.text).toContain(`Spring: ${20 - back} of 20 links indexed, ${back} credits refunded`)
    expect(letter!.text).toContain(`/app/w/ten_northwind/jobs/${two.id}`)
    expect(letter!.text).toMatch(/Look, a check: \d of 3 links indexed/)
    expect(await letters('job_finished')).toHaveLength(1)
  })

  test('are not told unless somebody wants to know', async () => {
    await push(3, 'Spring')
    for (const day of [0, 1, 3, 7, 8, 9, 10]) await w.day(day)
    expect(await letters('job_finished')).toEqual([])
  })
})

describe('what stops working', () => {
  test('a key that is refused is told once, and again on the next day that it fails anew', async () => {
    const status = (next: string, since: string | null) =>
      w.db.write((tx) =>
        tx.run("update indexnow_sites set status = ?, failing_since = ? where id = 'ins_x'", next, since),
      )
    w.db.write((tx) =>
      tx.run(
        `insert into indexnow_sites (id, tenant_id, host, scheme, key, last_check, status, created_at, updated_at)
         values ('ins_x', 'ten_northwind', 'shop.example', 'https', '73134416ae45434d98edc086e0bf6740', ?, 'verified', ?2, ?2)`,
        JSON.stringify({ message: 'The key file answered 404.' }),
        tx.now,
      ),
    )
    status('failing', w.clock.now())
    const [letter] = await letters('indexnow_site_failing')
    expect(letter!.subject).toBe('IndexNow: the key of shop.example is not accepted')
    expect(letter!.text).toContain('The key file answered 404.')
    status('verified', null)
    status('failing', w.clock.now())
    expect(await letters('indexnow_site_failing')).toHaveLength(1)
    w.clock.turn(DAY)
    status('verified', null)
    status('failing', w.clock.now())
    expect(await letters('indexnow_site_failing')).toHaveLength(2)
    status('verified', null)
    w.clock.turn(DAY)
    status('failing', w.clock.now())
    status('verified', null)
    expect(await letters('indexnow_site_failing')).toHaveLength(2)
  })

  test('a payment that is due is told with the day that paid features lock', async () => {
    await w.call('pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'agency_scale', status: 'past_due' })
    const [letter] = await letters('plan_past_due')
    expect(letter!.text).toContain('The payment for the plan Agency Scale of Northwind failed')
    expect(letter!.text).toContain('All features work until 2026-11-09')
  })

  test('is not told of a workspace that is archived', async () => {
    await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', kind: 'index', amount: 60 })
    await w.run(tellHappeningsTask)
    await w.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', kind: 'index', amount: -50 })
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: true })
    expect(await letters('low_credits')).toEqual([])
    expect(w.db.read((tx) => tx.number('select count(*) from happenings'))).toBe(0)
  })
})

test('the settings say what each recipient got last, and nothing of other addresses', async () => {
  await set({ low_index: 99, recipients: ['ben@northwind.example'] })
  await push(2, 'a')
  expect(await letters('low_credits')).toHaveLength(2)
  const last = async () =>
    (await w.call<{ last_sent: object[] }>('ada', 'get_notifications', { id: 'ten_northwind' })).last_sent
  expect(await last()).toEqual([])
  const sent_at = w.clock.now()
  w.db.write((tx) => tx.run("update mails set status = 'sent', sent_at = ? where template = 'low_credits'", sent_at))
  const of = (email: string) => ({ kind: 'low_credits', email, sent_at })
  expect((await last()).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
    of('ada@northwind.example'),
    of('ben@northwind.example'),
  ])
  await set({ recipients: [] })
  expect(await last()).toEqual([of('ada@northwind.example')])
})
