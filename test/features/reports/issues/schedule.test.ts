/** Schedules of reports: review, automatic, expiry and what is skipped. Acceptance criterion 2 of client reports. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { nextToSend } from '../../../../src/features/reports/issues/drafting.ts'
import { finishSending, startSending } from '../../../../src/features/reports/issues/issue-states.ts'
import { draftReportsTask, sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { DAY, HOUR, plus, type Time } from '../../../../src/kernel/time/clock.ts'
import { pushing, urls } from '../../../pushing.ts'
import { refusal } from '../../../refusal.ts'
import { callerOf, START } from '../../../world.ts'

let office: Awaited<ReturnType<typeof pushing>>
beforeEach(async () => {
  office = await pushing(5000, 5000)
  await office.call('ada', 'add_report_recipient', { id: BAKERY, email: 'anna@bakery.example', has_consent: true })
})
afterEach(() => office.close())

type Report = { id: string; state: string; period: string; revision: number; comment: string; due_at: Time } & {
  summary: { pushed: number; late: number; before: object | null }
  unremarkable: boolean
}
const BAKERY = 'ten_bakery'
const put = (input: object, who: 'ada' | 'ben' = 'ada') =>
  office.call(who, 'put_report_schedule', { id: BAKERY, ...input })
const reports = async (input: object = {}) =>
  (
    await office.call<{ items: Report[] }>('ada', 'list_reports', {
      revisions: true,
      sort: 'period',
      dir: 'asc',
      ...input,
    })
  ).items
const push = async (n: number, path: string) => {
  await office.call('ada', 'allocate_credits', { tenant_id: BAKERY, amount: n })
  await office.call('ada', 'submit_index_job', { preflight: false, urls: urls(n, path), tenant_id: BAKERY })
}
const at = async (time: Time) => {
  office.clock.set(time)
  await office.run(draftReportsTask)
}

/** Sends what is due, as far as the report itself is concerned. */
const send = () =>
  office.db.write((tx) => {
    const issue = nextToSend(tx)
    return issue && startSending(tx, issue.id) && finishSending(tx, issue.id)
  })

/** The year after the start, an hour at a time near what happens and a day at a time otherwise. */
async function year(each: (day: number) => Promise<unknown>) {
  for (let day = 1; day <= 365; day++) {
    office.clock.set(plus(START, day * DAY))
    await each(day)
    await office.run(draftReportsTask, sendReportsTask)
  }
}

/** Letters to the recipients of reports, by report. */
const letters = () =>
  office.db.read((tx) =>
    tx
      .rows<{ issue: string }>(
        "select facts ->> 'issue' as issue from mails where template = 'client_report' order by created_at",
      )
      .map(({ issue }) => issue),
  )

test('without a schedule nothing is drafted', async () => {
  await push(3, 'quiet')
  await year(async () => null)
  expect(await reports()).toEqual([])
})

test('criterion 2: in review mode a year without an approval sends nothing, and each report expires', async () => {
  await put({ mode: 'review', time_zone: 'Europe/Vienna' })
  await office.call('pat', 'update_email_settings', { host: '127.0.0.1', from_address: 'post@platform.example' })
  await year(async (day) => {
    if (day % 30 === 5) await push(2, `day-${day}`)
  })
  const all = await reports()
  expect(all.length).toBeGreaterThanOrEqual(12)
  expect(all.filter(({ state }) => ['approved', 'sending', 'sent'].includes(state))).toEqual([])
  expect(all.filter(({ state }) => state === 'expired').length).toBeGreaterThanOrEqual(10)
  const late = office.db.read((tx) =>
    tx.number("select count(*) from report_issues where state = 'expired' and closed_at < expires_at"),
  )
  expect(late).toBe(0)
  expect(letters()).toEqual([])
  const [waiting] = all.filter(({ state }) => state === 'waiting')
  await office.call('ada', 'approve_report', { id: waiting!.id })
  office.clock.set(plus(waiting!.due_at, HOUR))
  await office.run(sendReportsTask)
  expect(letters()).toEqual([waiting!.id])
})

