import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openStopToken, stopLink } from '../../../src/domains/mail/index.ts'
import { DAY } from '../../../src/kernel/time/clock.ts'
import { sendMailsTask } from '../../../src/tasks/letters/send-mails.ts'
import { refusal } from '../../refusal.ts'
import { smtpServer } from '../../upstreams/smtp.ts'
import { browserOf } from '../../views/browser.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'

let w: World
let browser: ReturnType<typeof browserOf>
beforeEach(() => {
  w = world()
  browser = browserOf(w)
})
afterEach(() => w.close())

type Recipient = { email: string; listed: boolean; status: string; refusal: string | null }
type Notices = { recipients: Recipient[] }

const BAKERY = { id: 'ten_bakery' }
const set = (more: Record<string, unknown>, who: Person = 'ada') =>
  w.call<Notices>(who, 'update_notifications', { ...BAKERY, ...more })
const told = async (who: Person = 'ada') =>
  (await w.call<Notices>(who, 'get_notifications', BAKERY)).recipients.map(({ email, status }) => `${email}: ${status}`)
const digest = async () => {
  const { letters } = await w.call<{ letters: { to: string }[] }>('ada', 'send_digest', BAKERY)
  return letters.map(({ to }) => to).sort()
}
/** The link of the last letter of a kind, as whoever got it has it. */
const linkIn = (template: string): string => {
  const mail = w.db.read((tx) =>
    tx.row<{ id: string; link_sealed: string }>(
      'select id, link_sealed from mails where template = ? order by id desc limit 1',
      template,
    ),
  )!
  const { pathname, search } = new URL(w.app.sealer.open(mail.link_sealed, `mails:link_sealed:${mail.id}`))
  return pathname + search
}
const stopOf = (email: string): string => {
  const { pathname, search } = new URL(w.db.read((tx) => stopLink(tx, w.app, { tenant_id: BAKERY.id, email })))
  return pathname + search
}

