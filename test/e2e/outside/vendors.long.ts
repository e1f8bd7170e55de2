/**
 * Vendors as they answer on the first day, through the executable: each case is a finding about their real answers.
 * Amazon is a server on loopback that the executable finds by a host file of its own, in a mount namespace.
 */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { bingWebmaster } from '../../upstreams/bing-webmaster.ts'
import { serper } from '../../upstreams/serper.ts'
import { smtpServer } from '../../upstreams/smtp.ts'
import { type Agency, agency, expectBooksToBalance } from '../agency.ts'
import { CAN_TURN, textOf, until } from '../appliance.ts'

setDefaultTimeout(600_000)

const KEY = 'a key of the operator'
const urls = (name: string, n: number) => Array.from({ length: n }, (_, i) => `https://bakery.example/${name}-${i}`)

let one: Agency
const open: { stop(): void }[] = []
afterEach(async () => {
  await one.close()
  for (const server of open.splice(0)) server.stop()
})

function use<S extends { stop(): void }>(server: S): S {
  open.push(server)
  return server
}

type Result = { url: string; indexed: string; evidence: string }
const results = (id: string) => one.all<Result>(`/jobs/${id}/searchengine`)

type Integrations = { engines: Record<string, { queue: { left: number | null; why: string | null } }> }
const whyWaiting = async () => (await one.get<Integrations>('/settings/integrations')).engines.scan_standard!.queue.why

test.skipIf(!CAN_TURN)(
  'a Serper account that may not search by operators pauses with its words, and refunds nothing until it is paid',
  async () => {
    one = await agency()
    const shown = (query: string) => /-[0-3]$/.test(query)
    const server = use(
      serper({
        now: () => one.clock.now(),
        api_key: KEY,
        free: true,
        results: (query) => (shown(query) ? [`https://${query.replace('site:', '')}`] : []),
      }),
    )
    const engine = { adapter: 'serper', base_url: server.url, api_key: KEY }
    await one.put('/settings/integrations', { engines: { scan_standard: engine } })
    const { id } = await one.push(urls('free', 12), { preflight: false })
    await one.reaches(id, 'watching')
    for (let day = 1; day <= 11; day++) {
      one.clock.turn(DAY)
      for (let i = 0; i < 3; i++) await one.tick()
    }
    expect(await whyWaiting()).toContain('Query pattern not allowed for free accounts')
    expect((await expectBooksToBalance(one)).index.reserved).toBe(12)
    expect((await one.links(id)).map(({ credit }) => credit)).toEqual(Array(12).fill('reserved'))
    expect(await results(id)).toEqual([])
    // Those that are under way when the first is refused, and no others.
    expect(server.received.filter(({ path }) => path === '/search').length).toBeLessThanOrEqual(11 * 3 * 5)

    server.free = false
    const { ok } = await one.post<{ ok: boolean }>('/settings/integrations/scan_standard/test')
    expect(ok).toBe(true)
    for (let i = 0; i < 12; i++) {
      one.clock.turn(6 * HOUR)
      for (let turn = 0; turn < 3; turn++) await one.tick()
    }
    await one.reaches(id, 'done')
    for (const { url, credit } of await one.links(id))
      expect([url, credit]).toEqual([url, shown(url) ? 'consumed' : 'released'])
    expect((await expectBooksToBalance(one)).index.reserved).toBe(0)
  },
)

test('a page that Bing has crawled is visible there, although its status is 0', async () => {
  one = await agency()
  const known = (url: string) => (url.endsWith('-0') ? { crawled: '2026-09-24T10:00:00.000Z' } : null)
  const sites = ['https://bakery.example/']
  const server = use(bingWebmaster({ now: () => one.clock.now(), api_key: KEY, sites, known }))
  const engine = { adapter: 'bing_webmaster', base_url: server.url, api_key: KEY }
  await one.put('/settings/integrations', { engines: { scan_bing: engine } })
  const { id } = await one.post<{ id: string }>('/check', { urls: urls('bing', 2), engine: 'scan_bing' })
  await one.reaches(id, 'done')
  expect((await results(id)).map(({ url, indexed }) => [url, indexed]).toSorted()).toEqual([
    [urls('bing', 2)[0]!, 'yes'],
    [urls('bing', 2)[1]!, 'no'],
  ])
})

test('240 results that DataForSEO announces within a minute are fetched within its limit for the list', async () => {
  one = await agency({ shown: (url) => !url.endsWith('0'), ready_after: 2 * MINUTE })
  const { id } = await one.post<{ id: string }>('/check', { urls: urls('many', 240), name: 'Many' })
  await until('the orders', async () => one.engine.tasks.length === 240)
  const before = one.engine.received.length
  if (CAN_TURN) one.clock.turn(2 * MINUTE)
  else await Bun.sleep(2 * MINUTE)
  // Four a second, each of which wakes the collection.
  const callback = await one.engine.deliverPostbacks({ at: one.address(), fresh: true, pause_ms: 150 })
  expect(new Set(callback)).toEqual(new Set([200]))
  await one.reaches(id, 'done')
  const lists = one.engine.received.slice(before).filter(({ path }) => path.endsWith('tasks_ready'))
  expect(lists.length).toBeLessThanOrEqual(20)
  const found = await results(id)
  expect(found.filter(({ indexed }) => indexed === 'yes')).toHaveLength(216)
  expect(found.filter(({ indexed }) => indexed === 'no')).toHaveLength(24)
})

