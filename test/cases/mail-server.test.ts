/** Mail servers as people set them up, and their answers, from public reports: each row names its source. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { passwordIn, serverIn, userIn } from '../../src/domains/mail/index.ts'
import { maskText } from '../../src/kernel/environment/log.ts'
import { HOUR } from '../../src/kernel/time/clock.ts'
import { sendMailsTask } from '../../src/tasks/letters/send-mails.ts'
import { createSmtp } from '../../src/upstream/smtp.ts'
import { seedMail } from '../domains/mail/seed.ts'
import { refusal } from '../refusal.ts'
import { LETTER } from '../upstream/letter.ts'
import { smtpServer } from '../upstreams/smtp.ts'
import { type World, world } from '../world.ts'

type Step = 'sender' | 'recipient' | 'answer'
type Outcome = 'rate' | 'invalid' | 'address' | 'transient'

/** What a server answers at a step, and what it means. */
const ANSWERS: [source: string, Step, answer: string, Outcome][] = [
  [
    'gophish/gophish#1604',
    'sender',
    '550 5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to https://support.google.com/a/answer/166852',
    'rate',
  ],
  ['support.google.com/a/answer/3726730', 'answer', '550 5.4.5 Daily SMTP relay limit exceeded for user', 'rate'],
  [
    'zotonic/zotonic#3508',
    'answer',
    '550 Domain northwind.example has exceeded the max emails per hour (100/100 (100%)) allowed. Message discarded.',
    'rate',
  ],
  [
    'cPanel forums',
    'recipient',
    '550-Domain northwind.example has exceeded the max defers and failures per hour (5/5 (100%)) allowed. Message discarded.',
    'rate',
  ],
  ['gen-smtp/gen_smtp#140', 'recipient', '550 5.7.1 Daily message quota exceeded', 'rate'],
  [
    'MicrosoftDocs/OfficeDocs-Support#1150',
    'answer',
    '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message due to a permanent exception',
    'rate',
  ],
  [
    'learn.microsoft.com, NDR codes',
    'answer',
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    'rate',
  ],
  [
    'learn.microsoft.com, NDR codes',
    'answer',
    '550 5.7.232 Your message can not be sent because your trial tenant has exceeded its daily limit for sending email to external recipients',
    'rate',
  ],
  [
    'Plesk, outgoing mail control',
    'recipient',
    '554 5.7.1 Message rejected: sending limit of the mailbox was reached',
    'rate',
  ],
  ['Zoho Mail help', 'answer', '550 5.4.6 Unusual sending activity detected. Please try after sometime', 'invalid'],
  ['Yahoo sender hub', 'answer', '554 5.7.9 Message not accepted for policy reasons', 'invalid'],
  ['Rackspace', 'sender', '550 5.7.1 Sender rate limit exceeded', 'rate'],
  ['OVH', 'answer', '554 5.7.1 Too many messages from this account in one hour', 'rate'],
  ['RFC 3463, 3.3', 'recipient', '552 5.2.2 The email account that you tried to reach is over quota', 'invalid'],
  ['Postfix', 'recipient', '552 5.2.2 Mailbox quota exceeded', 'invalid'],
  ['Exim', 'answer', '552 Message size exceeds maximum permitted', 'invalid'],
  ['RFC 3463, 3.4', 'answer', '552 5.3.4 Message size exceeds fixed limit', 'invalid'],
  ['Gmail', 'recipient', '550 5.1.1 The email account that you tried to reach does not exist', 'address'],
  ['Postfix', 'recipient', '550 5.1.1 <vera@bakery.example>: Recipient address rejected: User unknown', 'address'],
  ['Exchange', 'recipient', '550 5.7.1 Unable to relay', 'invalid'],
  ['greylisting', 'recipient', '450 4.2.0 Greylisted, try again later', 'transient'],
  ['Gmail', 'answer', '421 4.7.28 Our system has detected an unusual rate of unsolicited mail', 'transient'],
]