test('criterion 2: an expired report is never approved, and neither is a declined one', async () => {
  await put({ mode: 'review', time_zone: 'UTC' })
  await push(2, 'a')
  await at('2026-12-01T09:01:00.000Z')
  const [{ id, due_at } = {} as Report] = await reports()
  expect(due_at).toBe('2026-12-04T09:00:00.000Z')
  await at(plus(due_at, 10 * DAY))
  expect(await refusal(office.call('ada', 'approve_report', { id }))).toMatchObject({
    code: 'conflict',
    details: { state: 'expired' },
  })
  expect((await office.call<{ approved: string[] }>('ada', 'approve_reports', { ids: [id] })).approved).toEqual([])
  const again = await office.call<Report>('ada', 'reissue_report', { id, reason: 'We were away.' })
  expect(again).toMatchObject({ state: 'waiting', revision: 2 })
  await office.call('ada', 'decline_report', { id: again.id })
  expect(await refusal(office.call('ada', 'approve_report', { id: again.id }))).toMatchObject({
    details: { state: 'declined' },
  })
})

describe('criterion 2: automatic sending', () => {
  test('is 409 before three approved reports, and 403 for an admin who insists', async () => {
    expect(await refusal(put({ mode: 'automatic' }))).toMatchObject({ code: 'conflict', details: { have: 0 } })
    const ben = { ...callerOf('ben'), role: 'admin' as const }
    expect(
      await refusal(office.call(ben, 'put_report_schedule', { id: BAKERY, mode: 'automatic', automatic_now: true })),
    ).toMatchObject({ code: 'forbidden' })
    expect(await put({ mode: 'automatic', automatic_now: true })).toMatchObject({ mode: 'automatic' })
  })

  test('is allowed after three approved ones, and then drafts are approved by the schedule', async () => {
    await put({ mode: 'review', time_zone: 'UTC' })
    for (const [i, month] of ['2026-12', '2027-01', '2027-02'].entries()) {
      await push(2, `m-${i}`)
      await at(`${month}-01T09:01:00.000Z`)
      const waiting = await reports({ state: 'waiting' })
      await office.call('ada', 'approve_report', { id: waiting[0]!.id })
      office.clock.set(`${month}-04T09:00:00.000Z`)
      send()
    }
    expect(await put({ mode: 'automatic' })).toMatchObject({ mode: 'automatic', approved: 3 })
    await push(2, 'm-last')
    await at('2027-03-01T09:01:00.000Z')
    const last = (await reports()).at(-1)!
    expect(last).toMatchObject({ state: 'approved', approved_by: null })
  })
})

describe('a report that nobody would get', () => {
  const leave = () => office.db.write((tx) => tx.run('update report_recipients set removed_at = ?', tx.now))
  const december = async () => {
    await push(2, 'a')
    await at('2026-12-01T09:01:00.000Z')
    return (await reports())[0]!
  }

  test('is not approved, alone or with others, until there is a recipient', async () => {
    leave()
    await put({ mode: 'review', time_zone: 'UTC' })
    const { id } = await december()
    expect(await refusal(office.call('ada', 'approve_report', { id }))).toMatchObject({
      code: 'conflict',
      details: { recipients: 0 },
    })
    expect(await office.call<object>('ada', 'approve_reports', { ids: [id] })).toEqual({
      approved: [],
      refused: [{ id, message: expect.stringContaining('Add a recipient') }],
    })
    expect(await reports()).toMatchObject([{ state: 'waiting', recipients: 0 }])
    const olga = { id: BAKERY, email: 'olga@bakery.example' }
    const { id: recipient_id } = await office.call<{ id: string }>('ada', 'add_report_recipient', olga)
    // She was asked, and has not agreed yet.
    expect(await refusal(office.call('ada', 'approve_report', { id }))).toMatchObject({ code: 'conflict' })
    await office.call('ada', 'update_report_recipient', { id: BAKERY, recipient_id, has_consent: true })
    expect(await office.call('ada', 'approve_report', { id })).toMatchObject({ state: 'approved', recipients: 1 })
  })

  test('is not approved by the schedule either: it waits, and its approvers hear of it', async () => {
    await put({ mode: 'automatic', automatic_now: true, time_zone: 'UTC' })
    leave()
    expect(await december()).toMatchObject({ state: 'waiting' })
    const told = office.db.read((tx) => tx.number("select count(*) from mails where template = 'report_waiting'"))
    expect(told).toBeGreaterThan(0)
  })
})

