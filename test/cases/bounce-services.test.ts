/** Bounces as mail services post them. Bodies follow the pages and reports that each row names. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { forgetLettersTo } from '../../src/domains/mail/index.ts'
import { serve } from '../../src/doors/server.ts'
import { DAY, MINUTE } from '../../src/kernel/time/clock.ts'
import type { SafeFetch } from '../../src/kernel/web-fetch/safe-fetch.ts'
import { sendMailsTask } from '../../src/tasks/letters/send-mails.ts'
import { seedMail } from '../domains/mail/seed.ts'
import { smtpServer } from '../upstreams/smtp.ts'
import { type World, world } from '../world.ts'

const VERA = 'vera@bakery.example'
const AWS = 'https://sns.eu-west-1.amazonaws.com'
const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:bounces'

let w: World
let smtp: Awaited<ReturnType<typeof smtpServer>>
let site: ReturnType<typeof serve>
let asked: string[]
let own_id: string
const amazon = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Amazon's certificate and confirmation, which are asked for by address alone. */
const aws: SafeFetch = async (address) => {
  asked.push(String(address))
  const body = String(address).endsWith('.pem') ? amazon.publicKey.export({ type: 'spki', format: 'pem' }) : '<ok/>'
  return { url: String(address), status: 200, body: Buffer.from(body), truncated: false, head_ms: 1, hops: [] } as never
}

beforeEach(async () => {
  asked = []
  smtp = await smtpServer()
  w = world({ env: { SIGNALPOST_LISTEN: '127.0.0.1:0' }, fetch: aws, tasks: [] })
  site = serve(w.app)
  const settings = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@northwind.example' }
  await w.call('pat', 'update_email_settings', settings)
  w.db.write((tx) => seedMail(tx, w.app))
  await w.run(sendMailsTask)
  own_id = /^Message-ID: (\S+)/m.exec(smtp.received[0]!.data)![1]!
})
afterEach(async () => {
  await site.stop()
  smtp.stop()
  w.close()
})

type Hook = { service: string; url: string; heard_at: string | null; said: string | null; reported_at: string | null }
const hookOf = async (service: string, input = {}) => w.call<Hook>('pat', 'put_bounce_hook', { service, ...input })
const shown = async (service: string) =>
  (await w.call<{ hooks: Hook[] }>('pat', 'list_bounce_hooks')).hooks.find((hook) => hook.service === service)!