test('an Apps Script that ran and redirects has its event once', async () => {
  one = await agency()
  const asked: string[] = []
  const script = use(
    Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        const { pathname } = new URL(request.url)
        asked.push(`${request.method} ${pathname} ${await request.text()}`)
        return new Response(null, { status: 302, headers: { location: '/macros/echo?user_content_key=k1' } })
      },
    }),
  )
  const url = new URL('/macros/s/AKfycb/exec', script.url).href
  const { id } = await one.post<{ id: string }>('/webhooks', { url, types: ['push.accepted'] })
  await one.push(urls('sheet', 1), { preflight: false })
  type Deliveries = { items: { state: string; attempts: number }[] }
  const delivered = await until('the event', async () => {
    const { items } = await one.get<Deliveries>(`/webhooks/${id}/deliveries`)
    return items[0]?.state === 'delivered' && items[0]
  })
  expect(delivered).toMatchObject({ attempts: 1 })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toStartWith('POST /macros/s/AKfycb/exec {')
})

type Post = { body: string; headers?: Record<string, string> }
/** A report that the letter to this address came back, as each mail service posts it, signed by what it was given. */
type Reporter = { signing_key?: string; report(address: string): Post; before?: Post }

const seconds = () => String(Math.floor(Date.parse(one.clock.now()) / 1000))

