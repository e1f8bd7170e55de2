/** Streams of the trail: everything arrives once or more and in order, and nothing waits for a receiver. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { streamAuditTask } from '../../../src/features/audit-streams/tasks.ts'
import { verifiedFile } from '../../../src/kernel/audit/export-lines.ts'
import { forgetAudit } from '../../../src/kernel/audit/upkeep.ts'
import { writeAudit } from '../../../src/kernel/operation/audit.ts'
import { DAY, HOUR, MINUTE, plus, SECOND } from '../../../src/kernel/time/clock.ts'
import { createSyslog } from '../../../src/upstream/syslog.ts'
import { inLongRun } from '../../long/whole.ts'
import { refusal } from '../../refusal.ts'
import { CERTIFICATE, syslogServer } from '../../upstreams/syslog.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'
import { receiver } from '../webhooks/receiving.ts'

let w: World
let to: ReturnType<typeof receiver>
beforeEach(() => {
  w = world({ env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' } })
  to = receiver()
})
afterEach(() => {
  to.stop()
  w.close()
})

const ENTRY = { action: 'put_things', ip: '192.0.2.7', request_id: 'r1' }
const write = (rows: number, who: Person = 'ada', tenant_id: string | null = 'ten_bakery') =>
  w.db.write((tx) => {
    for (let n = 0; n < rows; n++) writeAudit(tx, callerOf(who), { ...ENTRY, tenant_id, target: `Tür "${n}"]` })
    return null
  })

type Made = { id: string; secret: string | null }
type Seen = {
  last_error: string | null
  failing_since: string | null
  behind: number
  sent_rows: number
  lost_rows: number
}
const make = (who: Person, input: Record<string, unknown> = {}) =>
  w.call<Made>(who, 'create_audit_sink', { url: `${to.origin}/audit`, ...input })
const ofInstall = (input: Record<string, unknown> = {}) => make('pat', { install: true, from_start: true, ...input })
const seen = async (): Promise<Seen> =>
  (await w.call<{ items: Seen[] }>('pat', 'list_audit_sinks', { install: true })).items[0]!
const stream = () => w.run(streamAuditTask)

type Line = { seq?: number; mac?: string; actor: string | null; ip: string | null; tenant_id: string | null }
const linesOf = (bodies: string[]): Line[] =>
  bodies.flatMap((body) =>
    body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line),
  )
const got = () => linesOf(to.got.map(({ body }) => body))
const numbers = (lines = got()) => lines.flatMap(({ seq }) => seq ?? [])
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

function verdict(bodies: string[]) {
  const file = join(w.folder, 'stream.jsonl')
  writeFileSync(file, bodies.join(''))
  return w.db.read((tx) => verifiedFile(tx, w.app.sealer, file, []))
}

test('every row arrives in order, signed, and what arrived verifies as a file', async () => {
  write(1200)
  const { secret } = await ofInstall({ authorization: 'Splunk 3f1a' })
  await stream()
  expect(numbers()).toEqual(upTo(1201))
  expect(verdict(to.got.map(({ body }) => body))).toMatchObject({ whole: true, rows: 1201 })
  const [{ headers, body }] = to.got as [(typeof to.got)[0]]
  expect(headers).toMatchObject({ authorization: 'Splunk 3f1a', 'content-type': 'application/x-ndjson' })
  const signed = { ...headers, 'webhook-timestamp': headers['webhook-timestamp']! }
  expect(() => new Webhook(secret!.replace('whsec_', '')).verify(body, signed)).not.toThrow(/signature/i)
  // A changed, deleted or missing part is named.
  const bodies = to.got.map((one) => one.body)
  expect(verdict(bodies.with(1, bodies[1]!.replace('put_things', 'nothing'))).breaks).toMatchObject([
    { what: 'changed' },
  ])
  expect(verdict(bodies.toSpliced(1, 1)).breaks).toMatchObject([{ seq: 501, to: 1000, what: 'missing' }])
  expect(verdict([...bodies, bodies[2]!]).whole).toBe(true)
})

test('a receiver that is down for a day gets every row afterwards, and no write waited for it', async () => {
  to.state.answer = () => new Response('no', { status: 503 })
  await ofInstall()
  let attempts = 0
  for (let hour = 0; hour < 24; hour++) {
    write(10)
    await stream()
    attempts = to.got.length
    w.clock.turn(HOUR)
  }
  expect(attempts).toBe(24)
  expect(await seen()).toMatchObject({ last_error: 'Answered 503.', behind: 241, sent_rows: 0 })
  to.got.length = 0
  to.state.answer = () => new Response('ok')
  await stream()
  expect(numbers()).toEqual(upTo(241))
  expect(await seen()).toMatchObject({ last_error: null, failing_since: null, sent_rows: 241 })
})

test('an answer that was lost is asked again: rows arrive twice, in order and without a gap', async () => {
  write(600)
  let n = 0
  to.state.answer = () => new Response('ok', { status: ++n === 2 ? 500 : 200 })
  await ofInstall()
  await stream()
  await stream()
  expect(to.got).toHaveLength(2)
  w.clock.turn(MINUTE)
  await stream()
  expect(numbers().slice(0, 500)).toEqual(upTo(500))
  expect(numbers(linesOf([to.got[2]!.body]))).toEqual(upTo(601).slice(500))
})

test('attempts become rarer, to one in 15 minutes', async () => {
  to.state.answer = () => new Response('no', { status: 500 })
  await ofInstall()
  const at: number[] = []
  for (let s = 0; s < 2 * 3600; s += 10) {
    const before = to.got.length
    await stream()
    if (to.got.length > before) at.push(s)
    w.clock.turn(10 * SECOND)
  }
  expect(at.slice(0, 4)).toEqual([0, 10, 30, 70])
  expect(at.at(-1)! - at.at(-2)!).toBe(900)
})

test('a receiver that hangs keeps no other waiting', async () => {
  const free = Promise.withResolvers<void>()
  to.state.answer = () => free.promise.then(() => new Response('ok'))
  await ofInstall()
  const other = receiver()
  await make('ada', { url: `${other.origin}/x`, from_start: true })
  write(3)
  const running = stream()
  for (let n = 0; n < 200 && other.got.length === 0; n++) await Bun.sleep(10)
  expect(numbers(linesOf(other.got.map(({ body }) => body))).length).toBeGreaterThan(2)
  write(1)
  free.resolve()
  await running
  other.stop()
})

test('receivers of an agency that hang keep those of no other agency waiting', async () => {
  const free = Promise.withResolvers<void>()
  to.state.answer = ({ path }) => free.promise.then(() => new Response(path))
  for (let n = 0; n < 12; n++) await make('ada', { url: `${to.origin}/${n}`, from_start: true })
  w.clock.turn(SECOND)
  const other = receiver()
  await make('rita', { url: `${other.origin}/x`, from_start: true })
  const running = stream()
  for (let n = 0; n < 200 && other.got.length === 0; n++) await Bun.sleep(10)
  expect(other.got).toHaveLength(1)
  free.resolve()
  await running
  expect(to.got).toHaveLength(12)
  other.stop()
})

inLongRun('while a receiver hangs, 99 of 100 changes take less than 100 ms', async () => {
  const free = Promise.withResolvers<void>()
  to.state.answer = () => free.promise.then(() => new Response('ok'))
  await ofInstall()
  write(3)
  const running = stream()
  const times: number[] = []
  for (let n = 0; n < 500; n++) {
    const began = performance.now()
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', name: `Bakery ${n}` })
    times.push(performance.now() - began)
    await Bun.sleep(1)
  }
  free.resolve()
  await running
  expect(times.toSorted((a, b) => a - b)[495]!).toBeLessThan(100)
})

test('rows that were forgotten before they were sent are said to be, and the stream still verifies', async () => {
  write(30)
  await ofInstall()
  await stream()
  write(40)
  const kept = to.got.map(({ body }) => body)
  w.clock.turn(10 * DAY)
  write(5)
  w.db.write((tx) => forgetAudit(tx, tx.now, plus(tx.now, -DAY), 'rule', 1000) as unknown as null)
  await stream()
  const bodies = to.got.map(({ body }) => body)
  expect(linesOf([bodies.at(-1)!]).at(-1)).toMatchObject({ gap: [32, 71], rows: 5 })
  expect(await seen()).toMatchObject({ lost_rows: 40 })
  expect(verdict(bodies)).toMatchObject({ whole: true })
  expect(verdict([...kept, bodies.at(-1)!.replace('"gap":[32,71],', '')])).toMatchObject({ whole: false })
})

test('a workspace streams its tree alone, without name and address of the operator, and others find no such stream', async () => {
  write(3, 'ada')
  write(3, 'rita', 'ten_rival')
  write(2, 'pat', 'ten_northwind')
  write(2, 'pat', null)
  const { id } = await make('ada', { from_start: true })
  await stream()
  const rows = got().filter(({ mac }) => mac === undefined)
  expect(new Set(rows.map(({ tenant_id }) => tenant_id))).toEqual(new Set(['ten_bakery', 'ten_northwind']))
  expect(JSON.stringify(rows)).not.toMatch(/pat@|rita@|ten_rival/)
  expect(verdict(to.got.map(({ body }) => body))).toMatchObject({ whole: true })
  for (const name of ['update_audit_sink', 'delete_audit_sink', 'test_audit_sink'])
    expect(
      await refusal(w.call('rita', name, { id, ...(name.startsWith('update') ? { state: 'off' } : {}) })),
    ).toMatchObject({ code: 'not_found' })
  expect(await refusal(make('ada', { install: true }))).toMatchObject({ code: 'forbidden' })
  expect(await refusal(make('ada', { tenant_id: 'ten_rival' }))).toMatchObject({ code: 'not_found' })
  const { id: of_install } = await ofInstall()
  expect(await refusal(w.call('ada', 'delete_audit_sink', { id: of_install }))).toMatchObject({ code: 'not_found' })
  expect(await w.call<{ items: unknown[] }>('ada', 'list_audit_sinks', { install: true })).toMatchObject({ total: 1 })
})

test('turned off it keeps its place; a secret is in no list, row or error', async () => {
  const { id, secret } = await ofInstall({ authorization: 'Bearer canary-4711' })
  await w.call('pat', 'update_audit_sink', { id, state: 'off' })
  write(3)
  await stream()
  expect(to.got).toHaveLength(0)
  await w.call('pat', 'update_audit_sink', { id, state: 'on', authorization: 'Bearer canary-4712' })
  await stream()
  expect(numbers()).toEqual(upTo(6))
  expect(to.got[0]!.headers.authorization).toBe('Bearer canary-4712')
  const text = JSON.stringify([got(), await w.call('pat', 'list_audit_sinks', { install: true })])
  expect(text).not.toMatch(/canary/)
  expect(text).not.toContain(secret!)
  expect(w.db.read((tx) => JSON.stringify(tx.rows('select * from audit_sinks')))).not.toMatch(/canary/)
})

test('a stream of an agency and its clients beyond 20 is refused, and a deleted one gets nothing more', async () => {
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push((await make('ada', n % 2 ? { tenant_id: 'ten_bakery' } : {})).id)
  expect(await refusal(make('ada'))).toMatchObject({ code: 'conflict' })
  for (const id of ids) await w.call('ada', 'delete_audit_sink', { id })
  write(2)
  await stream()
  expect(to.got).toHaveLength(0)
})

test.each([
  ['http://logs.agency.example/', /https/],
  ['https://169.254.169.254/latest', /private address/],
  ['syslog+tls://127.0.0.1:6514', /private address/],
  ['syslog+tls://[::1]:6514', /private address/],
  ['syslog+tls://0x7f.1:6514', /private address/],
  ['syslog+tls://localhost', /private name/],
  ['syslog+tls://ada:pw@logs.agency.example', /user name/],
  ['syslog+tls://logs.agency.example:22', /6514 or 443/],
  ['syslog+tls://logs.agency.example:99999', /6514 or 443/],
  ['syslog+tls://logs.agency.example/path', /must look like/],
  ['syslog://logs.agency.example', /must look like/],
  ['syslog+tls://', /must look like/],
  ['file:///etc/passwd', /https/],
])('the address %s is refused', async (url, message) => {
  const strict = world()
  const refused = await refusal(strict.call('ada', 'create_audit_sink', { url }))
  strict.close()
  expect(refused).toMatchObject({
    code: 'validation_failed',
    details: { issues: [{ path: 'url', message: expect.stringMatching(message) }] },
  })
})

test('credentials fit their kind of address', async () => {
  const url = 'syslog+tls://127.0.0.1:6514'
  const issues = async (input: Record<string, unknown>) =>
    ((await refusal(make('ada', input))) as unknown as { details: { issues: { path: string }[] } }).details.issues[0]!
      .path
  expect(await issues({ url, authorization: 'Bearer x' })).toBe('authorization')
  expect(await issues({ url, ca: 'no certificate' })).toBe('ca')
  expect(await issues({ ca: CERTIFICATE })).toBe('ca')
  expect(await issues({ authorization: 'Bearer x\r\nhost: y' })).toBe('authorization')
})

describe('by syslog over TLS', () => {
  let server: Awaited<ReturnType<typeof syslogServer>>
  beforeEach(async () => {
    server = await syslogServer()
  })
  afterEach(() => server.stop())
  const bySyslog = (ca = CERTIFICATE) => ofInstall({ url: `syslog+tls://127.0.0.1:${server.port}`, ca })

  test('each row is a message of RFC 5424 in a frame of its length, the JSON line behind it', async () => {
    write(600)
    const { secret } = await bySyslog()
    expect(secret).toBeNull()
    await stream()
    expect(server.state.malformed).toBe(0)
    const rows = server.heard.filter(({ id }) => id !== 'audit_part')
    expect(rows.map(({ text }) => (JSON.parse(text) as Line).seq!)).toEqual(upTo(601))
    expect(rows[0]).toMatchObject({
      priority: 109,
      id: 'put_things',
      data: '[sp@32473 seq="1" tenant="ten_bakery" actor="ada@northwind.example" target="Tür \\"0\\"\\]" ip="192.0.2.7" req="r1"]',
    })
    expect(verdict(server.heard.map(({ text }) => `${text}\n`))).toMatchObject({ whole: true, rows: 601 })
  })

  test('rows count as taken once the server closed behind them; a broken connection sends them again', async () => {
    write(499)
    await bySyslog()
    server.state.way = 'break'
    await stream()
    expect((await seen()).last_error).toMatch(/connection/)
    server.state.way = 'good'
    w.clock.turn(HOUR)
    await stream()
    expect(server.heard).toHaveLength(501)
    expect(await seen()).toMatchObject({ last_error: null, sent_rows: 500 })
  })

  test('a certificate of another authority or another name sees no row', async () => {
    write(1)
    await bySyslog('')
    await stream()
    expect((await seen()).last_error).toMatch(/SELF_SIGNED/)
    const send = createSyslog([{ family: 4, from: 2130706433n, to: 2130706433n }], async () => ['127.0.0.1'])
    const never = new AbortController().signal
    const to = { port: server.port, ca: CERTIFICATE }
    expect(send({ ...to, host: 'other.example' }, '1 x', never)).rejects.toThrow(/ALTNAME/)
    await send({ ...to, host: 'logs.agency.example' }, '1 x', never)
    expect(server.heard).toEqual([])
  })

  test('a name that leads to a private address is not connected to, whatever it led to before', async () => {
    const send = createSyslog([], async () => ['127.0.0.1'])
    const never = new AbortController().signal
    expect(send({ host: 'logs.agency.com', port: server.port, ca: null }, '1 x', never)).rejects.toThrow(/leads to 127/)
    await Bun.sleep(20)
    expect(server.state.connections).toBe(0)
  })

  test('a test says whether the line was taken', async () => {
    const { id } = await bySyslog()
    expect(await w.call<object>('pat', 'test_audit_sink', { id })).toEqual({ ok: true, error: null })
    expect(server.heard).toMatchObject([{ id: 'audit_test' }])
    server.stop()
    server.state.way = 'break'
    expect(await w.call<object>('pat', 'test_audit_sink', { id })).toMatchObject({ ok: false })
  })
})

test('the whole trail is verified by operation, with the anchor that was noted last', async () => {
  write(1200)
  expect(await w.call<object>('pat', 'verify_audit')).toMatchObject({ whole: true, rows: 1200, broken: 0 })
})