const post = (hook: Hook, body: unknown, headers: Record<string, string> = {}) =>
  fetch(site.address + new URL(hook.url).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const kept = () =>
  w.db.read((tx) => ({
    bounces: tx.rows<{ kind: string; address: string; answer: string }>(
      'select kind, address, answer from mail_bounces',
    ),
    paused: tx.rows<{ address: string }>('select address from refused_addresses').map(({ address }) => address),
  }))

type Wanted = { kind: 'hard' | 'soft' | 'complaint'; paused: boolean } | null
const HARD: Wanted = { kind: 'hard', paused: true }
const SOFT: Wanted = { kind: 'soft', paused: false }
const SPAM: Wanted = { kind: 'complaint', paused: true }
const RULE: Wanted = { kind: 'hard', paused: false }

const resend = (type: string, bounce?: Record<string, string>) => ({
  type,
  created_at: '2026-11-02T09:00:00.000Z',
  data: {
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    from: 'Northwind <post@northwind.example>',
    to: [VERA],
    subject: 'Hello',
    ...(bounce && { bounce }),
  },
})
const mailgun = (data: Record<string, unknown>) => ({
  signature: { token: 'x', timestamp: '1', signature: 'y' },
  'event-data': { recipient: VERA, message: { headers: { 'message-id': 'x@y' } }, ...data },
})

const BODIES: [what: string, service: string, body: unknown, wanted: Wanted][] = [
  [
    'postmarkapp.com/developer: hard',
    'postmark',
    {
      RecordType: 'Bounce',
      MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
      Type: 'HardBounce',
      TypeCode: 1,
      Email: VERA,
      Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
      Details: 'smtp;550 5.1.1 user unknown',
    },
    HARD,
  ],
  [
    'knadh/listmonk#166: no details',
    'postmark',
    { RecordType: 'Bounce', MessageID: '883953f4', Type: 'HardBounce', Email: VERA, Description: 'unable to deliver' },
    HARD,
  ],
  [
    'postmarkapp.com/developer: soft',
    'postmark',
    { RecordType: 'Bounce', Type: 'SoftBounce', Email: VERA, Description: 'Mailbox full' },
    SOFT,
  ],
  [
    'postmarkapp.com/developer: content refused',
    'postmark',
    { RecordType: 'Bounce', Type: 'SpamNotification', Email: VERA, Description: 'looks like spam' },
    RULE,
  ],
  [
    'postmarkapp.com/developer: complaint',
    'postmark',
    { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: VERA, Description: 'spam' },
    SPAM,
  ],
  [
    'postmarkapp.com/developer: vacation',
    'postmark',
    { RecordType: 'Bounce', Type: 'AutoResponder', Email: VERA },
    null,
  ],
  ['postmarkapp.com/developer: delivered', 'postmark', { RecordType: 'Delivery', Recipient: VERA }, null],
  [
    'mautic/mautic#7497',
    'mailgun',
    mailgun({
      event: 'failed',
      severity: 'permanent',
      'delivery-status': { code: 550, message: '5.1.1 The email account does not exist' },
    }),
    HARD,
  ],
  [
    'Mailgun: temporary',
    'mailgun',
    mailgun({ event: 'failed', severity: 'temporary', 'delivery-status': { code: 452, message: 'full' } }),
    SOFT,
  ],
  [
    'Mailgun: refused for reputation',
    'mailgun',
    mailgun({
      event: 'failed',
      severity: 'permanent',
      reason: 'espblock',
      'delivery-status': { code: 550, message: 'blocked' },
    }),
    RULE,
  ],
  ['Mailgun: complaint', 'mailgun', mailgun({ event: 'complained' }), SPAM],
  ['Mailgun: opened', 'mailgun', mailgun({ event: 'opened' }), null],
  [
    'Mailtrain-org/mailtrain#200',
    'sendgrid',
    [
      { email: VERA, event: 'delivered' },
      {
        email: VERA,
        event: 'bounce',
        type: 'bounce',
        status: '5.1.1',
        reason: '550 5.1.1 unknown',
        'smtp-id': '<x@geopod-ismtpd-1>',
      },
    ],
    HARD,
  ],
  [
    'SendGrid: blocked',
    'sendgrid',
    [{ email: VERA, event: 'bounce', type: 'blocked', status: '5.7.1', reason: '550 blocked' }],
    SOFT,
  ],
  ['SendGrid: dropped as known', 'sendgrid', [{ email: VERA, event: 'dropped', reason: 'Bounced Address' }], HARD],
  ['SendGrid: complaint', 'sendgrid', [{ email: VERA, event: 'spamreport' }], SPAM],
  ['SendGrid: deferred', 'sendgrid', [{ email: VERA, event: 'deferred', response: '451 later' }], null],
  [
    'resend.com/docs: permanent',
    'resend',
    resend('email.bounced', { type: 'Permanent', subType: 'General', message: 'unknown user' }),
    HARD,
  ],
  [
    'resend.com/docs: transient',
    'resend',
    resend('email.bounced', { type: 'Transient', subType: 'MailboxFull', message: 'full' }),
    SOFT,
  ],
  ['resend.com/docs: complaint', 'resend', resend('email.complained'), SPAM],
  ['resend.com/docs: late', 'resend', resend('email.delivery_delayed'), null],
  ['knadh/listmonk PR#2498', 'brevo', { event: 'hard_bounce', email: VERA, 'message-id': '<x@y>', reason: 'x' }, HARD],
  ['Brevo: soft', 'brevo', { event: 'soft_bounce', email: 'Vera@Bakery.example', reason: 'full' }, SOFT],
  [
    'Brevo: batched',
    'brevo',
    [
      { event: 'delivered', email: VERA },
      { event: 'spam', email: VERA },
    ],
    SPAM,
  ],
  ['Brevo: opened', 'brevo', { event: 'opened', email: VERA }, null],
]

describe('a mail service reports', () => {
  test.each(BODIES)('%s (%s)', async (_, service, body, wanted) => {
    const hook = await hookOf(service)
    const answer = await post(hook, body)
    expect(answer.status).toBe(200)
    const { bounces, paused } = kept()
    expect(bounces.map(({ kind }) => kind)).toEqual(wanted ? [wanted.kind] : [])
    expect(paused).toEqual(wanted?.paused ? [VERA] : [])
    // Services send again: nothing counts twice.
    await post(hook, body)
    expect(kept().bounces).toHaveLength(bounces.length)
    expect(await shown(service)).toMatchObject({ heard_at: w.clock.now(), reported_at: wanted && w.clock.now() })
  })

  test('and finds the letter by our own Message-ID where the service keeps it', async () => {
    const id = own_id.slice(1, -1)
    const data = {
      event: 'failed',
      severity: 'permanent',
      recipient: 'other@bakery.example',
      message: { headers: { 'message-id': id } },
    }
    await post(await hookOf('mailgun'), mailgun(data))
    expect(kept().paused).toEqual([VERA])
  })

  test('addresses that were never written to, and nothing is changed', async () => {
    const hook = await hookOf('brevo')
    expect(await (await post(hook, { event: 'hard_bounce', email: 'nobody@others.example' })).json()).toMatchObject({
      bounces: 1,
      ours: 0,
    })
    expect(kept()).toEqual({ bounces: [], paused: [] })
    expect((await shown('brevo')).said).toBe('1 bounce. 1 about no e-mail of this install.')
  })

  test('to an address that is wrong, old or deleted: 404', async () => {
    const old = await hookOf('postmark')
    const now = await hookOf('postmark')
    const body = BODIES[0]![2]
    expect((await post(old, body)).status).toBe(404)
    expect((await post({ ...now, url: `${now.url}x` }, body)).status).toBe(404)
    await w.call('pat', 'delete_bounce_hook', { service: 'postmark' })
    expect((await post(now, body)).status).toBe(404)
    expect(kept().bounces).toEqual([])
  })

  test.each([['not json'], ['7'], ['"text"'], ['']])('%j: refused in words, or nothing', async (body) => {
    const answer = await post(await hookOf('postmark'), body)
    expect([200, 422]).toContain(answer.status)
    expect(kept().bounces).toEqual([])
  })

  test('values of any other kind, without a failure of ours', async () => {
    for (const service of ['ses', 'postmark', 'mailgun', 'sendgrid', 'resend', 'brevo']) {
      const hook = await hookOf(service)
      for (const odd of [null, 7, 'x', [], {}, [[]]])
        for (const field of ['RecordType', 'event', 'event-data', 'type', 'data', 'email', 'Email', 'bounce']) {
          const { status } = await post(hook, {
            event: 'bounce',
            RecordType: 'Bounce',
            type: 'email.bounced',
            [field]: odd,
          })
          expect([service, field, status < 500]).toEqual([service, field, true])
        }
    }
  })
})

const ONE_OF_EACH = [
  ...new Map(BODIES.filter(([, , , wanted]) => wanted === HARD).map((one) => [one[1], one])).values(),
]

test.each(ONE_OF_EACH)(
  'a report that comes again changes nothing, though the address is written to once more: %s (%s)',
  async (_, service, body) => {
    const hook = await hookOf(service)
    await post(hook, body)
    w.db.write((tx) => {
      tx.run('delete from refused_addresses')
      forgetLettersTo(tx, VERA)
      return seedMail(tx, w.app)
    })
    await w.run(sendMailsTask)
    expect(await (await post(hook, body)).json()).toMatchObject({ ours: 0 })
    expect(kept()).toEqual({ bounces: [], paused: [] })
    expect((await shown(service)).said).toBe('1 bounce. 1 known already.')
  },
)

describe('signatures', () => {
  test('of Mailgun', async () => {
    const hook = await hookOf('mailgun', { signing_key: 'key-0123456789abcdef' })
    const body = mailgun({ event: 'failed', severity: 'permanent' })
    expect((await post(hook, body)).status).toBe(401)
    const sign = () => {
      const timestamp = String(Date.parse(w.clock.now()) / 1000)
      const signature = createHmac('sha256', 'key-0123456789abcdef').update(`${timestamp}a8ce0edb2d`).digest('hex')
      return { timestamp, token: 'a8ce0edb2d', signature }
    }
    body.signature = sign()
    expect((await post(hook, body)).status).toBe(200)
    expect((await shown('mailgun')).said).toBe('1 bounce.')
    // The signature is of timestamp and token alone: it says nothing about another event.
    const other = mailgun({ event: 'complained' })
    other.signature = body.signature
    expect(await (await post(hook, other)).json()).toMatchObject({ ours: 0 })
    expect(kept().bounces.map(({ kind }) => kind)).toEqual(['hard'])
    w.clock.turn(2 * DAY)
    expect((await post(hook, body)).status).toBe(200)
    w.clock.turn(MINUTE)
    expect((await post(hook, body)).status).toBe(401)
  })

  test('of SendGrid', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const hook = await hookOf('sendgrid', { signing_key: key })
    const body = JSON.stringify([{ email: VERA, event: 'bounce', type: 'bounce', status: '5.1.1' }])
    const signed = (by: KeyObject, text: string) => ({
      'x-twilio-email-event-webhook-timestamp': at,
      'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(`${at}${text}`), by).toString('base64'),
    })
    const at = String(Date.parse(w.clock.now()) / 1000)
    expect((await post(hook, body)).status).toBe(401)
    expect((await post(hook, body, signed(privateKey, `${body} `))).status).toBe(401)
    expect((await post(hook, body, signed(privateKey, body))).status).toBe(200)
    w.clock.turn(2 * DAY + MINUTE)
    expect((await post(hook, body, signed(privateKey, body))).status).toBe(401)
  })

  test('of Resend, and none that is played again later', async () => {
    const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`
    const hook = await hookOf('resend', { signing_key: secret })
    const body = JSON.stringify(resend('email.bounced', { type: 'Permanent', message: 'x' }))
    const at = Date.parse(w.clock.now()) / 1000
    const mac = createHmac('sha256', Buffer.from('0123456789abcdef01234567'))
      .update(`msg_1.${at}.${body}`)
      .digest('base64')
    const headers = { 'svix-id': 'msg_1', 'svix-timestamp': String(at), 'svix-signature': `v1,AAAA v1,${mac}` }
    expect((await post(hook, body)).status).toBe(401)
    expect((await post(hook, body, headers)).status).toBe(200)
    w.clock.turn(6 * MINUTE)
    expect((await post(hook, body, headers)).status).toBe(401)
  })

  test.each([
    ['sendgrid', 'not a key'],
    ['resend', 're_123'],
    ['postmark', 'anything'],
  ])('a key that %s cannot have made is refused at its field', async (service, signing_key) => {
    expect(hookOf(service, { signing_key })).rejects.toMatchObject({ details: { issues: [{ path: 'signing_key' }] } })
  })
})

describe('Amazon SES, through SNS', () => {
  type Message = Record<string, string>
  const PEM = '/SimpleNotificationService-0123.pem'
  const signed = (message: Message, by = amazon.privateKey, version = '1'): Message => {
    const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
    const text = names
      .filter((name) => name in message)
      .map((name) => `${name}\n${message[name]}\n`)
      .join('')
    return {
      ...message,
      SignatureVersion: version,
      SigningCertURL: `${AWS}${PEM}`,
      Signature: sign(version === '2' ? 'sha256' : 'sha1', Buffer.from(text), by).toString('base64'),
    }
  }
  const base = { MessageId: 'm1', TopicArn: TOPIC, Timestamp: '2026-11-02T09:00:00.000Z' }
  const confirmation = {
    ...base,
    Type: 'SubscriptionConfirmation',
    Token: 't',
    Message: 'You have chosen to subscribe',
    SubscribeURL: `${AWS}/?Action=ConfirmSubscription&Token=t`,
  }
  const bounce = {
    notificationType: 'Bounce',
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [{ emailAddress: VERA, diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
    },
    mail: { messageId: '0102', destination: [VERA] },
  }
  const notification = (content: unknown = bounce) => ({
    ...base,
    Type: 'Notification',
    Message: JSON.stringify(content),
  })
  const plain = { 'content-type': 'text/plain; charset=UTF-8' }

  test('is confirmed, then read; with either version of the signature', async () => {
    const hook = await hookOf('ses')
    expect((await post(hook, signed(notification()), plain)).status).toBe(401)
    expect((await post(hook, signed(confirmation), plain)).status).toBe(200)
    expect(asked.at(-1)).toBe(confirmation.SubscribeURL)
    expect((await shown('ses')).said).toBe('The topic of Amazon SNS is confirmed.')
    expect((await post(hook, signed(notification(), amazon.privateKey, '2'), plain)).status).toBe(200)
    expect(kept()).toEqual({
      bounces: [{ kind: 'hard', address: VERA, answer: '550 5.1.1 user unknown' }],
      paused: [VERA],
    })
    w.clock.turn(DAY + MINUTE)
    expect((await post(hook, signed(notification()), plain)).status).toBe(401)
    // The certificate is fetched once.
    expect(asked.filter((address) => address.endsWith('.pem'))).toHaveLength(1)
  })

  test.each([
    ['Transient', 'MailboxFull', SOFT],
    ['Undetermined', 'Undetermined', SOFT],
    ['Permanent', 'OnAccountSuppressionList', HARD],
  ])('%s bounces', async (bounceType, bounceSubType, wanted) => {
    const hook = await hookOf('ses')
    await post(hook, signed(confirmation))
    // Event publishing names it otherwise.
    const content = {
      eventType: 'Bounce',
      bounce: { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: VERA }] },
    }
    await post(hook, signed(notification(content)))
    expect(kept().bounces.map(({ kind }) => kind)).toEqual([wanted!.kind])
  })

  test('complaints', async () => {
    const hook = await hookOf('ses')
    await post(hook, signed(confirmation))
    await post(
      hook,
      signed(
        notification({ notificationType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: VERA }] } }),
      ),
    )
    expect(kept()).toMatchObject({ bounces: [{ kind: 'complaint' }], paused: [VERA] })
  })

  test('is believed by its signature alone, from its own addresses, about its first topic', async () => {
    const hook = await hookOf('ses')
    await post(hook, signed(confirmation))
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const forged = [
      signed(notification(), stranger.privateKey),
      { ...signed(notification()), Message: JSON.stringify({ ...bounce, mail: {} }) },
      { ...signed(notification()), SigningCertURL: `https://sns.eu-west-1.amazonaws.com.evil.example${PEM}` },
      { ...signed(notification()), SigningCertURL: `http://sns.eu-west-1.amazonaws.com${PEM}` },
      { ...signed(notification()), SigningCertURL: `${AWS}@evil.example${PEM}` },
      // Amazon answers questions of its customers there, with texts that they wrote.
      { ...signed(notification()), SigningCertURL: `${AWS}/?Action=GetSubscriptionAttributes&a=.pem` },
      { ...signed(notification()), SigningCertURL: `${AWS}${PEM}?Action=GetSubscriptionAttributes&a=.pem` },
      { ...signed(notification()), SigningCertURL: `${AWS}/a${PEM}` },
      signed({ ...notification(), TopicArn: 'arn:aws:sns:eu-west-1:999999999999:others' }),
      signed({ ...confirmation, SubscribeURL: 'https://evil.example/confirm' }),
      bounce,
    ]
    for (const body of forged) expect((await post(hook, body, plain)).status).toBe(401)
    expect(kept().bounces).toEqual([])
    expect(asked.filter((address) => !address.startsWith(`${AWS}/`))).toEqual([])
  })
})