describe('an answer of a mail server', () => {
  let server: Awaited<ReturnType<typeof smtpServer>>
  beforeAll(async () => {
    server = await smtpServer()
  })
  afterAll(() => server.stop())

  test.each(ANSWERS)('%s, %s: %s', async (_, step, answer, wanted) => {
    Object.assign(server.behaviour, { sender: undefined, recipient: undefined, answer: undefined, [step]: answer })
    const to = { host: '127.0.0.1', port: server.port, secure: 'none', user: null } as const
    const thrown = await createSmtp({ site_url: 'https://push.agency.example' })
      .deliver(to, LETTER, () => {})
      .then(
        () => null,
        (error) => error,
      )
    expect(thrown.constructor.name === 'AddressRefused' ? 'address' : thrown.failure).toBe(wanted)
  })
})

describe('a limit of the mail server', () => {
  let w: World
  let smtp: Awaited<ReturnType<typeof smtpServer>>
  beforeEach(async () => {
    smtp = await smtpServer()
    w = world()
    const settings = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@northwind.example' }
    await w.call('pat', 'update_email_settings', settings)
  })
  afterEach(() => {
    smtp.stop()
    w.close()
  })
  const letters = () =>
    w.db.read((tx) =>
      tx.rows<{ status: string; attempts: number }>('select status, attempts from mails order by created_at, id'),
    )

  test('is met once an hour, and no letter is lost or tried for nothing', async () => {
    smtp.behaviour.sender = '550 5.4.5 Daily user sending limit exceeded'
    w.db.write((tx) => {
      for (let i = 0; i < 5; i++) seedMail(tx, w.app, { id: `mai_${i}`, ref: `letter ${i}` })
    })
    await w.run(sendMailsTask)
    expect(letters().map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0, 0])
    expect(letters().every(({ status }) => status === 'queued')).toBe(true)
    w.clock.turn(HOUR / 2)
    await w.run(sendMailsTask)
    expect(letters().reduce((sum, { attempts }) => sum + attempts, 0)).toBe(1)
    smtp.behaviour.sender = undefined as unknown as string
    w.clock.turn(HOUR / 2)
    await w.run(sendMailsTask)
    expect(letters().map(({ status }) => status)).toEqual(Array(5).fill('sent'))
    expect(smtp.received).toHaveLength(5)
  })

  test('does not keep a letter of the next minute from its first try', async () => {
    smtp.behaviour.sender = '550 5.4.5 Daily user sending limit exceeded'
    w.db.write((tx) => seedMail(tx, w.app, { id: 'mai_first', ref: 'first' }))
    await w.run(sendMailsTask)
    smtp.behaviour.sender = undefined as unknown as string
    w.db.write((tx) => seedMail(tx, w.app, { id: 'mai_second', ref: 'second' }))
    await w.run(sendMailsTask)
    expect(letters().map(({ status }) => status)).toEqual(['queued', 'sent'])
  })

  test('of a sender outside ASCII: the id of the letter is ASCII', async () => {
    await w.call('pat', 'update_email_settings', { from_address: 'push@bäckerei.example' })
    w.db.write((tx) => seedMail(tx, w.app))
    await w.run(sendMailsTask)
    expect(smtp.received[0]!.data).toMatch(/^Message-ID: <[\w-]+@xn--bckerei-5wa\.example>\r?$/m)
  })
})

