import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { queueMail, tellPlatform } from '../../../src/domains/mail/index.ts'
import { newSecret } from '../../../src/kernel/secrets/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { sendMailsTask } from '../../../src/tasks/letters/send-mails.ts'
import { refusal } from '../../refusal.ts'
import { smtpServer } from '../../upstreams/smtp.ts'
import { type World, world } from '../../world.ts'
import { seedMail } from './seed.ts'

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

type Mail = { id: string; status: string; attempts: number; error: string | null; next_attempt_at: string | null }

const settings = () => ({ host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@northwind.example' })
const connect = (more: Record<string, unknown> = {}) =>
  w.call('pat', 'update_email_settings', { ...settings(), ...more })
/** The program ended while it handed a letter over, and starts a minute later. */
function restartAfter(marks: string, id: string | null): void {
  w.db.write((tx) => tx.run(`update mails set ${marks} where id = ?2`, tx.now, id))
  w.clock.turn(MINUTE)
  w.app.started_at = w.clock.now()
}

const queue = (ref = 'an event') =>
  w.db.write((tx) => {
    const facts = { by: 'Ada', workspace: 'Bakery', role: 'member' }
    const to = 'vera@bakery.example'
    return queueMail(tx, w.app, {
      ref,
      tenant_id: 'ten_bakery',
      template: 'member_added',
      to,
      facts,
      link: 'https://push.example/x',
    })
  })
const log = async () => (await w.call<{ items: Mail[] }>('ada', 'list_emails')).items
const send = () => w.run(sendMailsTask)

describe('the outbox', () => {
  test('a letter is sent once, to its address, from the install, in HTML and text', async () => {
    await connect({ from_name: 'Northwind' })
    queue()
    await send()
    await send()
    expect(smtp.received).toHaveLength(1)
    const [letter] = smtp.received
    expect(letter).toMatchObject({ from: 'post@northwind.example', to: ['vera@bakery.example'] })
    expect(letter!.data).toContain('From: Northwind <post@northwind.example>')
    expect(letter!.data).toContain('Subject: Ada invites you to Bakery')
    expect(letter!.data).toContain('text/plain')
    expect(letter!.data).toContain('text/html')
    expect(await log()).toMatchObject([{ status: 'sent', attempts: 1, error: null, next_attempt_at: null }])
  })

  test('one event writes one letter, however often it is told', async () => {
    await connect()
    expect(queue()).not.toBeNull()
    expect(queue()).toBeNull()
    await send()
    expect(smtp.received).toHaveLength(1)
  })

  test('what is rolled back leaves no letter', async () => {
    await connect()
    expect(() =>
      w.db.write((tx) => {
        seedMail(tx, w.app)
        throw new Error('the change failed')
      }),
    ).toThrow('the change failed')
    await send()
    expect([await log(), smtp.received]).toEqual([[], []])
  })

  test('without a mail server a letter is kept, and can be sent when there is one', async () => {
    const id = queue()
    await send()
    expect(await log()).toMatchObject([{ id, status: 'suppressed', attempts: 0 }])
    await connect()
    await send()
    expect(smtp.received).toEqual([])
    const again = await w.call<Mail>('ada', 'resend_email', { id })
    await send()
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]!.data).toContain('https://push.example/x')
    expect(await log()).toMatchObject([
      { id: again.id, status: 'sent' },
      { id, status: 'suppressed' },
    ])
  })

  test('to one address goes out once more five times a day at most, unless the platform admin sends it', async () => {
    const id = queue()
    const again = (who: 'ada' | 'pat') => w.call<Mail>(who, 'resend_email', { id })
    for (let times = 0; times < 5; times++) await again('ada')
    expect(await refusal(again('ada'))).toMatchObject({ code: 'rate_limited' })
    expect(await again('pat')).toMatchObject({ status: 'suppressed' })
    w.clock.turn(DAY)
    expect(await again('ada')).toMatchObject({ status: 'suppressed' })
  })

  test('a server that is down, busy or refuses the sign-in is tried again with growing pauses, then no more', async () => {
    await connect()
    smtp.behaviour.answer = '451 come back later'
    queue()
    const pauses: number[] = []
    for (let tries = 1; tries <= 7; tries++) {
      await send()
      const [mail] = await log()
      expect(mail).toMatchObject({ attempts: tries, error: expect.stringContaining('451 come back later') })
      if (mail!.next_attempt_at === null) break
      const wait = Date.parse(mail!.next_attempt_at) - Date.parse(w.clock.now())
      pauses.push(wait)
      w.clock.turn(wait - 1)
      await send()
      expect((await log())[0]!.attempts).toBe(tries)
      w.clock.turn(1)
    }
    expect(pauses).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR])
    expect(await log()).toMatchObject([{ status: 'failed', next_attempt_at: null }])
  })

  test('an alert to the operator waits for a server that is down for two weeks, and arrives once', async () => {
    await connect()
    smtp.behaviour.answer = '451 come back later'
    const facts = { what: 'The disk is failing.', advice: 'Replace it.' }
    w.db.write((tx) => tellPlatform(tx, w.app, { ref: 'disk', facts, link: 'http://localhost:8080/app' }) as undefined)
    const alerts = async () => (await w.call<{ items: Mail[] }>('pat', 'list_emails')).items
    const days = (n: number) => ({ until: Date.parse(w.clock.now()) + n * DAY })
    const pass = async ({ until }: { until: number }) => {
      for (; Date.parse(w.clock.now()) < until; w.clock.turn(HOUR)) await send()
    }
    await pass(days(13))
    expect(await alerts()).toMatchObject([{ status: 'queued' }])
    smtp.behaviour.answer = undefined
    await pass(days(1))
    expect([(await alerts())[0]!.status, smtp.received.length]).toEqual(['sent', 1])
  })

  test('an address that the server refuses for good is not tried again', async () => {
    await connect()
    smtp.behaviour.recipient = '550 no such mailbox'
    queue()
    await send()
    w.clock.turn(30 * DAY)
    await send()
    expect(await log()).toMatchObject([{ status: 'failed', attempts: 1, error: expect.stringContaining('550') }])
  })

  test('a letter that the server may have taken before the line broke is never sent again by itself', async () => {
    await connect()
    smtp.behaviour.answer = 'cut'
    queue()
    await send()
    smtp.behaviour.answer = undefined
    w.clock.turn(30 * DAY)
    await send()
    expect(smtp.received).toHaveLength(1)
    expect(await log()).toMatchObject([{ status: 'failed', error: expect.stringContaining('may have arrived') }])
  })

  test('a letter whose content was on its way when the program ended is not sent again after the restart', async () => {
    await connect()
    restartAfter('handing_over_since = ?1, content_at = ?1, attempts = 1', queue())
    await send()
    expect(smtp.received).toEqual([])
    expect(await log()).toMatchObject([{ status: 'failed', error: expect.stringContaining('may have arrived') }])
  })

  test('a letter that no server was shown when the program ended is sent after the restart', async () => {
    await connect()
    restartAfter('handing_over_since = ?1, attempts = 1', queue())
    await send()
    expect(smtp.received).toHaveLength(1)
    expect(await log()).toMatchObject([{ status: 'sent', attempts: 2 }])
  })

  test('the password goes to the server and nowhere else', async () => {
    smtp.behaviour.login = 'northwind:a long secret'
    const told = await connect({ user: 'northwind', password: 'a long secret' })
    expect(told).toMatchObject({ configured: true, user: 'northwind', password: { set: true, hint: '…cret' } })
    queue()
    await send()
    expect(smtp.received).toMatchObject([{ login: 'northwind:a long secret' }])
    const everything = w.db.read((tx) => [
      tx.rows('select * from secrets'),
      tx.rows('select * from settings'),
      tx.rows('select * from audit'),
    ])
    expect(JSON.stringify([told, everything])).not.toContain('a long secret')
  })

  test('a mail server that repeats the sign-in or a one-time link is not quoted with it', async () => {
    const link = `https://push.example/verify/${newSecret('spv')}`
    const signIn = Buffer.from('\0northwind\0a long secret').toString('base64')
    const repeats = ['a long secret', Buffer.from('a long secret').toString('base64'), signIn, link]
    smtp.behaviour.recipient = `550 refused: ${repeats.join(' ')}`
    await connect({ user: 'northwind', password: 'a long secret' })
    smtp.behaviour.login = 'northwind:a long secret'
    queue()
    await send()
    const { error } = (await log())[0]!
    expect(error).toContain('550 refused: [secret] [secret] [secret] https://push.example/verify/spv_')
    for (const secret of repeats) expect(error).not.toContain(secret)
  })
})

