/** Criterion 6 of client reports, by e-mail: delivery reports (RFC 3464) as mail servers write them, and other answers. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { sendMailsTask } from '../../../../src/tasks/letters/send-mails.ts'
import { refusal } from '../../../refusal.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { type World, world } from '../../../world.ts'
import { seedApproved } from './reports.ts'

const ANNA = 'anna@bakery.example'

let w: World
let smtp: Awaited<ReturnType<typeof smtpServer>>
let message_id: string
beforeEach(async () => {
  smtp = await smtpServer()
  w = world()
  const settings = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@platform.example' }
  await w.call('pat', 'update_email_settings', settings)
  await w.call('ada', 'add_report_recipient', { id: 'ten_bakery', email: ANNA, has_consent: true })
  seedApproved(w, { id: 'iss_one' })
  await w.run(sendReportsTask, sendMailsTask, sendReportsTask)
  message_id = /^Message-ID: (\S+)/m.exec(smtp.received[0]!.data)![1]!
})
afterEach(() => {
  smtp.stop()
  w.close()
})

const recorded = (server: string, id = message_id): string =>
  readFileSync(join(import.meta.dir, `../../../domains/mail/delivery-reports/${server}.eml`), 'utf8')
    .replaceAll('{message_id}', id)
    .replaceAll('{to}', ANNA)
const inLines = (text: string): string => text.replaceAll('\n', '\r\n')
const report = (text: string) => w.call('pat', 'report_bounce', { report: text })

const stateOf = () =>
  w.db.read((tx) => ({
    recipient: tx.row("select status, answer from report_recipients where email = 'anna@bakery.example'"),
    delivery: tx.row('select state, answer from report_deliveries'),
    bounces: tx.number('select count(*) from mail_bounces'),
    refused: tx.number('select count(*) from refused_addresses'),
    letters: tx.number('select count(*) from mails'),
  }))

const HARD = { kind: 'hard', paused: true, policy: false, delivery: 'bounced', recipient: 'bounced' }
const SOFT = { kind: 'soft', paused: false, policy: false, delivery: 'sent', recipient: 'active' }
const POLICY = { kind: 'hard', paused: false, policy: true, delivery: 'bounced', recipient: 'active' }

describe('criterion 6: the report of', () => {
  test.each([
    ['postfix', HARD, '550 5.1.1 <anna@bakery.example>: Recipient address rejected: User unknown'],
    ['sendmail', SOFT, ''],
    ['exim', HARD, '5.0.0 550 No such user here'],
    ['courier', HARD, '550 5.1.1 <anna@bakery.example>... User Unknown'],
    ['exchange', SOFT, ''],
    ['microsoft-365', POLICY, '550 5.7.509 Access denied, sending domain platform.example does not pass DMARC'],
    ['google', HARD, '550-5.1.1 The email account that you tried to reach does not exist.'],
    ['domino', HARD, '5.1.1 User anna (anna@bakery.example) not listed in Domino Directory'],
  ])('%s has its kind and its effect, in either form of its lines, and counts once', async (server, effect, answer) => {
    const { kind, paused, policy, delivery, recipient } = effect
    expect(await report(recorded(server))).toMatchObject({ address: ANNA, kind, paused, policy })
    const first = w.db.read((tx) => tx.number('select count(*) from mails'))
    expect(await report(inLines(recorded(server)))).toMatchObject({ address: ANNA, kind, paused, policy })
    const after = stateOf()
    expect(after).toMatchObject({
      delivery: { state: delivery },
      recipient: { status: recipient },
      bounces: 1,
      letters: first,
    })
    if (answer) expect((after.delivery as { answer: string }).answer).toStartWith(answer)
  })
})

const HEAD = `From: Anna <${ANNA}>
To: post@platform.example
Subject: Automatic reply: Bakery: report of October 2026
Message-ID: <vacation-1@bakery.example>
`
const TEXT = 'I am on holiday until 20 November.\n\n550 5.1.1 is the number of my room.\n'
const QUOTED = `Status: 5.1.1\nAction: failed\n`
const parts = (type: string, ...more: string[]) =>
  `Content-Type: ${type}; boundary="b1"\n\n--b1\nContent-Type: text/plain\n\n${TEXT}\n${more.map((part) => `--b1\n${part}\n`).join('')}--b1--\n`
const returned = () => `Content-Type: message/rfc822\n\nMessage-ID: ${message_id}\nTo: ${ANNA}\n\n49 new pages`

/** Headers by which answering machines are known, and forms in which they answer. */
const MACHINES = [
  'Auto-Submitted: auto-replied',
  'Auto-Submitted: auto-replied (vacation)',
  'Precedence: bulk\nX-Autoreply: yes',
  'Precedence: auto_reply',
  'X-Auto-Response-Suppress: All',
]
const FORMS = [
  () => `Content-Type: text/plain\n\n${TEXT}`,
  () => `In-Reply-To: ${message_id}\nReferences: ${message_id}\nContent-Type: text/plain\n\n${TEXT}${QUOTED}`,
  () => parts('multipart/mixed', returned()),
  () => parts('multipart/mixed', `Content-Type: message/delivery-status\n\n${QUOTED}`, returned()),
]

