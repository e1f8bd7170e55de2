/** Letters that people of an agency write to people of a client: who gets them, who may write, and how many. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { TAKE_BACK } from '../../../src/domains/accounts/index.ts'
import { sendMailsTask } from '../../../src/tasks/letters/send-mails.ts'
import { refusal } from '../../refusal.ts'
import { smtpServer } from '../../upstreams/smtp.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'
import { seedExamples as seedCredits } from '../credits/seed.ts'
import { seedExamples as seedJobs } from '../jobs/seed.ts'

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

const LETTER = { id: 'ten_bakery', subject: '2 pages cannot be indexed', text: 'Dear Vera,\nplease look.\n\nBen' }
type Sent = { emails: { id: string; to: string; status: string }[] }
const write = (who: Person, to: string[], more: object = {}, given = {}) =>
  w.call<Sent>(who, 'send_email', { ...LETTER, to, ...more }, given)
const leave = () => {
  w.clock.turn(TAKE_BACK)
  return w.run(sendMailsTask)
}
const letters = () =>
  w.db.read((tx) =>
    tx.rows<{ to_address: string; subject: string; tenant_id: string; facts: string }>(
      "select to_address, subject, tenant_id, facts from mails where template = 'letter' order by id",
    ),
  )
const addReader = (email: string) =>
  w.call('ada', 'add_report_recipient', { id: 'ten_bakery', email, has_consent: true })
const ask = (tenant_id = 'ten_bakery', email = 'olive@bakery.example') =>
  w.db.write((tx) => {
    tx.run(
      'insert into page_questions (id, tenant_id, url, text, email, asked_at) values (?, ?, ?, ?, ?, ?)',
      ...[`que_${tenant_id}`, tenant_id, 'https://bakery.example/bread', 'Is it in?', email, tx.now],
    )
    return `que_${tenant_id}`
  })

test('a member writes to the people and the readers of a client, each in a letter of their own', async () => {
  await addReader('anna@bakery.example')
  const { emails } = await write('ben', ['Vera@bakery.example', 'anna@bakery.example', 'vera@bakery.example'])
  expect(emails.map(({ to, status }) => [to, status])).toEqual([
    ['vera@bakery.example', 'queued'],
    ['anna@bakery.example', 'queued'],
  ])
  await leave()
  expect(smtp.received.map(({ to }) => to)).toEqual([['vera@bakery.example'], ['anna@bakery.example']])
  const { data } = smtp.received[0]!
  expect(data).toContain('Subject: 2 pages cannot be indexed')
  expect(data).toContain('Reply-To: ben@northwind.example')
  expect(data).toContain('From: Northwind <post@platform.example>')
  expect(data).toMatch(/Dear Vera,\r\nplease look\.\r\n\r\nBen/)
  const log = await w.call<{ items: { template: string; to: string }[] }>('ada', 'list_emails', { template: 'letter' })
  expect(log.items.map(({ to }) => to).toSorted()).toEqual(['anna@bakery.example', 'vera@bakery.example'])
})

test('the audit trail says who wrote to whom, about what, and not the text', async () => {
  await write('ben', ['vera@bakery.example'])
  const row = w.db.read((tx) =>
    tx.row<{ actor: string; tenant_id: string; after: string }>(
      "select actor, tenant_id, after from audit where action = 'send_email'",
    ),
  )
  expect(row).toMatchObject({ actor: 'ben@northwind.example', tenant_id: 'ten_bakery' })
  expect(JSON.parse(row!.after)).toEqual({ to: ['vera@bakery.example'], subject: LETTER.subject })
})

test('a form that is sent twice writes once', async () => {
  const given = { idempotency_key: 'one click' }
  const [first, second] = [
    await write('ben', ['vera@bakery.example'], {}, given),
    await write('ben', ['vera@bakery.example'], {}, given),
  ]
  expect(second).toEqual(first)
  expect(letters()).toHaveLength(1)
})

test('a viewer writes to nobody, and the client of a stranger is not there', async () => {
  expect(await refusal(write('vera', ['vera@bakery.example']))).toMatchObject({ code: 'forbidden' })
  expect(await refusal(write('rita', ['vera@bakery.example']))).toMatchObject({ code: 'not_found' })
  expect(letters()).toEqual([])
})

test('a member writes to no other address; an admin does, ten times a day', async () => {
  const told = await refusal(write('ben', ['vera@bakery.example', 'stranger@elsewhere.example']))
  expect(told).toMatchObject({ code: 'validation_failed' })
  expect(JSON.stringify(told)).toContain('stranger@elsewhere.example')
  for (let n = 0; n < 10; n++) await write('ada', [`stranger${n}@elsewhere.example`])
  expect(await refusal(write('ada', ['late@elsewhere.example']))).toMatchObject({ code: 'rate_limited' })
  expect(letters()).toHaveLength(10)
  await write('ada', ['vera@bakery.example'])
  w.clock.set('2026-11-03T09:00:00.000Z')
  await write('ada', ['late@elsewhere.example'])
})

test('one who has left the reports, and a reader who has not agreed, are other addresses', async () => {
  await w.call('ada', 'add_report_recipient', { id: 'ten_bakery', email: 'anna@bakery.example' })
  expect(await refusal(write('ben', ['anna@bakery.example']))).toMatchObject({ code: 'validation_failed' })
  await addReader('olga@bakery.example')
  w.db.write((tx) => tx.run("update report_recipients set status = 'unsubscribed' where email like 'olga%'"))
  expect(await refusal(write('ben', ['olga@bakery.example']))).toMatchObject({ code: 'validation_failed' })
})

test('people of the agency are known to it, and not to a client’s own member', async () => {
  await write('ben', ['ada@northwind.example'])
  const kim = { ...callerOf('vera'), role: 'member' as const, user_id: 'usr_vera', label: 'vera@bakery.example' }
  const asked = { ...LETTER, to: ['ada@northwind.example'] }
  expect(await refusal(w.call(kim, 'send_email', asked))).toMatchObject({ code: 'validation_failed' })
})

test('an answer goes to the one who asked, and closes the question', async () => {
  const question_id = ask()
  await write('ben', ['olive@bakery.example'], { question_id })
  expect(letters().map(({ to_address }) => to_address)).toEqual(['olive@bakery.example'])
  expect(w.db.read((tx) => tx.rows('select id from page_questions'))).toEqual([])
  expect(await refusal(write('ben', ['olive@bakery.example']))).toMatchObject({ code: 'validation_failed' })
})

test('the report of a push comes with a button, at an address that is shared with it', async () => {
  w.db.write((tx) => {
    seedCredits(tx)
    return seedJobs(tx)
  })
  await write('ben', ['vera@bakery.example'], { job_id: 'job_settled' })
  await leave()
  const [address] = /http:\/\/localhost:8080\/r\/spr_\w+/.exec(smtp.received[0]!.data.replaceAll('=\r\n', ''))!
  expect(await w.call('ben', 'share_job_report', { id: 'job_settled' })).toMatchObject({ url: address })
  const elsewhere = { ...LETTER, id: 'ten_northwind', to: ['ada@northwind.example'], job_id: 'job_settled' }
  expect(await refusal(w.call('ben', 'send_email', elsewhere))).toMatchObject({ code: 'not_found' })
})

test('the report of a month that runs comes with its live address, from admins alone', async () => {
  const month = '2026-11'
  expect(await refusal(write('ben', ['vera@bakery.example'], { month }))).toMatchObject({ code: 'forbidden' })
  await write('ada', ['vera@bakery.example'], { month })
  await leave()
  const [address] = /http:\/\/localhost:8080\/r\/spm_\w+/.exec(smtp.received[0]!.data.replaceAll('=\r\n', ''))!
  expect(await w.call('ada', 'share_month_report', { id: 'ten_bakery', month })).toMatchObject({ url: address })
  expect(await refusal(write('ada', ['vera@bakery.example'], { month: '2027-01' }))).toMatchObject({
    code: 'validation_failed',
  })
})

test('a question of another workspace is not answered from here', async () => {
  const question_id = ask('ten_northwind', 'olive@bakery.example')
  expect(await refusal(write('ben', ['vera@bakery.example'], { question_id }))).toMatchObject({ code: 'not_found' })
  expect(await refusal(write('ben', ['vera@bakery.example'], { question_id: 'nothing' }))).toMatchObject({
    code: 'not_found',
  })
})

test('an address that the mail server refuses is named before anything is written', async () => {
  w.db.write((tx) =>
    tx.run("insert into refused_addresses values ('vera@bakery.example', ?, '550 No such user')", tx.now),
  )
  const told = await refusal(write('ben', ['ada@northwind.example', 'vera@bakery.example']))
  expect(JSON.stringify(told)).toContain('550 No such user')
  expect(letters()).toEqual([])
})

test('one address gets ten letters a day, from whomever', async () => {
  for (let n = 0; n < 10; n++) await write('ben', ['vera@bakery.example'], { subject: `Letter ${n}` })
  expect(await refusal(write('ada', ['vera@bakery.example']))).toMatchObject({ code: 'rate_limited' })
})

test.each([
  ['no recipient', { to: [] }],
  ['eleven recipients', { to: Array.from({ length: 11 }, (_, n) => `a${n}@bakery.example`) }],
  ['a subject of two lines', { subject: 'One\nBcc: all@elsewhere.example' }],
  ['a long subject', { subject: 'x'.repeat(151) }],
  ['no text', { text: ' \n ' }],
  ['a long text', { text: 'x'.repeat(5001) }],
])('a letter with %s is refused', async (_, more) => {
  expect(await refusal(write('ben', ['vera@bakery.example'], more))).toMatchObject({ code: 'validation_failed' })
})

test('without a mail server it is kept, and can be sent later', async () => {
  await w.call('pat', 'update_email_settings', { host: null, from_address: null })
  const { emails } = await write('ben', ['vera@bakery.example'])
  expect(emails.map(({ status }) => status)).toEqual(['suppressed'])
})

test('the people to write to are named with what they are, and whether a mail server refuses them', async () => {
  await addReader('anna@bakery.example')
  await addReader('vera@bakery.example')
  ask()
  w.db.write((tx) => tx.run("insert into refused_addresses values ('anna@bakery.example', ?, '550 No')", tx.now))
  const known = await w.call('ben', 'get_email_recipients', { id: 'ten_bakery' })
  expect(known).toEqual({
    tenant_id: 'ten_bakery',
    tenant_name: 'Bakery',
    configured: true,
    people: [
      { email: 'vera@bakery.example', name: 'Vera', as: 'member', refused: false },
      { email: 'anna@bakery.example', name: '', as: 'reader', refused: true },
      { email: 'olive@bakery.example', name: '', as: 'asker', refused: false },
    ],
    others_left: 0,
  })
  await write('ada', ['stranger@elsewhere.example'])
  expect(await w.call('ada', 'get_email_recipients', { id: 'ten_bakery' })).toMatchObject({ others_left: 9 })
  expect(await refusal(w.call('vera', 'get_email_recipients', { id: 'ten_bakery' }))).toMatchObject({
    code: 'forbidden',
  })
})

test('a letter is taken back for all its recipients within ten seconds, and by nobody out of reach', async () => {
  await addReader('anna@bakery.example')
  const { emails } = await write('ben', ['vera@bakery.example', 'anna@bakery.example'])
  const takeBack = (who: Person) => w.call(who, 'take_back_email', { id: emails[1]!.id })
  expect(await refusal(takeBack('rita'))).toMatchObject({ code: 'not_found' })
  expect(await takeBack('ben')).toEqual({
    to: ['vera@bakery.example', 'anna@bakery.example'],
    subject: LETTER.subject,
    text: LETTER.text,
  })
  await leave()
  expect(smtp.received).toEqual([])
  expect(await refusal(takeBack('ben'))).toMatchObject({ code: 'conflict' })
})