describe('an empty period', () => {
  test('is skipped, and its approvers are told once', async () => {
    await put({ mode: 'review', time_zone: 'UTC' })
    await at('2026-12-01T09:01:00.000Z')
    await at('2026-12-02T09:01:00.000Z')
    expect((await reports()).map(({ state }) => state)).toEqual(['skipped'])
    const letters = office.db.read((tx) =>
      tx.rows<{ facts: string }>("select facts from mails where template = 'report_waiting'"),
    )
    expect(letters.map(({ facts }) => JSON.parse(facts).occasion)).toEqual(['skipped'])
  })

  test('waits like others where the schedule says so', async () => {
    await put({ mode: 'review', skip_empty: false })
    await at('2026-12-01T09:01:00.000Z')
    expect((await reports()).map(({ state }) => state)).toEqual(['waiting'])
  })
})

test('a report on day 1 is a preview until its month is over, and only then can be approved', async () => {
  await put({ mode: 'review', first_working_day: true, time_zone: 'UTC' })
  await push(2, 'early')
  await at('2026-11-28T09:01:00.000Z')
  const [draft] = await reports()
  expect(draft).toMatchObject({ state: 'draft', due_at: '2026-12-01T09:00:00.000Z' })
  expect(await refusal(office.call('ada', 'approve_report', { id: draft!.id }))).toMatchObject({ code: 'conflict' })
  await push(3, 'last-minute')
  await at('2026-12-01T00:00:00.000Z')
  expect(await reports()).toMatchObject([{ state: 'waiting', summary: { pushed: 5 } }])
  expect(await office.call('ada', 'approve_report', { id: draft!.id })).toMatchObject({ state: 'approved' })
})

test('approvers hear once that a report waits, and once the day before', async () => {
  office.db.write((tx) => {
    tx.run(
      `insert into users (id, email, name, status, platform_admin, email_verified_at, created_at, updated_at)
       values ('usr_mia', 'mia@northwind.example', 'Mia', 'active', 0, ?1, ?1, ?1)`,
      tx.now,
    )
    return tx.run("insert into members values ('ten_northwind', 'usr_mia', 'admin', ?)", tx.now)
  })
  await put({ mode: 'review', time_zone: 'UTC', approvers: ['usr_mia'] })
  await push(2, 'a')
  await at('2026-12-01T09:01:00.000Z')
  for (const hour of [1, 24, 48, 49, 60, 80]) await at(plus('2026-12-01T09:01:00.000Z', hour * HOUR))
  const letters = office.db.read((tx) =>
    tx.rows<{ to_address: string; facts: string }>(
      "select to_address, facts from mails where template = 'report_waiting' order by id",
    ),
  )
  expect(letters.map(({ to_address, facts }) => [to_address, JSON.parse(facts).occasion])).toEqual([
    ['mia@northwind.example', 'waiting'],
    ['mia@northwind.example', 'reminder'],
  ])
  const [{ id } = {} as Report] = await reports()
  expect(await refusal(office.call('ben', 'approve_report', { id }))).toMatchObject({ code: 'forbidden' })
})

