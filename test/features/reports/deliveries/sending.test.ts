import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { draftReportsTask, sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { DAY, HOUR, MINUTE, plus } from '../../../../src/kernel/time/clock.ts'
import { sendMailsTask } from '../../../../src/tasks/letters/send-mails.ts'
import { seedOwnDomain } from '../../../domains/branding/seed.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { type World, world } from '../../../world.ts'
import { seedApproved } from './reports.ts'

let w: World
let smtp: Awaited<ReturnType<typeof smtpServer>>
beforeEach(async () => {
  smtp = await smtpServer()
  w = world()
})
afterEach(() => {
  smtp.stop()
  w.close()
})

const connect = (more: Record<string, unknown> = {}) =>
  w.call('pat', 'update_email_settings', {
    ...{ host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@platform.example' },
    ...more,
  })
const add = (email: string, more: Record<string, unknown> = {}) =>
  w.call<{ id: string }>('ada', 'add_report_recipient', { id: 'ten_bakery', email, has_consent: true, ...more })
const run = () => w.run(sendReportsTask, sendMailsTask, sendReportsTask)
const deliveries = async (id = 'iss_one') =>
  (await w.call<{ items: Record<string, unknown>[] }>('ada', 'list_report_deliveries', { id })).items
const stateOf = (id = 'iss_one') =>
  w.db.read((tx) => tx.row<{ state: string }>('select state from report_issues where id = ?', id)!.state)

/** The text of a letter as a reader decodes it. */
const decoded = (data: string) => data.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

describe('an approved report', () => {
  test('goes to each active recipient once, with an address of their own', async () => {
    await connect()
    await add('anna@bakery.example', { name: 'Anna' })
    await add('olga@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    await run()
    await run()
    expect(smtp.received.map(({ to }) => to)).toEqual([['anna@bakery.example'], ['olga@bakery.example']])
    const links = smtp.received.map(({ data }) => /http\S+\/r\/spm_\w+/.exec(decoded(data))![0])
    expect(new Set(links).size).toBe(2)
    expect(await deliveries()).toMatchObject([
      { email: 'anna@bakery.example', state: 'sent' },
      { email: 'olga@bakery.example', state: 'sent' },
    ])
    expect(stateOf()).toBe('sent')
  })

  test('says what the figures are, in HTML and in text, and where answers go', async () => {
    await connect({ from_name: 'Post' })
    await add('anna@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    await run()
    const data = decoded(smtp.received[0]!.data)
    expect(data).toContain('Subject: 49 new pages in Google: Bakery, October 2026')
    expect(data).toContain('Reply-To: ada@northwind.example')
    expect(data).toContain('From: Northwind <post@platform.example>')
    for (const words of ['49 new pages in Google', 'Pages pushed', 'The shop is found again.'])
      expect(data.split(words).length, words).toBeGreaterThanOrEqual(3)
    expect(data).not.toMatch(/signalpost/i)
    expect(data.length).toBeLessThan(100_000)
  })

  test('criterion 5: has both headers of one-click unsubscription', async () => {
    await connect()
    await add('anna@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    await run()
    const data = smtp.received[0]!.data.replaceAll(/\r\n[ \t]+/g, ' ')
    expect(data).toMatch(/^List-Unsubscribe: <http\S+\/unsubscribe\/reports\?token=\S+>\r?$/m)
    expect(data).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  })

  test('has the PDF where the recipient wants it, with the bytes that the API gives', async () => {
    await connect()
    await add('anna@bakery.example', { pdf: true })
    await add('olga@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    await run()
    const [anna, olga] = smtp.received.map(({ data }) => data)
    expect(anna).toContain('filename=bakery-2026-10.pdf')
    expect(olga).not.toContain('.pdf')
    const [, attached] = /filename=bakery-2026-10\.pdf\r\n\r\n([\w+/=\r\n]+)/.exec(anna!)!
    const { bytes } = await w.call<{ bytes: Uint8Array }>('ada', 'get_report_pdf', { id: 'iss_one' })
    expect(Buffer.from(attached!, 'base64').equals(bytes)).toBe(true)
    w.db.write((tx) => tx.run("update tenants set name = 'Renamed' where id = 'ten_bakery'"))
    const again = await w.call<{ bytes: Uint8Array }>('ada', 'get_report_pdf', { id: 'iss_one' })
    expect(Buffer.from(again.bytes).equals(bytes)).toBe(true)
  })

  test('has the PDF under the letters of its client', async () => {
    await connect()
    await add('anna@bakery.example', { pdf: true })
    seedApproved(w, { id: 'iss_one', client: '株式会社 Café' })
    await run()
    const { data } = smtp.received[0]!
    expect(data).toContain(`filename*0*=utf-8''${encodeURIComponent('株式会社-cafe-')};\r\n filename*1=2026-10.pdf`)
  })

  test('with nobody to send it to, is sent at once', async () => {
    await connect()
    seedApproved(w, { id: 'iss_one' })
    await run()
    expect([stateOf(), await deliveries()]).toEqual(['sent', []])
  })

  test('says of a letter that no server answered that it may have arrived', async () => {
    await connect()
    await add('anna@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    smtp.behaviour.answer = 'cut'
    await run()
    expect(await deliveries()).toMatchObject([
      { state: 'in_doubt', answer: expect.stringContaining('may have arrived') },
    ])
    expect(smtp.received).toHaveLength(1)
  })

  test('does not go before its hour', async () => {
    await connect()
    await add('anna@bakery.example')
    seedApproved(w, { id: 'iss_one', at: '2026-11-02T10:00:00.000Z' })
    await run()
    expect([stateOf(), smtp.received.length]).toEqual(['approved', 0])
    w.clock.turn(2 * HOUR)
    await run()
    expect([stateOf(), smtp.received.length]).toEqual(['sent', 1])
  })

  test('waits while there is no mail server, and goes once there is one', async () => {
    await add('anna@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    await run()
    expect([stateOf(), await deliveries()]).toEqual(['approved', []])
    await connect()
    await run()
    expect((await deliveries())[0]).toMatchObject({ state: 'sent' })
    expect([stateOf(), smtp.received.length]).toEqual(['sent', 1])
  })

  test('that finds no mail server until it expires never goes', async () => {
    await add('anna@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    w.clock.turn(30 * DAY)
    await connect()
    await w.run(draftReportsTask)
    await run()
    expect([stateOf(), smtp.received.length]).toEqual(['expired', 0])
  })

  test('goes to the others where an address was refused before', async () => {
    await connect()
    await add('anna@bakery.example')
    await add('olga@bakery.example')
    w.db.write((tx) =>
      tx.run("insert into refused_addresses values ('anna@bakery.example', ?, '550 5.1.1 no such user')", tx.now),
    )
    seedApproved(w, { id: 'iss_one' })
    await run()
    expect(await deliveries()).toMatchObject([
      { email: 'anna@bakery.example', state: 'refused', answer: '550 5.1.1 no such user', mail_id: null },
      { email: 'olga@bakery.example', state: 'sent' },
    ])
  })

  test('stops for a recipient who is removed before the letter goes', async () => {
    await connect()
    const { id } = await add('anna@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    await w.run(sendReportsTask)
    await w.call('ada', 'remove_report_recipient', { id: 'ten_bakery', recipient_id: id })
    await run()
    expect([smtp.received.length, stateOf()]).toEqual([0, 'sent'])
  })
})

test('reports of one agency that are due together are spread over less than 30 minutes', async () => {
  await connect()
  await add('anna@bakery.example')
  for (let i = 0; i < 12; i++) seedApproved(w, { id: `iss_${i}`, period: `20${10 + i}-01` })
  await w.run(sendReportsTask)
  const moments = w.db.read((tx) =>
    tx.rows<{ at: string }>("select next_attempt_at as at from mails where template = 'client_report' order by 1"),
  )
  expect(moments).toHaveLength(12)
  expect(new Set(moments.map(({ at }) => at)).size).toBeGreaterThan(6)
  w.clock.turn(30 * MINUTE)
  await run()
  expect(smtp.received).toHaveLength(12)
})

test.each([20, 27])(
  'criterion 1: reports that a restart delayed by %i minutes still go within 30 minutes of their hour',
  async (late) => {
    await connect()
    await add('anna@bakery.example')
    for (let i = 0; i < 40; i++) seedApproved(w, { id: `iss_${i}`, period: `2${String(i).padStart(3, '0')}-01` })
    const hour = w.clock.now()
    w.clock.turn(late * MINUTE)
    await w.run(sendReportsTask)
    // The others are of the next day, since a person gets 20 a day.
    const last = w.db.read((tx) =>
      tx.row<{ at: string }>(
        'select max(next_attempt_at) as at from mails where next_attempt_at < ?',
        plus(hour, HOUR),
      ),
    )!
    expect(last.at <= plus(hour, 30 * MINUTE)).toBe(true)
  },
)

test('a person gets 20 reports a day; the others come the next day', async () => {
  await connect()
  await add('anna@bakery.example')
  for (let i = 0; i < 22; i++) seedApproved(w, { id: `iss_${i}`, period: `20${10 + i}-01` })
  await w.run(sendReportsTask)
  w.clock.turn(HOUR)
  await run()
  expect(smtp.received).toHaveLength(20)
  w.clock.turn(DAY)
  await run()
  expect(smtp.received).toHaveLength(22)
})

test('criterion 7: no letter names another recipient, and a removed one’s address stops alone', async () => {
  await connect()
  const anna = await add('anna@bakery.example', { name: 'Anna Aal' })
  await add('olga@bakery.example', { name: 'Olga Ohm' })
  seedApproved(w, { id: 'iss_one' })
  await run()
  const [first, second] = smtp.received.map(({ data }) => decoded(data))
  expect(first).not.toMatch(/olga|Ohm/i)
  expect(second).not.toMatch(/anna@|Aal/i)
  const [annas, olgas] = [first, second].map((letter) => /\/r\/spm_\w+/.exec(letter!)![0])
  expect([first!.includes(olgas!), second!.includes(annas!)]).toEqual([false, false])
  await w.call('ada', 'remove_report_recipient', { id: 'ten_bakery', recipient_id: anna.id })
  const links = w.db.read((tx) =>
    tx.rows<{ recipient_id: string; stopped: number }>(
      'select recipient_id, stopped_at is not null as stopped from month_report_links order by id',
    ),
  )
  expect(links.map(({ recipient_id, stopped }) => [recipient_id === anna.id, stopped])).toEqual([
    [true, 1],
    [false, 0],
  ])
})

test('a test goes to the person who asks, without an address of a reader', async () => {
  await connect()
  await add('anna@bakery.example')
  seedApproved(w, { id: 'iss_one' })
  expect(await w.call('ben', 'test_report', { id: 'iss_one' })).toMatchObject({
    to: 'ben@northwind.example',
    status: 'sent',
  })
  const data = decoded(smtp.received[0]!.data)
  expect(data).toContain('Subject: 49 new pages in Google: Bakery, October 2026')
  expect(data).toContain('/app/w/ten_bakery/reports/issues/iss_one')
  expect(data).not.toMatch(/List-Unsubscribe|\/r\/spm_/)
  expect(stateOf()).toBe('approved')
})

describe('the sender', () => {
  const ownDomain = () => w.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'reports.northwind.example'))
  const senderWith = async (records: Record<string, string[]>, more: Record<string, unknown> = {}) => {
    await connect({ own_domains: true, ...more })
    w.app.lookUpTxt = async (name) => records[name] ?? []
    ownDomain()
    await add('anna@bakery.example')
    seedApproved(w, { id: 'iss_one' })
    await run()
    return smtp.received[0]!.from
  }

  test('is the agency’s own domain where its SPF record names the servers of the install', async () => {
    const records = {
      'reports.northwind.example': ['v=spf1 include:relay.example -all'],
      'platform.example': ['v=spf1 mx include:relay.example ~all'],
    }
    expect(await senderWith(records)).toBe('post@reports.northwind.example')
  })

  test.each([
    ['is the own domain where its DKIM key is published too', ['v=DKIM1; k=rsa; p=MIGfMA0GCSq'], true],
    ['is the install where the DKIM key is missing', [], false],
    ['is the install where the DKIM key is revoked', ['v=DKIM1; p='], false],
  ])('%s', async (_, key, own) => {
    const records = {
      'reports.northwind.example': ['v=spf1 include:platform.example -all'],
      'mail2026._domainkey.reports.northwind.example': key,
    }
    expect(await senderWith(records, { dkim_selector: 'mail2026' })).toBe(
      own ? 'post@reports.northwind.example' : 'post@platform.example',
    )
    expect(await w.call('ada', 'get_report_sender', { id: 'ten_northwind' })).toMatchObject({
      aligned: own,
      needs: null,
      dkim_record: 'mail2026._domainkey.reports.northwind.example',
      dkim_found: own,
    })
  })

  test('is the install where it does not', async () => {
    const records = { 'platform.example': ['v=spf1 include:relay.example ~all'] }
    expect(await senderWith(records)).toBe('post@platform.example')
  })
})
