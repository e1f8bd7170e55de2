/** Each published answer of each vendor, given to its adapter. */
import { afterAll, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Engine, LookAnswer, LookWaiting } from '../../src/domains/checks/engine.ts'
import { testEngine } from '../../src/domains/checks/engine-test.ts'
import { judgeAnswer } from '../../src/domains/indexnow/verdict.ts'
import type { CrawlRoute } from '../../src/domains/providers/route.ts'
import { inPlainEnglish } from '../../src/kernel/language/say.ts'
import { MINUTE, plus } from '../../src/kernel/time/clock.ts'
import { FAILURE_CLASSES, UpstreamError } from '../../src/kernel/web-fetch/upstream-error.ts'
import { crawlAdapters, engineAdapters } from '../../src/upstream/index.ts'
import { createIndexNowEndpoint } from '../../src/upstream/indexnow.ts'
import { responseOf, type Sample, type Vendor, vendorNames, vendorOf } from '../upstreams/samples.ts'
import { type StandIn, standIn } from '../upstreams/stand-in.ts'

const NOW = '2026-11-28T09:00:00.000Z'
const REF = 'c_1'
const URL_ASKED = 'https://www.bakery.example/bread/rye'
const patient = new AbortController().signal
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

/** What a call came to, in one word, with the words that people read. */
type Outcome = { outcome: string; words: string; cost_usd?: number }

const settings = (adapter: string, server: StandIn) => ({
  adapter,
  base_url: server.url,
  login: 'ops@agency.example',
  password: 'pw-9c1d7e',
  api_key: 'key-51ce',
  properties: ['https://www.bakery.example/'],
  service_account: { client_email: 'push@agency.example', private_key: privateKey, token_uri: `${server.url}/token` },
})
const context = { clock: { now: () => NOW }, user_agent: 'Signalpost/1' }

const waiting: LookWaiting = { ref: REF, url: URL_ASKED, handle: 'x', asked_at: plus(NOW, -6 * MINUTE), ready: true }

const answered = (answer: LookAnswer | undefined): Outcome => {
  if (!answer || answer.state === 'waiting') return { outcome: 'waiting', words: '' }
  if (answer.state === 'queued') return { outcome: 'queued', words: answer.handle, cost_usd: answer.cost_usd }
  if (answer.state === 'failed') return { outcome: answer.failure, words: answer.message, cost_usd: answer.cost_usd }
  const { indexed, evidence, cost_usd } = answer.sighting
  return { outcome: indexed === 'unknown' ? 'unsure' : indexed, words: evidence, cost_usd }
}

const reported = ({ ok, message }: { ok: boolean; message: string }): Outcome => ({
  outcome: ok ? 'ok' : 'refused',
  words: message,
})

const ENGINE: Record<string, (engine: Engine) => Promise<Outcome>> = {
  look: async (engine) => answered((await engine.look([{ ref: REF, url: URL_ASKED }], patient))[0]),
  collect: async (engine) => answered((await engine.collect!([waiting], patient))[0]),
  find: async (engine) => answered((await engine.collect!([{ ...waiting, handle: null, ready: false }], patient))[0]),
  search: async (engine) => {
    const { results } = await engine.search!({ ref: REF, query: 'rye bread', near: URL_ASKED }, patient)
    return { outcome: 'ok', words: `${results.length} results` }
  },
  answer: async (engine) => {
    const { results, cost_usd } = await engine.answer!({ ref: REF, query: 'rye bread', near: URL_ASKED }, patient)
    return { outcome: 'ok', words: results.map(({ url }) => url).join(' '), cost_usd }
  },
  report: async (engine) => reported((await testEngine(engine, patient)).report),
  bill: async ({ billing }) => {
    if (billing?.by === 'meter') return { outcome: 'ok', words: `${(await billing.reading(patient)).left} left` }
    const billed = await billing!.billed([{ ref: REF, lost_at: plus(NOW, -30 * MINUTE) }], patient)
    return { outcome: billed.has(REF) ? 'ok' : 'none', words: '', cost_usd: billed.get(REF) }
  },
}

const ROUTE: Record<string, (route: CrawlRoute) => Promise<Outcome>> = {
  send: async (route) => ({
    outcome: 'sent',
    words: (await route.send({ ref: 'sp-01a2236e-90b8-7102', urls: [URL_ASKED] }, patient)).task_id,
  }),
  find: async (route) => {
    const found = await route.find({ ref: 'sp-01a2236e-90b8-7102', urls: [URL_ASKED] }, patient)
    return { outcome: found ? 'found' : 'none', words: found?.task_id ?? '' }
  },
  report: async (route) => {
    const report = await route.report({ task_id: '123', urls: [URL_ASKED], sent_at: plus(NOW, -60 * MINUTE) }, patient)
    if (!report) return { outcome: 'none', words: '' }
    return { outcome: report.status, words: `${report.indexed} indexed, ${report.unindexed} not` }
  },
  balance: async (route) => reported(await route.balance(patient)),
}

async function submitted(server: StandIn): Promise<Outcome> {
  const endpoint = createIndexNowEndpoint(`${server.url}/indexnow`, context)
  const batch = { host: 'www.bakery.example', key: 'key-51ce', key_location: `${URL_ASKED}.txt`, urls: [URL_ASKED] }
  const { status, explanation } = judgeAnswer(await endpoint.submit(batch, patient), 1)
  return { outcome: status, words: inPlainEnglish(explanation) }
}