function reporters(): Record<string, Reporter> {
  const mailgun = 'key-0123456789abcdef'
  const resend = Buffer.from('0123456789abcdef01234567')
  const sendgrid = generateKeyPairSync('ed25519')
  return {
    postmark: {
      report: (Email) => ({
        body: JSON.stringify({ RecordType: 'Bounce', Type: 'HardBounce', Email, Details: 'smtp;550 5.1.1 unknown' }),
      }),
    },
    mailgun: {
      signing_key: mailgun,
      report(recipient) {
        const timestamp = seconds()
        const token = 'a8ce0edb2dd8301dee6c2405235584e45aa91d1e9f979f3de0'
        const signature = createHmac('sha256', mailgun)
          .update(timestamp + token)
          .digest('hex')
        const status = { code: 550, message: '5.1.1 The email account does not exist' }
        const data = { event: 'failed', severity: 'permanent', recipient, 'delivery-status': status }
        return { body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': data }) }
      },
    },
    sendgrid: {
      signing_key: sendgrid.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      report(email) {
        const body = JSON.stringify([{ email, event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1' }])
        const timestamp = seconds()
        const signature = sign(null, Buffer.from(timestamp + body), sendgrid.privateKey).toString('base64')
        const of = 'x-twilio-email-event-webhook-'
        return { body, headers: { [`${of}timestamp`]: timestamp, [`${of}signature`]: signature } }
      },
    },
    resend: {
      signing_key: `whsec_${resend.toString('base64')}`,
      report(to) {
        const bounce = { type: 'Permanent', subType: 'General', message: '550 5.1.1 unknown' }
        const body = JSON.stringify({ type: 'email.bounced', data: { to: [to], bounce } })
        const timestamp = seconds()
        const mac = createHmac('sha256', resend).update(`msg_1.${timestamp}.${body}`).digest('base64')
        return { body, headers: { 'svix-id': 'msg_1', 'svix-timestamp': timestamp, 'svix-signature': `v1,${mac}` } }
      },
    },
    brevo: {
      report: (email) => ({ body: JSON.stringify({ event: 'hard_bounce', email, reason: '550 5.1.1 unknown' }) }),
    },
  }
}

const settings = (port: number) => ({ host: '127.0.0.1', port, secure: 'none', from_address: 'post@northwind.example' })
const write = (to: string) => one.post('/settings/email/templates/verify_email/send', { to })
const isRefused = async (address: string) => {
  const { items } = await one.get<{ items: { address_refused: boolean }[] }>(`/emails?q=${encodeURIComponent(address)}`)
  return items.map(({ address_refused }) => address_refused)
}
const makeHook = (service: string, more: object = {}) =>
  one.put<{ url: string }>(`/settings/email/bounce-hooks/${service}`, more)
const call = async ({ url }: { url: string }, { body, headers }: Post) => {
  const to = new URL(new URL(url).pathname, one.address())
  const answer = await fetch(to, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  return answer.status
}

test('one bounce that each mail service reports pauses the address', async () => {
  one = await agency()
  const smtp = use(await smtpServer())
  await one.put('/settings/email', settings(smtp.port))
  for (const [service, { signing_key, report }] of Object.entries(reporters())) {
    const address = `${service}@bakery.example`
    await write(address)
    const hook = await makeHook(service, signing_key ? { signing_key } : {})
    expect([service, await isRefused(address)]).toEqual([service, [false]])
    const { body, headers } = report(address)
    if (signing_key) {
      const forged = service === 'mailgun' ? body.replace(/"signature":"\w{4}/, '"signature":"0000') : `${body} `
      expect([service, 'forged', await call(hook, { body: forged, headers: headers ?? {} })]).toEqual([
        service,
        'forged',
        401,
      ])
    }
    expect([service, await call(hook, { body, headers: headers ?? {} })]).toEqual([service, 200])
    expect([service, await isRefused(address)]).toEqual([service, [true]])
  }
})

const AMAZON = 'sns.eu-west-1.amazonaws.com'
/** Not 127.0.0.1, where port 443 may be in use. */
const AMAZON_IP = '127.43.0.1'
const CAN_HIDE_AMAZON =
  process.getuid?.() === 0 &&
  Bun.which('openssl') !== null &&
  Bun.spawnSync(['unshare', '--mount', 'true'], { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0

/** A certificate that signs itself, of the name of Amazon, and its key. */
async function certificate(folder: string) {
  const [cert, key] = [join(folder, 'amazon.pem'), join(folder, 'amazon.key')]
  const words = ['-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', `/CN=${AMAZON}`, '-keyout', key, '-out', cert]
  const made = Bun.spawn(['openssl', 'req', '-x509', ...words, '-addext', `subjectAltName=DNS:${AMAZON}`], {
    stderr: 'pipe',
  })
  const complaint = await textOf(made.stderr)
  if ((await made.exited) !== 0) throw new Error(complaint)
  return { at: cert, cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

test.skipIf(!CAN_HIDE_AMAZON)(
  'Amazon SNS confirms its subscription, and a bounce of SES that it signed pauses the address',
  async () => {
    one = await agency()
    const { at, cert, key } = await certificate(one.folder)
    const asked: string[] = []
    use(
      Bun.serve({
        hostname: AMAZON_IP,
        port: 443,
        tls: { cert, key },
        fetch(request) {
          const { pathname, search } = new URL(request.url)
          asked.push(pathname + search)
          return new Response(pathname.endsWith('.pem') ? cert : '<ConfirmSubscriptionResponse/>')
        },
      }),
    )
    const hosts = join(one.folder, 'hosts')
    writeFileSync(hosts, `127.0.0.1 localhost\n${AMAZON_IP} ${AMAZON}\n`)
    await one.kill()
    await one.startIn(
      `export NODE_EXTRA_CA_CERTS='${at}'; exec unshare --mount bash -c 'mount --bind "$1" /etc/hosts && exec "$0" serve' "$0" '${hosts}';`,
    )
    const smtp = use(await smtpServer())
    await one.put('/settings/email', settings(smtp.port))
    const address = 'ses@bakery.example'
    await write(address)
    const hook = await makeHook('ses')

    const said = (message: Record<string, string>, version = '2'): Post => {
      const all = { ...message, MessageId: 'm1', TopicArn: 'arn:aws:sns:eu-west-1:123456789012:bounces' }
      const whole: Record<string, string> = { ...all, Timestamp: one.clock.now() }
      const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
      const text = names.flatMap((name) => (name in whole ? `${name}\n${whole[name]}\n` : [])).join('')
      const digest = version === '2' ? 'sha256' : 'sha1'
      const Signature = sign(digest, Buffer.from(text), key).toString('base64')
      const SigningCertURL = `https://${AMAZON}/SimpleNotificationService-0123.pem`
      const body = JSON.stringify({ ...whole, SignatureVersion: version, Signature, SigningCertURL })
      return { body, headers: { 'content-type': 'text/plain; charset=UTF-8' } }
    }
    const bounce = {
      notificationType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ emailAddress: address, diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
      },
      mail: { messageId: '0102', destination: [address] },
    }
    const reported = said({ Type: 'Notification', Message: JSON.stringify(bounce) })
    expect(await call(hook, reported)).toBe(401)
    const SubscribeURL = `https://${AMAZON}/?Action=ConfirmSubscription&Token=t`
    const subscribed = { Type: 'SubscriptionConfirmation', Token: 't', Message: 'You have chosen to subscribe' }
    expect(await call(hook, said({ ...subscribed, SubscribeURL }, '1'))).toBe(200)
    expect(asked).toEqual(['/SimpleNotificationService-0123.pem', '/?Action=ConfirmSubscription&Token=t'])
    expect(await isRefused(address)).toEqual([false])
    expect(await call(hook, { ...reported, body: reported.body.replace('Permanent', 'Transient') })).toBe(401)
    expect(await call(hook, reported)).toBe(200)
    expect(await isRefused(address)).toEqual([true])
  },
)