describe('a workspace with a brand and a domain of its own', () => {
  beforeEach(() => {
    w.db.write((tx) => {
      tx.run(
        `update tenants set from_name = 'Northwind Search', accent = '#c2316b', domain = 'seo.northwind.example'
         where id = 'ten_northwind'`,
      )
      return tx.run(
        "insert into logos values ('ten_northwind', 'abcdef0123456789', 'png', ?, ?)",
        new Uint8Array([1]),
        tx.now,
      )
    })
  })
  const digestTo = async (more: Record<string, unknown>) => {
    await connect(more)
    await w.call('ada', 'send_digest', { id: 'ten_bakery' })
    await send()
    const { from, data } = smtp.received.at(-1)!
    return { from, text: data.replaceAll('=\r\n', '').replaceAll('=3D', '=') }
  }

  test('writes in its name, with its logo and colour, and every link leads to its domain', async () => {
    const { from, text } = await digestTo({ from_name: 'The operator' })
    expect(from).toBe('post@northwind.example')
    expect(text).toContain('From: Northwind Search <post@northwind.example>')
    expect(text).toContain('src="http://seo.northwind.example:8080/app/brand/ten_northwind.abcdef0123456789.png"')
    expect(text).toContain('#c2316b')
    expect(text).toContain('http://seo.northwind.example:8080/app/w/ten_bakery')
    expect(text).toContain('<http://seo.northwind.example:8080/unsubscribe?token=')
    expect(text).not.toContain('localhost')
    expect(text).not.toContain('Signalpost')
  })

  test('is the sender too, where the operator allows it', async () => {
    const { from, text } = await digestTo({ own_domains: true })
    expect(from).toBe('post@seo.northwind.example')
    expect(text).toMatch(/^Message-ID: <[\w-]+@seo\.northwind\.example>/m)
    await w.call('pat', 'test_email')
    expect(smtp.received.at(-1)!.from).toBe('post@northwind.example')
  })
})