async function outcomeOf({ adapter, run }: { adapter: string; run: string }, server: StandIn): Promise<Outcome> {
  if (run === 'submit') return submitted(server)
  const engine = engineAdapters.get(adapter)
  const route = crawlAdapters.get(adapter)
  const call = engine ? ENGINE[run] : ROUTE[run]
  if (!call) throw new Error(`${adapter} has no call ${run}`)
  try {
    return engine
      ? await ENGINE[run]!(engine.create(settings(adapter, server), context))
      : await ROUTE[run]!(route!.create(settings(adapter, server), context))
  } catch (error) {
    if (error instanceof UpstreamError) return { outcome: error.failure, words: error.message }
    throw error
  }
}

const servers: StandIn[] = []
afterAll(() => servers.forEach((server) => void server.stop()))

/** Answers with the sample, each answer once and the last one again and again. Google's token needs no sample. */
function playing({ answers }: Sample): StandIn {
  const left = [...answers]
  const server = standIn(
    () => NOW,
    ({ method, path, json }) => {
      if (path === '/token' && !left.some(({ to }) => to?.includes('/token')))
        return Response.json({ access_token: 'ya29.a', expires_in: 3599 })
      const at = left.findIndex(({ to = '' }) => `${method} ${path}`.includes(to))
      if (at < 0) return new Response(`no sample for ${method} ${path}`, { status: 599 })
      const last = left.filter(({ to }) => to === left[at]!.to).length === 1
      const answer = last ? left[at]! : left.splice(at, 1)[0]!
      const [{ tag = REF } = {}] = Array.isArray(json) ? (json as { tag?: string }[]) : []
      return responseOf(JSON.parse(JSON.stringify(answer).replaceAll(REF, tag)) as typeof answer)
    },
  )
  servers.push(server)
  return server
}

const vendors: [string, Vendor][] = vendorNames().map((name) => [name, vendorOf(name)])
const adapterOf = (vendor: Vendor, sample: Sample): string => sample.adapter ?? vendor.adapters[0]!

describe.each(vendors)('%s', (_, vendor) => {
  test.each(vendor.samples.map((sample): [string, Sample] => [`${sample.run}: ${sample.name}`, sample]))(
    'the published answer to %s is read as it is meant',
    async (_, sample) => {
      const { outcome, words, cost_usd } = await outcomeOf(
        { adapter: adapterOf(vendor, sample), run: sample.run },
        playing(sample),
      )
      expect({ outcome, words, ...(sample.cost_usd !== undefined && { cost_usd }) }).toEqual({
        outcome: sample.outcome,
        words: expect.stringContaining(sample.words ?? ''),
        ...(sample.cost_usd !== undefined && { cost_usd: sample.cost_usd }),
      })
    },
  )

  test('has a published refusal for each limit', () => {
    const refusals = vendor.limits.map(({ sample }) => vendor.samples.find(({ name }) => name === sample)?.outcome)
    expect(refusals.filter((outcome) => outcome !== 'rate' && outcome !== 'transient')).toEqual([])
  })

  test('has a dated source for each sample and limit', () => {
    const used = [...vendor.samples, ...vendor.limits].map(({ source }) => source)
    expect(used.filter((source) => !vendor.sources[source])).toEqual([])
    expect(Object.values(vendor.sources).filter(({ dated, address }) => !dated || !address)).toEqual([])
    expect(vendor.verified).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('has a sample for each documented status and code', () => {
    const answers = vendor.samples.flatMap(({ answers }) => answers)
    const statuses = new Set(answers.map(({ status = 200 }) => status))
    expect(vendor.documented.statuses.filter((status) => !statuses.has(status))).toEqual([])
    const bodies = answers.map(({ body }) => JSON.stringify(body ?? '')).join('\n')
    const codes = (vendor.documented.codes ?? []).filter((code) => !new RegExp(`[":]${code}\\b`).test(bodies))
    expect(codes).toEqual([])
  })

  test.each(vendor.adapters)('%s can fail in no way that no published answer covers', (adapter) => {
    const outcomes = new Set(
      vendor.samples.filter((sample) => adapterOf(vendor, sample) === adapter).map(({ outcome }) => outcome),
    )
    if (outcomes.has('waiting')) outcomes.add('pending')
    expect(classesNamedIn(adapter).filter((one) => !outcomes.has(one))).toEqual([])
  })
})

test('each adapter belongs to a vendor with samples', () => {
  const adapters = [...new Set([...engineAdapters.keys(), ...crawlAdapters.keys()])].filter(
    (name) => name !== 'simulated',
  )
  const sampled = vendors.flatMap(([, { adapters }]) => adapters)
  expect(adapters.filter((name) => !sampled.includes(name))).toEqual([])
})

const SOURCES = resolve(import.meta.dir, '../../src/upstream')
/** Shared by all adapters: their classes come from statuses, and `http.test.ts` tests them. */
const SHARED = /\/(http|answers|body|masking|search-results)\.ts$/

/** The failure classes that an adapter's files name, and those of the files that they import. */
function classesNamedIn(adapter: string): string[] {
  const text = [...filesOf(join(SOURCES, fileOf(adapter)))].map((file) => readFileSync(file, 'utf8')).join('\n')
  return FAILURE_CLASSES.filter((one) => (one === 'unknown' ? /failure\('unknown'/ : new RegExp(`'${one}'`)).test(text))
}

const fileOf = (adapter: string): string => {
  if (adapter === 'indexnow') return 'indexnow.ts'
  const folder = engineAdapters.has(adapter) ? 'engines' : 'suppliers'
  return `${folder}/${adapter.replaceAll('_', '-')}.ts`
}

function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || SHARED.test(file)) return found
  found.add(file)
  for (const [, from] of readFileSync(file, 'utf8').matchAll(/^import (?!type)[^;]*? from '(\.[^']+)'/gm)) {
    const imported = resolve(dirname(file), from!)
    if (imported.startsWith(SOURCES)) filesOf(imported, found)
  }
  return found
}
