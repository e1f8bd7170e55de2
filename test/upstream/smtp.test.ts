import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AddressRefused } from '../../src/domains/mail/courier.ts'
import { createSmtp } from '../../src/upstream/smtp.ts'
import { LOOPBACK_CERTIFICATE } from '../kernel/web-fetch/certificate.ts'
import { smtpServer } from '../upstreams/smtp.ts'
import { LETTER } from './letter.ts'

type Outcome = { told: string; taken: 'encrypted' | 'open' | null }
let outcomes: Record<'tls' | 'starttls' | 'foreign_tls' | 'foreign_starttls' | 'no_starttls', Outcome>
const folder = mkdtempSync(join(tmpdir(), 'signalpost-smtp-'))

beforeAll(async () => {
  // What is trusted is read only when a process starts.
  const file = join(folder, 'trusted.pem')
  await Bun.write(file, LOOPBACK_CERTIFICATE.cert)
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'smtp-child.ts')], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
    stderr: 'inherit',
  })
  outcomes = JSON.parse(await new Response(child.stdout).text())
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a mail server over TLS', () => {
  test('from the first byte, or after STARTTLS, takes sign-in and letter encrypted', () => {
    for (const outcome of [outcomes.tls, outcomes.starttls])
      expect(outcome).toEqual({ told: 'sent', taken: 'encrypted' })
  })

  test('with a certificate that nobody vouches for gets neither, and is tried again', () => {
    for (const { told, taken } of [outcomes.foreign_tls, outcomes.foreign_starttls]) {
      expect(told).toMatch(/^transient: .*(certificate|altnames)/i)
      expect(taken).toBeNull()
    }
  })

  test('that was to encrypt, and offers no STARTTLS, gets neither', () => {
    expect(outcomes.no_starttls.told).toMatch(/^transient: /)
    expect(outcomes.no_starttls.taken).toBeNull()
  })
})

test('a mail server is greeted with the name of the install', async () => {
  const server = await smtpServer()
  const to = { host: '127.0.0.1', port: server.port, secure: 'none', user: null } as const
  await createSmtp({ site_url: 'https://push.agency.example' }).deliver(to, LETTER, () => {})
  expect(server.received.map(({ greeting }) => greeting)).toEqual(['push.agency.example'])
  server.stop()
})

test('a connection that breaks before the content leaves no doubt', async () => {
  const server = createServer((socket) => {
    socket.write('220 ready\r\n')
    socket.once('data', () => socket.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const to = { host: '127.0.0.1', port, secure: 'none', user: null } as const
  const error = await createSmtp({ site_url: 'https://push.agency.example' })
    .deliver(to, LETTER, () => {})
    .catch(({ failure }) => failure)
  expect(error).toBe('transient')
  server.close()
})

describe('a refusal', () => {
  test('of the address is told apart from one of the letter, the sender or the connection', async () => {
    const server = await smtpServer()
    const courier = createSmtp({ site_url: 'https://push.agency.example' })
    let begun = false
    const deliver = async (behaviour: (typeof server)['behaviour']) => {
      Object.assign(server.behaviour, { recipient: undefined, sender: undefined, answer: undefined, ...behaviour })
      const to = { host: '127.0.0.1', port: server.port, secure: 'none', user: null } as const
      begun = false
      const error = await courier
        .deliver(to, LETTER, () => (begun = true))
        .then(
          () => null,
          (thrown) => thrown,
        )
      return error && (error instanceof AddressRefused ? 'address' : error.failure)
    }
    const told: Record<string, string | null> = {}
    for (const answer of REFUSALS) told[`RCPT ${answer}`] = await deliver({ recipient: answer })
    // The content goes out only to a server that waits for it.
    expect(begun).toBe(false)
    told['MAIL 550'] = await deliver({ sender: '550 5.1.8 bad sender' })
    told['MAIL 530'] = await deliver({ sender: '530 5.7.0 sign in first' })
    told['DATA 550'] = await deliver({ answer: '550 5.1.1 unknown here' })
    told['DATA 554'] = await deliver({ answer: '554 5.7.1 looks like spam' })
    told['DATA 250'] = await deliver({})
    expect(begun).toBe(true)
    told['DATA cut'] = await deliver({ answer: 'cut' })
    server.stop()
    expect(told).toEqual({
      'RCPT 550 no such mailbox': 'address',
      'RCPT 550 5.1.1 user unknown': 'address',
      'RCPT 550 5.2.1 mailbox disabled': 'address',
      'RCPT 552 5.2.2 mailbox full': 'invalid',
      'RCPT 550 5.7.1 relaying denied': 'invalid',
      'RCPT 554 go away': 'invalid',
      'RCPT 451 come back later': 'transient',
      'MAIL 550': 'invalid',
      'MAIL 530': 'auth',
      'DATA 550': 'address',
      'DATA 554': 'invalid',
      'DATA 250': null,
      'DATA cut': 'unknown',
    })
  })
})

const REFUSALS = [
  '550 no such mailbox',
  '550 5.1.1 user unknown',
  '550 5.2.1 mailbox disabled',
  '552 5.2.2 mailbox full',
  '550 5.7.1 relaying denied',
  '554 go away',
  '451 come back later',
]
