import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { DAY } from '../../../../src/kernel/time/clock.ts'
import { sendMailsTask } from '../../../../src/tasks/letters/send-mails.ts'
import { refusal } from '../../../refusal.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { type World, world } from '../../../world.ts'
import { seedApproved } from './reports.ts'

/** Acceptance criterion 6, as far as a mail service reports bounces by the API. */

let w: World
let smtp: Awaited<ReturnType<typeof smtpServer>>
beforeEach(async () => {
  smtp = await smtpServer()
  w = world()
  const settings = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@platform.example' }
  await w.call('pat', 'update_email_settings', settings)
  await w.call('ada', 'add_report_recipient', { id: 'ten_bakery', email: 'anna@bakery.example', has_consent: true })
})
afterEach(() => {
  smtp.stop()
  w.close()
})

const run = () => w.run(sendReportsTask, sendMailsTask, sendReportsTask)
const bounce = (input: Record<string, unknown>) => w.call('pat', 'report_bounce', input)
const recipient = async () =>
  (
    await w.call<{ items: { status: string; answer: string | null }[] }>('ada', 'list_report_recipients', {
      id: 'ten_bakery',
    })
  ).items[0]!
const delivery = async (id: string) =>
  (
    await w.call<{ items: { state: string; answer: string | null; mail_id: string }[] }>(
      'ada',
      'list_report_deliveries',
      { id },
    )
  ).items[0]!
const told = () =>
  w.db.read((tx) =>
    tx.rows<{ to_address: string; facts: string }>(
      "select to_address, facts from mails where template = 'report_bounced'",
    ),
  )

/** Sends a report and returns the Message-ID of its letter. */
async function sent(id: string, period = '2026-10'): Promise<string> {
  seedApproved(w, { id, period })
  await run()
  return /^Message-ID: (\S+)/m.exec(smtp.received.at(-1)!.data)![1]!
}

test('an address that the server refuses at hand-over is paused, and the agency is told once', async () => {
  smtp.behaviour.recipient = '550 5.1.1 no such user'
  seedApproved(w, { id: 'iss_one' })
  await run()
  await run()
  expect(await delivery('iss_one')).toMatchObject({ state: 'refused' })
  expect(await recipient()).toMatchObject({ status: 'bounced' })
  expect(told()).toMatchObject([{ to_address: 'ada@northwind.example' }])
  expect(JSON.parse(told()[0]!.facts)).toMatchObject({ email: 'anna@bakery.example', client: 'Bakery', paused: 'yes' })
})

test('a letter that is refused by a rule at hand-over pauses nobody', async () => {
  smtp.behaviour.answer = '550 5.7.1 not from you'
  seedApproved(w, { id: 'iss_one' })
  await run()
  expect(await delivery('iss_one')).toMatchObject({ state: 'refused' })
  expect(await recipient()).toMatchObject({ status: 'active' })
})

describe('a bounce that a mail service reports', () => {
  test('hard: the delivery bounced and the address is paused for reports and notices', async () => {
    const message_id = await sent('iss_one')
    expect(await bounce({ message_id, kind: 'hard', answer: '550 5.1.1 unknown' })).toMatchObject({
      address: 'anna@bakery.example',
      paused: true,
    })
    expect(await delivery('iss_one')).toMatchObject({ state: 'bounced', answer: '550 5.1.1 unknown' })
    expect(await recipient()).toMatchObject({ status: 'bounced', answer: '550 5.1.1 unknown' })
    expect(told()).toHaveLength(1)
    await sent('iss_two', '2026-09')
    expect(smtp.received.filter(({ to }) => to[0] === 'anna@bakery.example')).toHaveLength(1)
  })

  test('reported twice counts once', async () => {
    const message_id = await sent('iss_one')
    await bounce({ message_id, kind: 'hard', answer: '550 5.1.1 unknown' })
    await bounce({ message_id, kind: 'hard', answer: '550 5.1.1 unknown' })
    expect(told()).toHaveLength(1)
  })

  test('by a rule (5.7.x): the agency is told, and the address is kept', async () => {
    const message_id = await sent('iss_one')
    expect(await bounce({ message_id, kind: 'hard', answer: '550 5.7.26 not aligned' })).toMatchObject({
      policy: true,
      paused: false,
    })
    expect(await delivery('iss_one')).toMatchObject({ state: 'bounced' })
    expect(await recipient()).toMatchObject({ status: 'active' })
    expect(told()).toHaveLength(1)
  })

  test('soft: the third within 7 days counts as hard', async () => {
    for (const [i, period] of ['2026-07', '2026-08', '2026-09'].entries()) {
      const message_id = await sent(`iss_${i}`, period)
      const paused = i === 2
      expect(await bounce({ message_id, kind: 'soft', answer: '452 4.2.2 full' })).toMatchObject({
        paused,
        soft_bounces: i + 1,
      })
      expect(await recipient()).toMatchObject({ status: paused ? 'bounced' : 'active' })
      w.clock.turn(DAY)
    }
  })

  test('soft ones that are longer apart change nothing', async () => {
    for (const [i, period] of ['2026-07', '2026-08', '2026-09'].entries()) {
      await bounce({ message_id: await sent(`iss_${i}`, period), kind: 'soft', answer: '452 4.2.2 full' })
      w.clock.turn(4 * DAY)
    }
    expect(await recipient()).toMatchObject({ status: 'active' })
    expect(told()).toEqual([])
  })

  test('complaint: the person gets no more reports', async () => {
    const message_id = await sent('iss_one')
    await bounce({ message_id, kind: 'complaint' })
    expect(await delivery('iss_one')).toMatchObject({ state: 'complained' })
    expect(await recipient()).toMatchObject({ status: 'unsubscribed' })
  })

  test('of a letter that is none of ours is 404 and changes nothing', async () => {
    await sent('iss_one')
    for (const foreign of [{ message_id: '<abc@other.example>' }, { address: 'nobody@other.example' }])
      expect(await refusal(bounce({ ...foreign, kind: 'hard' }))).toMatchObject({ code: 'not_found' })
    expect(await refusal(bounce({ kind: 'hard' }))).toMatchObject({ code: 'validation_failed' })
    expect(await recipient()).toMatchObject({ status: 'active' })
  })

  test('by address concerns the latest letter to it', async () => {
    await sent('iss_one')
    expect(await bounce({ address: 'Anna@bakery.example', kind: 'hard' })).toMatchObject({ paused: true })
    expect(await delivery('iss_one')).toMatchObject({ state: 'bounced' })
  })
})

test('only the platform admin reports bounces', async () => {
  expect(await refusal(w.call('ada', 'report_bounce', { address: 'anna@bakery.example', kind: 'hard' }))).toMatchObject(
    { code: 'forbidden' },
  )
})