describe('the settings', () => {
  test('a field left out stays, null clears it', async () => {
    await connect({ user: 'northwind', password: 'a long secret' })
    expect(await w.call('pat', 'update_email_settings', { from_name: 'N' })).toMatchObject({
      user: 'northwind',
      from_name: 'N',
    })
    const cleared = { user: null, password: null, from_address: null, port: null }
    expect(await w.call('pat', 'update_email_settings', cleared)).toMatchObject({
      ...cleared,
      port: 587,
      configured: false,
      from_name: 'N',
    })
  })

  test('a password is never sent unencrypted over the network', async () => {
    const over = { host: 'smtp.northwind.example', secure: 'none', user: 'a', password: 'a long secret' }
    expect(await refusal(w.call('pat', 'update_email_settings', over))).toMatchObject({
      details: { issues: [{ path: 'secure' }] },
    })
    expect(await w.call('pat', 'get_email_settings')).toMatchObject({ host: null, password: null })
  })

  test('a test e-mail says what the server answered, and goes to oneself unless told otherwise', async () => {
    expect(await w.call('pat', 'test_email')).toMatchObject({ status: 'suppressed', to: 'pat@platform.example' })
    await connect()
    expect(await w.call('pat', 'test_email', { to: 'else@northwind.example' })).toMatchObject({ status: 'sent' })
    smtp.behaviour.answer = '554 not from here'
    expect(await w.call('pat', 'test_email')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('554 not from here'),
    })
    expect(smtp.received).toMatchObject([{ to: ['else@northwind.example'] }])
  })

  test('every letter has a preview in HTML and text, and names with markup stay text', async () => {
    const { items } = await w.call<{ items: { name: string }[] }>('pat', 'list_email_templates')
    for (const { name } of items) {
      const preview = await w.call<{ html: string; text: string }>('pat', 'get_email_template', { name })
      expect(preview.html).toStartWith('<!doctype html>')
      expect(preview.text).toContain('Signalpost')
    }
    const facts = { by: '<script>', workspace: '"&', role: 'member' }
    const letter = w.app.letters(
      'member_added',
      { name: '<b>', accent: '#ff0000', logo: null },
      facts,
      'https://push.example/?a=1&b=2',
    )
    expect(letter.html).not.toMatch(/<script|<b><b>/)
    expect(letter.html).toContain('href="https://push.example/?a=1&amp;b=2"')
    expect(letter.text).toContain('<script> invites you to the workspace "&')
  })
})