describe('who gets the letters of a workspace', () => {
  test('are its owners and admins, or those of the nearest workspace above, without anybody doing anything', async () => {
    expect(await digest()).toEqual(['ada@northwind.example'])
    expect(await told()).toEqual(['ada@northwind.example: active'])
    w.db.write((tx) => tx.run("update members set role = 'admin' where user_id = 'usr_vera'"))
    expect(await digest()).toEqual(['vera@bakery.example'])
    await set({ to_admins: false })
    expect(await digest()).toEqual([])
  })

  test('get all e-mails but those that they are left out of, which their switch turns', async () => {
    const page = '/app/w/ten_bakery/notifications'
    await set({ recipients: ['ben@northwind.example'], digest: true })
    const gets = (email: string) => browser.send('ada', `${page}/gets`, { email, kind: 'daily_digest' })
    expect(await digest()).toEqual(['ada@northwind.example', 'ben@northwind.example'])
    expect((await gets('ben@northwind.example')).status).toBe(303)
    expect(await digest()).toEqual(['ada@northwind.example'])
    const { main } = await browser.visit('ada', page)
    expect(main.match(/aria-pressed="false"/g)).toHaveLength(1)
    expect((await gets('ben@northwind.example')).status).toBe(303)
    expect(await digest()).toHaveLength(2)
    const left_out = [{ kind: 'low_credits', email: 'ben@northwind.example' }]
    expect(await set({ left_out })).toMatchObject({ left_out })
    const { text } = await browser.visit('ada', page)
    expect(text).toMatch(/check credits are left,\s+tell recipients, once there are any/)
    expect(text).toMatch(/IndexNow key is rejected,\s+tell Ben/)
  })

  test('of the last 7 days are counted by recipient', async () => {
    const agency = { id: 'ten_northwind' }
    const sent = async () => (await w.call<{ sent_7_days: object[] }>('ada', 'get_notifications', agency)).sent_7_days
    await w.call('ada', 'send_digest', agency)
    await w.call('ada', 'send_digest', agency)
    expect(await sent()).toEqual([])
    w.db.write((tx) => tx.run("update mails set status = 'sent', sent_at = ?", tx.now))
    expect(await sent()).toEqual([{ email: 'ada@northwind.example', letters: 2 }])
    expect((await browser.visit('ada', '/app/w/ten_northwind/notifications')).text).toContain('2 to Ada')
    w.clock.turn(8 * DAY)
    expect(await sent()).toEqual([])
  })

  test('above it are not shown to those who only see below', async () => {
    expect(await told('vera')).toEqual([])
    expect(await refusal(set({ recipients: [] }, 'vera'))).toMatchObject({ code: 'forbidden' })
    expect(await refusal(w.call('rita', 'get_notifications', BAKERY))).toMatchObject({ code: 'not_found' })
  })

  test('are asked by a letter without names that mail programs make a link of', async () => {
    w.db.write((tx) => tx.run("update tenants set name = 'Pay at https://evil.example/pay' where id = 'ten_bakery'"))
    const key = { ...callerOf('ada', 'key'), label: 'Locked: https://evil.example' }
    await w.call(key, 'update_notifications', { ...BAKERY, recipients: ['anna@elsewhere.example'] })
    await w.call(key, 'add_report_recipient', { ...BAKERY, email: 'anna@elsewhere.example' })
    const mails = w.db.read((tx) => tx.rows<{ facts: string; subject: string }>('select facts, subject from mails'))
    expect(mails).toHaveLength(2)
    for (const { facts, subject } of mails) {
      expect(facts + subject).not.toMatch(/:\/\/|evil\.example/)
      expect(JSON.parse(facts).by).toBe('Ada')
    }
  })

  test('are listed members at once, for as long as they are members', async () => {
    await set({ recipients: ['Vera@Bakery.example', 'ben@northwind.example'], to_admins: false })
    expect(await digest()).toEqual(['ben@northwind.example', 'vera@bakery.example'])
    w.db.write((tx) => tx.run("delete from members where user_id = 'usr_ben'"))
    expect(await digest()).toEqual(['vera@bakery.example'])
    expect(await told()).toEqual(['ben@northwind.example: gone', 'vera@bakery.example: active'])
  })

  test('are other addresses once they said yes to the letter that asks them', async () => {
    await set({ recipients: ['boss@bakery.example'], to_admins: false })
    expect(await digest()).toEqual([])
    const link = linkIn('confirm_recipient')
    expect((await browser.visit(null, link)).status).toBe(200)
    expect(await told()).toEqual(['boss@bakery.example: waiting'])
    expect((await browser.send(null, link)).status).toBe(200)
    expect(await digest()).toEqual(['boss@bakery.example'])
    expect((await browser.visit(null, link)).status).toBe(404)
    await set({ recipients: [] })
    expect(await digest()).toEqual([])
  })

  test('are not asked without end, and not by a link that is too old', async () => {
    const ask = () => set({ recipients: ['boss@bakery.example'] })
    await ask()
    await ask()
    expect(w.db.read((tx) => tx.number("select count(*) from mails where template = 'confirm_recipient'"))).toBe(1)
    for (let times = 1; times < 3; times++) {
      await set({ recipients: [] })
      await ask()
    }
    await set({ recipients: [] })
    expect(await refusal(ask())).toMatchObject({ code: 'rate_limited' })
    w.clock.turn(7 * DAY)
    await ask()
    const link = linkIn('confirm_recipient')
    w.clock.turn(7 * DAY)
    expect((await browser.send(null, link)).status).toBe(404)
  })

  test('are addresses of letters that look like one alphabet', async () => {
    expect(await refusal(set({ recipients: ['b\u043ess@bakery.example'] }))).toMatchObject({
      code: 'validation_failed',
    })
  })
})

