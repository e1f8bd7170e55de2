/** Refusals speak to people on pages: no route of the API and no name of a field is left in them. */
import { expect, test } from 'bun:test'
import { noEngine } from '../../src/domains/checks/index.ts'
import { assertCrawlRoute } from '../../src/domains/providers/index.ts'
import { planRetry } from '../../src/domains/pushes/index.ts'
import { contentSecurityPolicy } from '../../src/doors/headers.ts'
import type { Tx } from '../../src/kernel/database/database.ts'
import { readerOf } from '../../src/kernel/language/reader.ts'
import { said } from '../../src/kernel/language/say.ts'
import { conflict, type Fault } from '../../src/kernel/operation/fault.ts'
import { forPeople, refusalFor } from '../../views/form-refusal.ts'
import { CAST, callerOf, world } from '../world.ts'
import { browserOf } from './browser.ts'

const ROUTE = /\b(GET|POST|PUT|PATCH|DELETE) \/\w/

test.each([
  [
    'The platform admin connects one under Operator, Suppliers (PUT /settings/crawl), or turns on the simulated one.',
    'The platform admin connects one under Operator, Suppliers, or turns on the simulated one.',
  ],
  ['Cancel it first (POST /jobs/{id}/cancel), or wait until it is done.', 'Cancel it first, or wait until it is done.'],
  [
    'flagged ones as a new push with push_anyway: POST /jobs.',
    'flagged ones as a new push with “Push anyway”: “New push”.',
  ],
])('%p', (message, said) => {
  expect(forPeople(message)).toBe(said)
})

test('no refusal of the program keeps an address of the API', async () => {
  const sources = new Bun.Glob('src/{domains,operations,kernel}/**/*.ts').scanSync(`${import.meta.dir}/../..`)
  let met = 0
  for (const path of sources) {
    const text = await Bun.file(`${import.meta.dir}/../../${path}`).text()
    for (const [, literal] of text.matchAll(/['`]([^'`\n]*\b(?:POST|PUT|PATCH|DELETE) \/\w[^'`\n]*)['`]/g)) {
      if (/^(POST|PUT|PATCH|DELETE) \S+$/.test(literal!)) continue
      met++
      expect(forPeople(literal!)).not.toMatch(ROUTE)
    }
  }
  expect(met).toBeGreaterThan(10)
})

test('what is not there is said where one is: a wrong address, a job that is none, what a role does not include', async () => {
  const w = world()
  const { visit } = browserOf(w)
  const base = `/app/w/${CAST.vera.tenant_id}`
  for (const [path, status] of [
    [`${base}/nowhere`, 404],
    [`${base}/jobs/job_none`, 404],
    [`${base}/push`, 403],
    ['/app/nowhere', 404],
  ] as const) {
    const seen = await visit('vera', path)
    expect([path, seen.status]).toEqual([path, status])
    expect([path, seen.html.includes(`href="${base}/jobs"`)]).toEqual([path, true])
    const stranger = await visit(null, path)
    expect(stranger.html).not.toContain(`${base}/jobs"`)
  }
  // A workspace that is not theirs shows nothing of it, and nothing of theirs in its place.
  expect((await visit('vera', `/app/w/${CAST.rita.tenant_id}/jobs`)).html).not.toContain('/jobs"')
  w.close()
})

test('an address with a value that is not valid says so, not that a role is missing', async () => {
  const w = world()
  const seen = await browserOf(w).visit('ada', `/app/w/${CAST.ada.tenant_id}/credits/ledger?sort=when`)
  expect([seen.status, seen.html.includes('Address not valid'), seen.html.includes('You cannot open')]).toEqual([
    ...[422, true, false],
  ])
  expect(seen.html).toContain('sort: must be one of')
  w.close()
})

test('what is redirected, refused or broken has the whole policy too', async () => {
  const w = world()
  const { visit, send } = browserOf(w)
  const base = `/app/w/${CAST.ada.tenant_id}`
  const answers: Record<number, Awaited<ReturnType<typeof visit>>> = {
    200: await visit('ada', base),
    303: await visit(null, base),
    403: await visit('vera', `/app/w/${CAST.vera.tenant_id}/push`),
    404: await visit('ada', `${base}/nowhere`),
    422: await send('ada', `${base}/clients`, { name: '' }),
  }
  w.db.write((tx) => tx.run('drop table jobs'))
  answers[500] = await visit('ada', `${base}/jobs`)
  const told = Object.values(answers).map(({ status, headers }) => [status, headers.get('content-security-policy')])
  expect(told).toEqual(Object.keys(answers).map((status) => [Number(status), contentSecurityPolicy()]))
  w.close()
})

test('each refusal to push or check links again is for people, in every language', () => {
  const w = world()
  const job = (type: 'index' | 'check', status: 'done' | 'cancelled') =>
    ({ id: 'job_x', tenant_id: CAST.ada.tenant_id, type, status }) as Parameters<typeof planRetry>[2]
  const refused = (work: (tx: Tx) => unknown): Fault => {
    try {
      w.db.write((tx) => work(tx) as undefined)
    } catch (error) {
      return error as Fault
    }
    throw new Error('nothing was refused')
  }
  const retry = (...of: Parameters<typeof job>) => refused((tx) => planRetry(tx, callerOf('ada'), job(...of), {}))
  const refusals = [retry('check', 'done'), retry('index', 'cancelled'), retry('index', 'done'), noEngine('scan_live')]
  for (const fault of [...refusals, refused(assertCrawlRoute)]) {
    expect(fault.message).toMatch(ROUTE)
    const shown = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt-BR', 'qps'].map((language) =>
      refusalFor(readerOf('UTC', language), fault),
    )
    expect([shown[0]!.replaceAll(/[“”]/g, '').length > 40, new Set(shown).size]).toEqual([true, shown.length])
    for (const text of shown) expect(text).not.toMatch(/\b(GET|POST|PUT|PATCH|DELETE) \/\w|push_anyway|Try again later/)
  }
  w.close()
})

test('a refusal names no route of the API, in other languages too', () => {
  const text =
    'No checked link of this job is missing from search. Check the job first{route}, or wait for its first check.'
  const refusal = conflict(said(text, { route: ' (POST /jobs/{id}/check)' }))
  expect(refusal.message).toContain('Check the job first (POST /jobs/{id}/check), or wait')
  expect(['en', 'de'].map((language) => refusalFor(readerOf('UTC', language), refusal))).toEqual([
    'No checked link of this job is missing from search. Check the job first, or wait for its first check.',
    'Kein geprüfter Link dieses Auftrags fehlt in der Suche. Zuerst den Auftrag prüfen oder seine erste Prüfung abwarten.',
  ])
})