/** Reports about letters of others, and reports of ours that tell of no failure. */
const foreign = (): [string, string][] => [
  ...['postfix', 'exim', 'exchange', 'google'].map((server): [string, string] => [
    `${server}, about a letter of somebody else`,
    recorded(server, '<20261105.1234@others.example>'),
  ]),
  ['without the letter', recorded('postfix').replace(/Content-Description: Undelivered Message[\s\S]*/, '')],
  ['of a delay', recorded('postfix').replace('Action: failed', 'Action: delayed').replace('5.1.1\n', '4.4.1\n')],
  ['of a delivery', recorded('postfix').replace('Action: failed', 'Action: delivered')],
  ['of a relay', recorded('sendmail').replace('Action: failed', 'Action: relayed')],
  ['that it was read', recorded('google').replaceAll('delivery-status', 'disposition-notification')],
  ['of spam, in its own format', recorded('postfix').replaceAll('delivery-status', 'feedback-report')],
]

describe('criterion 6: nothing is changed or deleted', () => {
  test('by 20 vacation replies', async () => {
    const before = stateOf()
    for (const machine of MACHINES)
      for (const form of FORMS) {
        const refused = await refusal(report(`${HEAD}${machine}\n${form()}`))
        expect([machine, refused.code]).toEqual([machine, 'validation_failed'])
      }
    expect(MACHINES.length * FORMS.length).toBe(20)
    expect(stateOf()).toEqual(before)
  })

  test('by 10 reports about letters of others, or about no failure', async () => {
    const before = stateOf()
    const all = foreign()
    expect(all).toHaveLength(10)
    for (const [what, text] of all) {
      const { code } = await refusal(report(text))
      expect([what, code]).toEqual([what, what.includes('somebody') ? 'not_found' : 'validation_failed'])
    }
    expect(stateOf()).toEqual(before)
  })
})

test('an answer without a code that is about who sends is soft', async () => {
  const text = recorded('exim').replaceAll('550 No such user here', '554 Mail rejected for policy')
  expect(await report(text)).toMatchObject({ kind: 'soft', paused: false })
})

test('a status part in an encoding is read, and a report of two megabytes in one pass', async () => {
  const encoded = recorded('postfix').replace(
    /(Content-Type: message\/delivery-status)\n\n([\s\S]*?)\n\n--/g,
    (_, type, status) => `${type}\nContent-Transfer-Encoding: base64\n\n${btoa(status)}\n\n--`,
  )
  expect(encoded).not.toContain('Action: failed')
  const began = performance.now()
  const large = encoded.replace('49 new pages', '=\n \n;-- \t'.repeat(200_000))
  expect(await report(large)).toMatchObject({ kind: 'hard', address: ANNA })
  // A fraction of a second; minutes where the rest is read again at each piece.
  expect(performance.now() - began).toBeLessThan(30_000)
})

test('an address of a report that never ends is read in one pass: anybody can write to the mailbox of the sender', async () => {
  const began = performance.now()
  const endless = (with_what: string) => recorded('postfix').replace(/(-Recipient: *rfc822; *).*/g, `$1${with_what} x`)
  for (const with_what of ['@', 'a@', '<a@'].map((one) => one.repeat(100_000)))
    expect(await report(endless(with_what))).toMatchObject({ kind: 'hard', address: ANNA })
  expect(performance.now() - began).toBeLessThan(5_000)
})