test('an edit of an approved report puts it back to waiting', async () => {
  await put({ mode: 'review' })
  await push(2, 'a')
  await at('2026-12-01T09:01:00.000Z')
  const [{ id } = {} as Report] = await reports()
  await office.call('ada', 'approve_report', { id, send_at: '2026-12-09T10:00:00.000Z' })
  expect(await office.call('ada', 'update_report', { id, comment: 'Better.' })).toMatchObject({
    state: 'waiting',
    approved_by: null,
    send_at: null,
    comment: 'Better.',
  })
  expect(await refusal(office.call('ada', 'update_report', { id, comment: 'x'.repeat(4001) }))).toMatchObject({
    code: 'validation_failed',
  })
})

test('of two approvals at once one wins', async () => {
  await put({ mode: 'review' })
  await push(2, 'a')
  await at('2026-12-01T09:01:00.000Z')
  const [{ id } = {} as Report] = await reports()
  const both = await Promise.allSettled([
    office.call('ada', 'approve_report', { id }),
    office.call('ada', 'approve_report', { id }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.each([
  ['day', { day: 29 }],
  ['time_zone', { time_zone: 'Mars/Base' }],
  ['approvers', { approvers: ['usr_rita'] }],
  ['apply_to', { apply_to: ['ten_rival'] }],
])('a wrong %s is refused by name', async (path, input) => {
  const fault = await refusal(put(input))
  expect(fault).toMatchObject({ code: 'validation_failed', details: { issues: [{ path }] } })
})

test('nothing is drafted for an archived workspace, an unpaid plan, or an agency that cannot sign in', async () => {
  await put({ mode: 'review' })
  await push(2, 'a')
  const holds: [string, string][] = [
    [
      "update tenants set archived_at = '2026-11-20T00:00:00.000Z' where id = 'ten_bakery'",
      'update tenants set archived_at = null',
    ],
    [
      "update tenant_plans set status = 'past_due', grace_until = '2026-12-20T00:00:00.000Z' where tenant_id = 'ten_northwind'",
      "update tenant_plans set status = 'active', grace_until = null",
    ],
    ["update users set status = 'suspended' where id = 'usr_ada'", "update users set status = 'active'"],
  ]
  for (const [i, [hold, free]] of holds.entries()) {
    const time = `2027-0${i + 1}-01T09:01:00.000Z`
    office.db.write((tx) => tx.run(hold))
    await at(time)
    office.db.write((tx) => tx.run(free))
    expect(await reports()).toEqual([])
  }
})

test('one act gives all clients the same schedule', async () => {
  await office.call('ada', 'put_report_schedule', {
    id: 'ten_northwind',
    mode: 'review',
    day: 6,
    apply_to: 'all_clients',
  })
  expect(await office.call('ada', 'get_report_schedule', { id: BAKERY })).toMatchObject({ mode: 'review', day: 6 })
  expect(await office.call('rita', 'get_report_schedule', { id: 'ten_rival' })).toMatchObject({ mode: 'off', day: 4 })
})

test('a draft that two runs make at once, or one after the other, is made once', async () => {
  await put({ mode: 'review' })
  await push(2, 'a')
  office.clock.set('2026-12-01T09:01:00.000Z')
  await Promise.all([office.run(draftReportsTask), office.run(draftReportsTask)])
  await office.run(draftReportsTask)
  expect((await reports()).length).toBe(1)
})

test('a draft that a kill cut off is made by the next run', async () => {
  await put({ mode: 'review' })
  await push(2, 'a')
  office.clock.set('2026-12-01T09:01:00.000Z')
  // The transaction that stores the draft also moves the schedule on, so neither is there without the other.
  office.db.write((tx) =>
    tx.run(`create trigger killed before update of next_period on report_schedules
      when (select count(*) from report_issues) > 0 begin select raise(abort, 'killed'); end`),
  )
  await expect(office.run(draftReportsTask)).rejects.toThrow('killed')
  expect(await reports()).toEqual([])
  office.db.write((tx) => tx.run('drop trigger killed'))
  await office.run(draftReportsTask)
  expect((await reports()).map(({ state }) => state)).toEqual(['waiting'])
  const letters = office.db.read((tx) => tx.number("select count(*) from mails where template = 'report_waiting'"))
  expect(letters).toBe(1)
})
