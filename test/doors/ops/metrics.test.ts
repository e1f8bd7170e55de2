import { afterAll, beforeAll, expect, test } from 'bun:test'
// @ts-expect-error it brings no types
import parse from 'parse-prometheus-text-format'
import { setGauge } from '../../../src/kernel/environment/metrics.ts'
import { taskName } from '../../../src/kernel/scheduling/task.ts'
import { type House, house } from '../house.ts'

const TOKEN = 'a-token-of-prometheus-that-is-long'
type Family = {
  name: string
  help: string
  type: string
  metrics: { value: string; labels?: Record<string, string>; quantiles?: Record<string, string> }[]
}

let h: House
beforeAll(() => {
  h = house({ env: { SIGNALPOST_METRICS_TOKEN: TOKEN } })
})
afterAll(() => h.close())

const scrape = async (token: string | null) =>
  fetch(`${h.url}/metrics`, token ? { headers: { authorization: `Bearer ${token}` } } : {})

test('are there for the token alone', async () => {
  expect((await scrape(null)).status).toBe(401)
  expect((await scrape(`${TOKEN}x`)).status).toBe(401)
  expect((await scrape(h.keyOf('pat'))).status).toBe(401)
  const other = house()
  expect((await fetch(`${other.url}/metrics`, { headers: { authorization: 'Bearer ' } })).status).toBe(404)
  await other.close()
})

test('are read by a parser of the format, and count what happened', async () => {
  for (let i = 0; i < 3; i++) await h.ask('ada', '/api/v1/me')
  await h.ask('ada', '/api/v1/nothing')
  await h.call('pat', 'adjust_credits', { tenant_id: 'ten_bakery', kind: 'index', amount: 7, reason: 'a "test"\n' })
  await h.running.scheduler.runTask(taskName('housekeeping'), new AbortController().signal)
  const answer = await scrape(TOKEN)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const families = parse(await answer.text()) as Family[]
  const of = (name: string, labels: Record<string, string> = {}) =>
    families
      .find((one) => one.name === `signalpost_${name}`)
      ?.metrics.find((one) => Object.entries(labels).every(([label, value]) => one.labels?.[label] === value))?.value
  expect(Number(of('requests_total', { door: 'api', method: 'GET', status: '200' }))).toBeGreaterThanOrEqual(3)
  expect(Number(of('requests_total', { door: 'api', status: '404' }))).toBeGreaterThanOrEqual(1)
  expect(Number(of('credits_total', { kind: 'index', direction: 'in', reason: 'adjustment' }))).toBeGreaterThanOrEqual(
    7,
  )
  expect(Number(of('task_runs_total', { task: 'housekeeping', outcome: 'done' }))).toBeGreaterThanOrEqual(1)
  const delays = families.find(({ name }) => name === 'signalpost_loop_delay_seconds')!
  expect(Number(delays.metrics[0]!.quantiles!['0.99'])).toBeLessThan(60)
  expect(of('unattended_connections')).toBe('0')
  expect(Number(of('database_bytes'))).toBeGreaterThan(100_000)
  expect(families.find(({ name }) => name === 'signalpost_requests_total')!.type).toBe('COUNTER')
})

// What `promtool check metrics` says of help and of quantiles.
test('each has a help text and a type, and quantiles are of a summary', async () => {
  setGauge('backup_proved_timestamp_seconds', 1)
  const text = await (await scrape(TOKEN)).text()
  const families = parse(text) as Family[]
  expect(families.length).toBeGreaterThan(15)
  expect(families.filter(({ help, type }) => !help || type === 'UNTYPED')).toEqual([])
  const named = text.match(/^signalpost_\w+(?=.*quantile=)/gm)
  expect(new Set(named)).toEqual(new Set(['signalpost_loop_delay_seconds']))
  expect(families.filter(({ type }) => type === 'SUMMARY').map(({ name }) => name)).toEqual([...new Set(named)])
  for (const { name } of families) expect(text.split(`# TYPE ${name} `)).toHaveLength(2)
})
