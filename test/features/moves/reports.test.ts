import { afterEach, beforeEach, expect, test } from 'bun:test'
import { nextToSend } from '../../../src/features/reports/issues/drafting.ts'
import { finishSending, startSending } from '../../../src/features/reports/issues/issue-states.ts'
import { draftReportsTask } from '../../../src/features/reports/tasks.ts'
import { SECOND, type Time } from '../../../src/kernel/time/clock.ts'
import { moving } from './setting.ts'

let one: Awaited<ReturnType<typeof moving>>
let push: string
beforeEach(async () => {
  one = await moving()
  for (const id of ['ten_bakery', 'ten_florist']) {
    await one.call('ada', 'add_report_recipient', { id, email: 'anna@bakery.example', has_consent: true })
    await one.call('ada', 'put_report_schedule', { id, mode: 'review', time_zone: 'UTC' })
  }
  push = (await one.push(4, { name: 'Autumn' })).id
  await one.push(1, { tenant_id: 'ten_florist', urls: ['https://flowers.example/roses'] })
  for (const day of [0, 1, 3, 7, 8]) await one.day(day)
})
afterEach(() => one.close())

type Report = {
  id: string
  state: string
  revision: number
  reason: string | null
  corrects: boolean
  summary: { pushed: number }
}
const reports = async (tenant_id: string) =>
  (
    await one.call<{ items: Report[] }>('ada', 'list_reports', {
      tenant_id,
      revisions: true,
      sort: 'period',
      dir: 'asc',
    })
  ).items.toSorted((a, b) => a.revision - b.revision)
const at = async (time: Time) => {
  one.clock.set(time)
  await one.run(draftReportsTask)
}
const moveAndWait = async () => {
  await one.move(push, 'ten_florist')
  await one.follow()
  one.clock.turn(10 * SECOND)
  await one.follow()
}
const send = async (tenant_id: string) => {
  const [{ id } = { id: '' }] = await reports(tenant_id)
  await one.call('ada', 'approve_report', { id, send_at: one.clock.now() })
  one.db.write((tx) => {
    const issue = nextToSend(tx)!
    return startSending(tx, issue.id) && finishSending(tx, issue.id)
  })
}

test('a report that is not frozen yet counts the push where it is', async () => {
  await moveAndWait()
  await at('2026-12-01T09:01:00.000Z')
  expect(await reports('ten_bakery')).toMatchObject([{ state: 'skipped', summary: { pushed: 0 } }])
  expect(await reports('ten_florist')).toMatchObject([{ state: 'waiting', summary: { pushed: 5 } }])
})

test('a frozen report that waits is counted again; an approved one waits for approval again', async () => {
  await at('2026-12-01T09:01:00.000Z')
  const [{ id } = { id: '' }] = await reports('ten_bakery')
  await one.call('ada', 'approve_report', { id })
  await moveAndWait()
  expect(await reports('ten_bakery')).toMatchObject([
    { id, revision: 1, state: 'waiting', reason: null, summary: { pushed: 0 } },
  ])
  expect(await reports('ten_florist')).toMatchObject([{ revision: 1, state: 'waiting', summary: { pushed: 5 } }])
})

test('a report that was skipped as empty waits once it has a push', async () => {
  one.db.write((tx) =>
    tx.run("update jobs set created_at = '2026-10-01T00:00:00.000Z' where tenant_id = 'ten_florist'"),
  )
  await at('2026-12-01T09:01:00.000Z')
  expect(await reports('ten_florist')).toMatchObject([{ state: 'skipped' }])
  await moveAndWait()
  expect(await reports('ten_florist')).toMatchObject([{ revision: 1, state: 'waiting', summary: { pushed: 4 } }])
})

test('a sent report gets a correction that says why and names no other client', async () => {
  await at('2026-12-01T09:01:00.000Z')
  await send('ten_bakery')
  await send('ten_florist')
  expect(await one.call('ada', 'preview_move', { id: push, move_to: 'ten_florist' })).toMatchObject({
    effect: {
      reports: [
        { tenant_name: 'Bakery', period: '2026-11', corrected: true },
        { tenant_name: 'Flower shop', period: '2026-11', corrected: true },
      ],
    },
  })
  one.db.write((tx) =>
    tx.run(
      "update report_issues set comment = 'Hello. The best push was “Autumn” with 4 new pages. Bye.' where tenant_id = 'ten_bakery'",
    ),
  )
  await moveAndWait()
  const reason = (how: string) => `A push of 4 links, ordered on Monday, 2 November 2026, was moved ${how} this report.`
  expect(await reports('ten_bakery')).toMatchObject([
    { revision: 1, state: 'sent', summary: { pushed: 4 } },
    {
      revision: 2,
      state: 'waiting',
      corrects: true,
      reason: reason('out of'),
      comment: 'Hello. Bye.',
      summary: { pushed: 0 },
    },
  ])
  expect(await reports('ten_florist')).toMatchObject([
    { revision: 1, state: 'sent', summary: { pushed: 1 } },
    { revision: 2, state: 'waiting', corrects: true, reason: reason('into'), summary: { pushed: 5 } },
  ])
  // The task again, after a kill at its last write: no report is corrected twice.
  one.db.write((tx) =>
    tx.run(
      "insert into job_moves select ?, 'ten_bakery', 'ten_florist', ?, null, ?",
      push,
      '2026-12-01T09:01:00.000Z',
      tx.now,
    ),
  )
  await one.follow()
  expect((await reports('ten_bakery')).length).toBe(2)
})