describe('settings as people paste them', () => {
  test.each([
    ['smtp.gmail.example:587', { host: 'smtp.gmail.example', port: 587 }, 'trailbaseio/trailbase PR#241'],
    [' smtp.gmail.example ', { host: 'smtp.gmail.example', port: null }, 'blanks'],
    ['smtps://smtp.gmail.example:465/', { host: 'smtp.gmail.example', port: 465 }, 'an address'],
    ['ssl://smtp.gmail.example', { host: 'smtp.gmail.example', port: null }, 'PHP'],
    ['smtp.gmail.example.', { host: 'smtp.gmail.example', port: null }, 'a name of the DNS'],
    ['smtp.bäckerei.example', { host: 'smtp.xn--bckerei-5wa.example', port: null }, 'umlauts'],
    ['[2001:db8::25]:587', { host: '2001:db8::25', port: 587 }, 'IPv6'],
    ['2001:db8::25', { host: '2001:db8::25', port: null }, 'IPv6'],
    ['10.0.0.5:25', { host: '10.0.0.5', port: 25 }, 'IPv4'],
  ])('the server %j', (pasted, wanted) => expect(serverIn(pasted)).toEqual(wanted))

  test.each(['smtp server.example', 'post@smtp.example', 'smtp.example:99999', 'smtp/example', ''])(
    'the server %j is refused at its field',
    (pasted) => expect(() => serverIn(pasted)).toThrow(expect.objectContaining({ code: 'validation_failed' })),
  )

  test.each([
    ['abcd efgh ijkl mnop', 'abcdefghijklmnop', 'OctoText/OctoText#148'],
    ['abcd\u00a0efgh\u00a0ijkl\u00a0mnop', 'abcdefghijklmnop', 'odysseus-dev/odysseus PR#3066'],
    ['abcdefghijklmnop\n', 'abcdefghijklmnop', 'freescout-help-desk/freescout#5401'],
    [' p4ss word ', 'p4ss word', 'a password with a blank'],
    ['\u200bsecret', 'secret', 'a web page'],
  ])('the password %j', (pasted, wanted) => expect(passwordIn(pasted)).toBe(wanted))

  test('the user without blanks around it', () => expect(userIn(' a@gmail.example\n')).toBe('a@gmail.example'))

  test('reach the settings: the port of the server, and TLS for port 465', async () => {
    const w = world()
    const put = (input: Record<string, unknown>) => w.call('pat', 'update_email_settings', input)
    expect(await put({ host: 'smtp.gmail.example:465', user: ' a@gmail.example ' })).toMatchObject({
      ...{ host: 'smtp.gmail.example', port: 465, secure: 'tls', user: 'a@gmail.example' },
    })
    const wrong = await refusal(put({ port: 465, secure: 'starttls' }))
    expect(wrong.details).toMatchObject({
      issues: [{ path: 'secure', message: expect.stringContaining('must be tls') }],
    })
    const two = await refusal(put({ host: 'smtp.gmail.example:25', port: 587 }))
    expect(two.details).toMatchObject({ issues: [{ path: 'port' }] })
    w.close()
  })
})

describe('the wrong encryption for a port is told in the words of the form', () => {
  const outcome = (port: number, secure: 'tls' | 'starttls') =>
    createSmtp({ site_url: 'https://push.agency.example', greeting_ms: 500 })
      .deliver({ host: '127.0.0.1', port, secure, user: null }, LETTER, () => {})
      .catch(({ message }) => message)

  test('STARTTLS where TLS begins at once (docusealco/docuseal#372)', async () => {
    const server = await smtpServer('tls')
    expect(await outcome(server.port, 'starttls')).toMatch(/speaks TLS from the start.*Choose TLS/)
    server.stop()
  }, 30_000)

  test('TLS where a greeting comes first (osTicket/osTicket#6310)', async () => {
    const server = await smtpServer('starttls')
    expect(await outcome(server.port, 'tls')).toMatch(/does not speak TLS from the start.*Choose STARTTLS/)
    server.stop()
  })

  test('STARTTLS where there is none', async () => {
    const server = await smtpServer('none')
    expect(await outcome(server.port, 'starttls')).toMatch(/offers no STARTTLS/)
    server.stop()
  })

  test('a port that says nothing at all is not blamed for TLS', async () => {
    const silent: Server = createServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const message = await outcome((silent.address() as AddressInfo).port, 'starttls')
    expect(message).not.toMatch(/TLS from the start/)
    silent.close()
  }, 30_000)
})

test.each([
  ['535 5.7.139 Authentication unsuccessful, basic authentication is disabled.', null],
  ['Basic authentication is not supported', null],
  ['sent Authorization: Basic dXNlcjpodW50ZXIy', 'dXNlcjpodW50ZXIy'],
])('of an answer only a secret is masked: %s', (text, secret) => {
  if (secret === null) expect(maskText(text)).toBe(text)
  else expect(maskText(text)).not.toContain(secret)
})
