/** A report that a person sends now: frozen like one of a schedule, with a note, to whom they choose, undone in 10 s. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { SECOND } from '../../../../src/kernel/time/clock.ts'
import { sendMailsTask } from '../../../../src/tasks/letters/send-mails.ts'
import { refusal } from '../../../refusal.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { type Person, type World, world } from '../../../world.ts'
import { seedApproved } from './reports.ts'

let w: World
let smtp: Awaited<ReturnType<typeof smtpServer>>
beforeEach(async () => {
  w = world()
  smtp = await smtpServer()
  const settings = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@platform.example' }
  await w.call('pat', 'update_email_settings', settings)
})
afterEach(() => {
  smtp.stop()
  w.close()
})

const OCTOBER = { id: 'ten_bakery', month: '2026-10' }
type Sent = { id: string; state: string; revision: number; corrects: boolean; undo_until: string }
const send = (who: Person, to: string[], more: object = {}, given = {}) =>
  w.call<Sent>(who, 'send_report', { ...OCTOBER, to, ...more }, given)
const reader = (email: string) => w.call('ada', 'add_report_recipient', { id: 'ten_bakery', email, has_consent: true })
const waiting = (id: string, comment = 'The shop is found again.') => {
  seedApproved(w, { id })
  w.db.write((tx) =>
    tx.run(
      `update report_issues set state = 'waiting', approved_at = null, approved_by = null, comment = ?, due_at = ?,
         next_at = ? where id = ?`,
      ...[comment, '2026-11-04T09:00:00.000Z', '2026-11-03T09:00:00.000Z', id],
    ),
  )
}
const stateOf = async (id: string) => (await w.call<{ state: string }>('ada', 'get_report', { id })).state
const work = () => w.run(sendMailsTask, sendReportsTask)
const later = async (seconds: number) => {
  w.clock.turn(seconds * SECOND)
  await work()
}
const delivered = () => smtp.received.map(({ to }) => to[0])

test('a month goes to a person of the client now, with a note, and they get no later report', async () => {
  const { id, state, undo_until } = await send('ada', ['Vera@bakery.example'], { note: 'Dear Vera,\nas promised.' })
  expect([state, undo_until]).toEqual(['sending', '2026-11-02T09:00:10.000Z'])
  await later(9)
  expect(delivered()).toEqual([])
  await later(1)
  expect(delivered()).toEqual(['vera@bakery.example'])
  const text = smtp.received[0]!.data.replaceAll('=\r\n', '')
  expect(text).toMatch(/October 2026\r\n.*\r\n\r\nDear Vera,\r\nas promised\./)
  expect(text).toMatch(/Open report:\r\nhttp:\/\/localhost:8080\/r\/spm_\w+/)
  await work()
  expect(await stateOf(id)).toBe('sent')
  const { items } = await w.call<{ items: object[] }>('ada', 'list_report_deliveries', { id })
  expect(items).toMatchObject([{ email: 'vera@bakery.example', state: 'sent' }])
  expect(await w.call('ada', 'list_report_recipients', { id: 'ten_bakery' })).toMatchObject({ total: 0 })
  const log = await w.call<{ items: object[] }>('ada', 'list_emails', { template: 'client_report' })
  expect(log.items).toMatchObject([{ to: 'vera@bakery.example', status: 'sent' }])
})

test('one sending has the PDF or not, whatever the schedule says; who asked for it gets it in any case', async () => {
  await reader('anna@bakery.example')
  const preview = (more: object) =>
    w.call<{ attach_pdf: boolean; sections: string[]; language: string; letter: { text: string } }>(
      ...(['ada', 'preview_report', { ...OCTOBER, ...more }] as const),
    )
  const usual = await preview({})
  expect([usual.attach_pdf, usual.language, usual.sections.length]).toEqual([false, 'en', 7])
  expect((await preview({ attach_pdf: true })).letter.text).toContain('The report is attached as a PDF.')
  await send('ada', ['vera@bakery.example'], { attach_pdf: true })
  await later(10)
  await w.call('ada', 'put_report_schedule', { id: 'ten_bakery', attach_pdf: true })
  await send('ada', ['anna@bakery.example'], { attach_pdf: false })
  await later(10)
  expect(smtp.received.map(({ data }) => data.includes('filename=bakery-2026-10.pdf'))).toEqual([true, false])
})

test('it is frozen as a schedule does: figures, comment and revision', async () => {
  await w.call('ada', 'save_month_report', { ...OCTOBER, comment: 'A good month.', contact: 'Ada, +43 1' })
  const { id } = await send('ada', ['vera@bakery.example'])
  const report = await w.call<Record<string, unknown>>('ada', 'get_report', { id })
  expect(report).toMatchObject({
    period: '2026-10',
    revision: 1,
    corrects: false,
    comment: 'A good month.',
    contact: 'Ada, +43 1',
    approved_by: 'ada@northwind.example',
    frozen_at: '2026-11-02T09:00:00.000Z',
  })
  expect(report.figures_sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('within ten seconds it is taken back: nobody gets it, and it waits for approval', async () => {
  const { id } = await send('ada', ['vera@bakery.example'])
  w.clock.turn(9 * SECOND)
  expect(await w.call('ada', 'take_back_report', { id })).toMatchObject({ state: 'waiting', approved_by: null })
  await later(60)
  expect(delivered()).toEqual([])
  const again = await send('ada', ['vera@bakery.example'])
  expect(again).toMatchObject({ id, revision: 1, corrects: false })
  await later(10)
  expect(delivered()).toEqual(['vera@bakery.example'])
  expect(await refusal(w.call('ada', 'take_back_report', { id }))).toMatchObject({ code: 'conflict' })
})

test('a report that waits goes to the chosen readers, with its comment; the address of one taken back is stopped', async () => {
  for (const email of ['anna@bakery.example', 'olga@bakery.example']) await reader(email)
  waiting('iss_one')
  const first = await send('ada', ['anna@bakery.example'])
  expect(first.id).toBe('iss_one')
  await w.call('ada', 'take_back_report', { id: 'iss_one' })
  expect(w.db.read((tx) => tx.rows('select 1 from month_report_links where stopped_at is null'))).toEqual([])
  await send('ada', ['anna@bakery.example'])
  await later(10)
  expect(delivered()).toEqual(['anna@bakery.example'])
  expect(smtp.received[0]!.data).toContain('The shop is found again.')
})

test('a report that was sent goes to one more person, as it was, and to nobody twice', async () => {
  await reader('anna@bakery.example')
  seedApproved(w, { id: 'iss_one' })
  await w.run(sendReportsTask)
  await work()
  expect([delivered(), await stateOf('iss_one')]).toEqual([['anna@bakery.example'], 'sent'])
  const told = await refusal(send('ada', ['anna@bakery.example', 'vera@bakery.example']))
  expect(JSON.stringify(told)).toContain('anna@bakery.example')
  expect(await send('ada', ['vera@bakery.example'])).toMatchObject({ id: 'iss_one', state: 'sent', revision: 1 })
  expect(await w.call('ada', 'take_back_report', { id: 'iss_one' })).toMatchObject({ state: 'sent' })
  await send('ada', ['vera@bakery.example'])
  await later(10)
  expect(delivered()).toEqual(['anna@bakery.example', 'vera@bakery.example'])
})

test('a declined report is sent as its next revision, which corrects nothing', async () => {
  waiting('iss_one')
  await w.call('ada', 'decline_report', { id: 'iss_one' })
  const { id, revision, corrects } = await send('ada', ['vera@bakery.example'])
  expect([id === 'iss_one', revision, corrects]).toEqual([false, 2, false])
})

test('those who may approve may send; a member may where the schedule names them', async () => {
  expect(await refusal(send('ben', ['vera@bakery.example']))).toMatchObject({ code: 'forbidden' })
  expect(await refusal(send('vera', ['vera@bakery.example']))).toMatchObject({ code: 'forbidden' })
  expect(await refusal(send('rita', ['vera@bakery.example']))).toMatchObject({ code: 'not_found' })
  expect(w.db.read((tx) => tx.number('select count(*) from report_issues'))).toBe(0)
  await w.call('ada', 'put_report_schedule', { id: 'ten_bakery', mode: 'review', approvers: ['usr_ben'] })
  const { id } = await send('ben', ['vera@bakery.example'])
  expect(await refusal(w.call('vera', 'take_back_report', { id }))).toMatchObject({ code: 'forbidden' })
  expect(await w.call('ben', 'take_back_report', { id })).toMatchObject({ state: 'waiting' })
})

test('a quarter that is over can be sent, in the year in which it was', async () => {
  expect(await send('ada', ['vera@bakery.example'], { month: '2026-Q3' })).toMatchObject({ state: 'sending' })
  expect(await refusal(send('ada', ['vera@bakery.example'], { month: '2027-Q1' }))).toMatchObject({ status: 422 })
})

test('a month that is not over is not frozen, and one that has not begun is none', async () => {
  expect((await refusal(send('ada', ['vera@bakery.example'], { month: '2026-11' }))).message).toContain('not over')
  expect(await refusal(send('ada', ['vera@bakery.example'], { month: '2026-12' }))).toMatchObject({
    code: 'validation_failed',
  })
})

test('a draft whose figures are being frozen is not doubled', async () => {
  waiting('iss_one')
  w.db.write((tx) => tx.run("update report_issues set state = 'draft' where id = 'iss_one'"))
  expect(await refusal(send('ada', ['vera@bakery.example']))).toMatchObject({ code: 'conflict' })
  expect(w.db.read((tx) => tx.number('select count(*) from report_issues'))).toBe(1)
})

test('a member who had been removed as a recipient gets it, and stays removed; one who bounced is a reader again', async () => {
  const { id } = await w.call<{ id: string }>('ada', 'add_report_recipient', {
    id: 'ten_bakery',
    email: 'vera@bakery.example',
  })
  await w.call('ada', 'remove_report_recipient', { id: 'ten_bakery', recipient_id: id })
  await send('ada', ['vera@bakery.example'])
  expect(await w.call('ada', 'list_report_recipients', { id: 'ten_bakery' })).toMatchObject({ total: 0 })
  await later(10)
  expect(delivered()).toEqual(['vera@bakery.example'])
  const ada = await w.call<{ id: string }>('ada', 'add_report_recipient', {
    id: 'ten_bakery',
    email: 'ada@northwind.example',
  })
  w.db.write((tx) => tx.run("update report_recipients set status = 'bounced' where id = ?", ada.id))
  await send('ada', ['ada@northwind.example'])
  expect(await w.call('ada', 'list_report_recipients', { id: 'ten_bakery' })).toMatchObject({
    items: [{ email: 'ada@northwind.example', status: 'active' }],
  })
})

test('strangers, readers who left and refused addresses are named, and nothing is written', async () => {
  await reader('olga@bakery.example')
  await w.call('ada', 'add_report_recipient', { id: 'ten_bakery', email: 'asked@bakery.example' })
  w.db.write((tx) => {
    tx.run("update report_recipients set status = 'unsubscribed' where email like 'olga%'")
    return tx.run("insert into refused_addresses values ('vera@bakery.example', ?, '550 No such user')", tx.now)
  })
  for (const to of [
    'stranger@elsewhere.example',
    'olga@bakery.example',
    'asked@bakery.example',
    'vera@bakery.example',
  ]) {
    const told = await refusal(send('ada', [to]))
    expect([told.code, JSON.stringify(told)]).toEqual(['validation_failed', expect.stringContaining(to)])
  }
  expect(w.db.read((tx) => tx.number('select count(*) from report_deliveries'))).toBe(0)
})

test('a second click sends nothing more', async () => {
  const given = { idempotency_key: 'one click' }
  const first = await send('ada', ['vera@bakery.example'], {}, given)
  expect(await send('ada', ['vera@bakery.example'], {}, given)).toEqual(first)
  expect(await refusal(send('ada', ['vera@bakery.example']))).toMatchObject({ code: 'validation_failed' })
  await later(10)
  expect(delivered()).toEqual(['vera@bakery.example'])
})

test('nothing goes from a workspace that may send nothing; without a mail server it is kept', async () => {
  w.db.write((tx) => tx.run("update tenant_plans set status = 'past_due' where tenant_id = 'ten_northwind'"))
  expect(await refusal(send('ada', ['vera@bakery.example']))).toMatchObject({ code: 'conflict' })
  w.db.write((tx) => tx.run("update tenant_plans set status = 'active' where tenant_id = 'ten_northwind'"))
  await w.call('pat', 'update_email_settings', { host: null, from_address: null })
  const { id } = await send('ada', ['vera@bakery.example'])
  expect(await w.call('ada', 'get_report', { id })).toMatchObject({ state: 'sending', held: 'suppressed' })
  const { items } = await w.call<{ items: object[] }>('ada', 'list_report_deliveries', { id })
  expect(items).toMatchObject([{ email: 'vera@bakery.example', state: 'suppressed' }])
  expect(await w.call('ada', 'take_back_report', { id })).toMatchObject({ state: 'waiting' })
})

test('the audit trail has who sent which report to whom, and who took it back', async () => {
  const { id } = await send('ada', ['vera@bakery.example'], { note: 'A secret word.' })
  await w.call('ada', 'take_back_report', { id })
  const rows = w.db.read((tx) =>
    tx.rows<{ action: string; actor: string; target: string; after: string }>(
      "select action, actor, target, after from audit where action in ('send_report', 'take_back_report') order by id",
    ),
  )
  expect(rows.map(({ action, actor, target }) => [action, actor, target])).toEqual([
    ['send_report', 'ada@northwind.example', id],
    ['take_back_report', 'ada@northwind.example', id],
  ])
  expect(rows[0]!.after).toContain('vera@bakery.example')
  expect(rows[0]!.after).not.toContain('secret word')
})

test('a preview has the frozen figures, else the present ones, and there is none before the period is over', async () => {
  type Shown = { frozen_at: string; letter: { subject: string; text: string }; summary: { pushed: number } }
  const shown = (more: object = {}) => w.call<Shown>('ada', 'preview_report', { ...OCTOBER, ...more })
  const now = await shown({ note: 'Dear Vera' })
  expect(now.frozen_at).toBe(w.clock.now())
  expect(now.letter.text).toContain('Dear Vera')
  expect((await w.call<{ items: object[] }>('ada', 'list_reports', { period: '2026-10' })).items).toEqual([])
  waiting('iss_now')
  w.clock.turn(60 * SECOND)
  const kept = await shown()
  expect(kept.frozen_at).not.toBe(w.clock.now())
  expect(kept.letter.text).not.toContain('Dear Vera')
  expect(await refusal(shown({ month: '2026-11' }))).toMatchObject({ code: 'conflict' })
  expect(await refusal(w.call('rita', 'preview_report', OCTOBER))).toMatchObject({ code: 'not_found' })
})