test('a correction that was declined does not keep a sent report from another one', async () => {
  await at('2026-12-01T09:01:00.000Z')
  await send('ten_bakery')
  const [{ id } = { id: '' }] = await reports('ten_bakery')
  const again = await one.call<{ id: string }>('ada', 'reissue_report', { id })
  await one.call('ada', 'decline_report', { id: again.id })
  await moveAndWait()
  expect((await reports('ten_bakery')).map(({ state }) => state)).toEqual(['sent', 'declined', 'waiting'])
})

test('a report that nobody got stays as it was declined', async () => {
  await at('2026-12-01T09:01:00.000Z')
  const [{ id } = { id: '' }] = await reports('ten_bakery')
  await one.call('ada', 'decline_report', { id })
  await moveAndWait()
  expect((await reports('ten_bakery')).map(({ state }) => state)).toEqual(['declined'])
})

test('a move back in time corrects nothing', async () => {
  await at('2026-12-01T09:01:00.000Z')
  await send('ten_bakery')
  await one.move(push, 'ten_florist')
  await one.follow()
  one.clock.turn(9 * SECOND)
  await one.move(push, 'ten_bakery')
  await one.follow()
  one.clock.turn(60 * SECOND)
  await one.follow()
  expect(await reports('ten_bakery')).toMatchObject([{ revision: 1, state: 'sent' }])
  expect(await reports('ten_florist')).toMatchObject([{ revision: 1 }])
})

test('a report that was made between a move and its undo is counted again', async () => {
  one.clock.set('2026-12-01T09:00:55.000Z')
  await one.move(push, 'ten_florist')
  await at('2026-12-01T09:01:00.000Z')
  expect(await reports('ten_bakery')).toMatchObject([{ summary: { pushed: 0 } }])
  await one.move(push, 'ten_bakery')
  await one.follow()
  one.clock.turn(10 * SECOND)
  await one.follow()
  expect(await reports('ten_bakery')).toMatchObject([{ revision: 1, state: 'waiting', summary: { pushed: 4 } }])
  expect(await reports('ten_florist')).toMatchObject([{ revision: 1, summary: { pushed: 1 } }])
})

test('a move back after reports were counted again counts them once more', async () => {
  await at('2026-12-01T09:01:00.000Z')
  // The report of the Bakery is being sent, so that the first move is not finished.
  await send('ten_bakery')
  const state = (word: string) =>
    one.db.write((tx) =>
      tx.run(
        `update report_issues set state = ?1, closed_at = iif(?1 = 'sent', ?2, null) where tenant_id = 'ten_bakery'`,
        word,
        tx.now,
      ),
    )
  state('sending')
  await moveAndWait()
  expect(await reports('ten_florist')).toMatchObject([{ summary: { pushed: 5 } }])
  await expect(one.move(push, 'ten_northwind')).rejects.toThrow()
  state('sent')
  await one.move(push, 'ten_bakery')
  one.clock.turn(10 * SECOND)
  await one.follow()
  expect(await reports('ten_florist')).toMatchObject([{ summary: { pushed: 1 } }])
  expect((await reports('ten_bakery')).at(-1)).toMatchObject({ summary: { pushed: 4 } })
  expect(one.rows('select * from job_moves')).toEqual([])
})

test('a correction waits while letters of its report are handed over', async () => {
  await at('2026-12-01T09:01:00.000Z')
  await send('ten_bakery')
  one.db.write((tx) =>
    tx.run("update report_issues set state = 'sending', closed_at = null where tenant_id = 'ten_bakery'"),
  )
  await moveAndWait()
  expect(await reports('ten_bakery')).toMatchObject([{ revision: 1, state: 'sending' }])
  one.db.write((tx) =>
    tx.run("update report_issues set state = 'sent', closed_at = ? where tenant_id = 'ten_bakery'", tx.now),
  )
  await one.follow()
  expect((await reports('ten_bakery')).map(({ revision }) => revision)).toEqual([1, 2])
  expect(one.rows('select * from job_moves')).toEqual([])
})

test('the shared address of its report stops, because readers in the one workspace are not those of the other', async () => {
  await one.call('ada', 'share_job_report', { id: push })
  await moveAndWait()
  expect(await one.call('ada', 'get_job_status', { id: push })).toMatchObject({ share_url: null })
})