test('send_email_template sends a letter with sample facts to the caller, or to the address that is given', async () => {
  await connect()
  const sendOne = (input: object) =>
    w.call<{ status: string; to: string; template: string }>('pat', 'send_email_template', {
      name: 'member_added',
      ...input,
    })
  expect(await sendOne({})).toMatchObject({ status: 'sent', to: 'pat@platform.example', template: 'member_added' })
  expect(await sendOne({ to: 'else@northwind.example' })).toMatchObject({ status: 'sent' })
  expect(smtp.received.map(({ to }) => to)).toEqual([['pat@platform.example'], ['else@northwind.example']])
  const { text } = await w.call<{ text: string }>('pat', 'get_email_template', { name: 'member_added' })
  expect(smtp.received[0]!.data).toContain(text.split('\n')[0]!.slice(0, 40))
  expect(await refusal(sendOne({ name: 'no_such_letter' }))).toMatchObject({ code: 'not_found' })
  expect(smtp.received).toHaveLength(2)
})

describe('a passive install', () => {
  test('keeps letters queued, a test e-mail too', async () => {
    w.close()
    w = world({ env: { SIGNALPOST_PASSIVE: '1' } })
    await connect()
    expect(await w.call('pat', 'test_email')).toMatchObject({ status: 'queued', attempts: 0 })
    expect(smtp.received).toEqual([])
  })
})

describe('the log', () => {
  test('an admin sees the letters of the own tree, without their one-time links, and strangers none', async () => {
    w.db.write((tx) => seedMail(tx, w.app) as undefined)
    const letter = await w.call<{ html: string; text: string }>('ada', 'get_email', { id: 'mai_vera' })
    expect(letter).toMatchObject({ to: 'vera@bakery.example', subject: 'Ada invites you to Bakery' })
    expect(letter.html + letter.text).not.toContain('one-time-secret')
    expect(w.db.read((tx) => JSON.stringify(tx.rows('select * from mails')))).not.toContain('one-time-secret')
    for (const name of ['get_email', 'resend_email'])
      expect(await refusal(w.call('rita', name, { id: 'mai_vera' }))).toMatchObject({ code: 'not_found' })
    expect(await w.call('rita', 'list_emails')).toMatchObject({ total: 0 })
  })

  test("the platform's own letters are for its admin", async () => {
    await w.call('pat', 'test_email')
    expect(await w.call('ada', 'list_emails')).toMatchObject({ total: 0 })
    expect(await w.call('pat', 'list_emails', { template: 'test', q: 'platform.example' })).toMatchObject({ total: 1 })
  })
})

test('a letter whose result could not be written down goes on without a restart', async () => {
  await connect()
  const before = queue('before the content')!
  const after = queue('after the content')!
  w.clock.turn(MINUTE)
  // The disk was full when the result came: the marks of the hand-over are left, and no promise holds the letters.
  w.db.write((tx) => {
    tx.run('update mails set handing_over_since = ? where id = ?', tx.now, before)
    return tx.run('update mails set handing_over_since = ?1, content_at = ?1 where id = ?2', tx.now, after)
  })
  await send()
  const of = async (id: string) => (await log()).find((mail) => mail.id === id)
  expect(await of(before)).toMatchObject({ status: 'sent' })
  expect(await of(after)).toMatchObject({ status: 'failed', error: expect.stringContaining('It may have arrived') })
  expect(smtp.received).toHaveLength(1)
})

test('a letter in the hands of the mail server is let go by nobody else', async () => {
  await connect()
  queue()
  let inner = 0
  const { deliver } = w.app.courier
  w.app.courier = {
    async deliver(...given) {
      if (inner++ === 0) await send()
      return deliver(...given)
    },
  }
  await send()
  expect([inner, smtp.received.length]).toEqual([1, 1])
})