describe('a raw delivery report', () => {
  const report = (message_id: string) => `From: MAILER-DAEMON@eu-west-1.amazonses.com
To: push@northwind.example
Subject: Delivery Status Notification (Failure)
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

An error occurred.
--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; a.smtp-out.eu-west-1.amazonses.com

Action: failed
Final-Recipient: rfc822; ${VERA}
Diagnostic-Code: smtp; 550 5.1.1 user unknown
Status: 5.1.1

--b1
Content-Type: message/rfc822

From: push@northwind.example
Message-ID: ${message_id}
To: ${VERA}
Subject: x

body
--b1--
`
  const ses = '<010201953e66541f-a46c5c6a@eu-west-1.amazonses.com>'
  const sendBy = (host: string) => w.call('pat', 'update_email_settings', { host, password: null })

  test('with an id of a service that does not send our letters changes nothing: anybody may write one', async () => {
    for (const host of ['127.0.0.1', 'smtp.postmarkapp.com', 'amazonaws.com.rival.example']) {
      await sendBy(host)
      await post(await hookOf('report'), report(ses))
      expect({ host, bounces: kept().bounces }).toEqual({ host, bounces: [] })
    }
  })

  test('finds the letter by its address where the service put its own id (freescout#4605, listmonk#804)', async () => {
    await sendBy('email-smtp.eu-west-1.amazonaws.com')
    expect((await post(await hookOf('report'), report(ses))).status).toBe(200)
    expect(kept().paused).toEqual([VERA])
  })

  test('about a letter of another program changes nothing', async () => {
    await post(await hookOf('report'), report('<1@others.example>'))
    expect(kept().bounces).toEqual([])
  })

  test('and by the operation: raw, or as an id of the service with the address', async () => {
    await sendBy('email-smtp.eu-west-1.amazonaws.com')
    expect(await w.call('pat', 'report_bounce', { report: report(ses) })).toMatchObject({ address: VERA, paused: true })
    w.db.write((tx) => tx.run('delete from refused_addresses'))
    const named = { message_id: '<000f@mtasv.net>', address: VERA, kind: 'complaint' }
    expect(await w.call('pat', 'report_bounce', named)).toMatchObject({ address: VERA, paused: true })
  })
})