describe('unsubscribing', () => {
  test('takes one POST from anywhere, without cookies, and no GET of any program does it', async () => {
    const link = stopOf('ada@northwind.example')
    for (const method of ['GET', 'HEAD']) expect((await browser.raw(link, { method })).status).toBe(200)
    expect(await digest()).toEqual(['ada@northwind.example'])
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const one_click = await browser.raw(link, {
      method: 'POST',
      body: form,
      headers: { origin: 'https://mail.example' },
    })
    expect(one_click.status).toBe(200)
    expect(await told()).toEqual(['ada@northwind.example: unsubscribed'])
    expect(await digest()).toEqual([])
    const again = await browser.raw(link, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(again.status).toBe(200)
    const lines = w.db.read((tx) => tx.rows<{ actor: string }>("select actor from audit where action = 'unsubscribe'"))
    expect(lines).toEqual([{ actor: 'ada@northwind.example' }])
  })

  test('is taken back by the same person alone: by the link, or by listing their own address', async () => {
    await browser.raw(stopOf('ben@northwind.example'), { method: 'POST' })
    await set({ recipients: ['ben@northwind.example'], to_admins: false })
    expect(await told()).toEqual(['ben@northwind.example: unsubscribed'])
    expect((await browser.visit(null, linkIn('confirm_recipient'))).status).toBe(200)
    const foreign = await browser.raw(stopOf('ben@northwind.example').replace('?', '/again?'), {
      method: 'POST',
      headers: { origin: 'https://mail.example' },
    })
    expect(foreign.status).toBe(403)
    expect((await browser.send(null, stopOf('ben@northwind.example').replace('?', '/again?'))).status).toBe(200)
    expect(await digest()).toEqual([])
    await browser.send(null, linkIn('confirm_recipient'))
    expect(await digest()).toEqual(['ben@northwind.example'])
    await browser.raw(stopOf('ada@northwind.example'), { method: 'POST' })
    await set({ recipients: ['ada@northwind.example'] })
    expect(await digest()).toEqual(['ada@northwind.example'])
  })

  test('is respected by a digest that somebody else sends to the address', async () => {
    const to = (email: string) => w.call('ada', 'send_digest', { ...BAKERY, to: email })
    for (const email of ['ben@northwind.example', 'ada@northwind.example'])
      await browser.raw(stopOf(email), { method: 'POST' })
    expect(await refusal(to('ben@northwind.example'))).toMatchObject({ code: 'conflict' })
    expect(await to('ada@northwind.example')).toMatchObject({ letters: [{ to: 'ada@northwind.example' }] })
  })

  test('takes a link that nobody can make for another address', async () => {
    const token = new URL(`http://x${stopOf('ada@northwind.example')}`).searchParams.get('token')!
    expect(openStopToken(w.app, token)).toEqual({ tenant_id: 'ten_bakery', email: 'ada@northwind.example' })
    const changed = token.slice(0, -2) + (token.endsWith('A') ? 'BB' : 'AA')
    for (const wrong of [changed, '', 'v1.', 'x'])
      expect((await browser.raw(`/unsubscribe?token=${wrong}`, { method: 'POST' })).status).toBe(404)
    expect(await told()).toEqual(['ada@northwind.example: active'])
  })
})

describe('an address that the mail server refuses', () => {
  test('is shown with the answer, gets no more notices, and gets them again once a person says so', async () => {
    const smtp = await smtpServer()
    const from_address = 'post@northwind.example'
    await w.call('pat', 'update_email_settings', { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address })
    smtp.behaviour.recipient = '550 5.1.1 no such mailbox'
    expect(await digest()).toEqual(['ada@northwind.example'])
    await w.run(sendMailsTask)
    const [recipient] = (await w.call<Notices>('ada', 'get_notifications', BAKERY)).recipients
    expect(recipient).toMatchObject({ status: 'active', refusal: expect.stringContaining('550 5.1.1 no such mailbox') })
    const { items } = await w.call<{ items: { id: string }[] }>('ada', 'list_emails')
    expect(items[0]).toMatchObject({ status: 'failed', address_refused: true })
    expect(await digest()).toEqual([])
    smtp.behaviour.recipient = undefined
    await set({ try_again: ['ada@northwind.example'] })
    expect(await digest()).toEqual(['ada@northwind.example'])
    await w.run(sendMailsTask)
    const [letter] = smtp.received
    const headers = letter!.data.replaceAll('\r\n ', ' ')
    expect(headers).toMatch(/^List-Unsubscribe: +<http:\/\/localhost:8080\/unsubscribe\?token=v1[^>]+>/m)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    smtp.stop()
  })

  test('is tried again by a letter that a person sends once more', async () => {
    w.db.write((tx) =>
      tx.run("insert into refused_addresses values ('ada@northwind.example', ?, '550 no such mailbox')", tx.now),
    )
    const [first] = (
      await w.call<{ letters: { id: string }[] }>('ada', 'send_digest', { ...BAKERY, to: 'ada@northwind.example' })
    ).letters
    expect(first).toMatchObject({ address_refused: true })
    expect(await w.call('ada', 'resend_email', { id: first!.id })).toMatchObject({ address_refused: false })
    expect(await digest()).toEqual(['ada@northwind.example'])
  })
})
