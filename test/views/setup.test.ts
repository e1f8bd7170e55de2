/** What is left to set up: told from the rows, to whoever runs the install, until it is done or put away. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { SafeFetchError } from '../../src/kernel/web-fetch/safe-fetch.ts'
import { UpstreamError } from '../../src/kernel/web-fetch/upstream-error.ts'
import { pushing, urls } from '../pushing.ts'
import { CAST } from '../world.ts'
import { browserOf, wordIn } from './browser.ts'

let office: Awaited<ReturnType<typeof pushing>>
let browser: ReturnType<typeof browserOf>
/** What the mail server says; null takes every letter. */
let refusal: string | null = null
let answer: { status: number; text: string } | null = null
const asked: string[] = []

const SITE = 'https://push.platform.example'
beforeEach(async () => {
  answer = null
  refusal = 'the user or the password is not known'
  asked.length = 0
  office = await pushing(100, 0, {
    env: { SIGNALPOST_SITE_URL: SITE },
    courier: {
      deliver: async () => {
        if (refusal) throw new UpstreamError('auth', refusal)
      },
    },
    fetch: async (url) => {
      asked.push(String(url))
      if (!answer) throw new SafeFetchError('dns', 'the name is not known')
      const body = new TextEncoder().encode(answer.text)
      return {
        url: String(url),
        status: answer.status,
        headers: new Headers(),
        body,
        truncated: false,
        hops: [],
      } as never
    },
  })
  browser = browserOf(office)
})
afterEach(() => office.close())

const BASE = `/app/w/${CAST.pat.tenant_id}`
const visit = (person: 'pat' | 'ada', path: string) => browser.visit(person, path, { host: 'push.platform.example' })
const send = (path: string, fields: Record<string, string> = {}) => browser.send('pat', path, fields)

/** What the list says is still to be done, by the links that do it. */
async function left(): Promise<string[]> {
  const { main } = await browser.visit('pat', BASE)
  const [, card = ''] = /<h2>Set up this install<\/h2>(.*?)<\/section>/s.exec(main) ?? []
  return [...card.matchAll(/<li[^>]*class=""[^>]*>.*?<a href="([^"]+)"/gs)].map(([, href]) => href!.replace(BASE, ''))
}

test('the list tells what is missing, line by line goes as it is done, and can be put away', async () => {
  expect(await left()).toEqual([
    '/setup/address',
    '/setup/mail',
    '/clients',
    '/push',
    '/indexnow',
    '/app/platform/backups',
  ])
  await office.call('pat', 'create_sub_tenant', { name: 'First', kind: 'client' })
  await office.call('pat', 'adjust_credits', { tenant_id: CAST.pat.tenant_id, amount: 9, reason: 'To try it' })
  await office.call('pat', 'submit_index_job', { urls: urls(2), preflight: false })
  expect(await left()).toEqual(['/setup/address', '/setup/mail', '/indexnow', '/app/platform/backups'])
  expect((await send(`${BASE}/setup/dismiss`)).location).toBe(BASE)
  expect(await left()).toEqual([])
})

test('Today says that no push is open, without a zero', async () => {
  expect((await browser.visit('pat', BASE)).text).toContain('no open push.')
})

test('it is for whoever runs the install alone, and so are its pages', async () => {
  expect((await visit('ada', `/app/w/${CAST.ada.tenant_id}`)).text).not.toContain('Set up this install')
  // A client's workspace is not the place: it has no clients of its own, and is not done with that.
  expect((await visit('pat', `/app/w/${CAST.vera.tenant_id}`)).text).not.toContain('Set up this install')
  for (const page of ['address', 'mail', 'suppliers', 'engine'])
    expect([page, (await visit('ada', `/app/w/${CAST.ada.tenant_id}/setup/${page}`)).status]).toEqual([page, 403])
  const refused = await browser.send('ada', `/app/w/${CAST.ada.tenant_id}/setup/dismiss`)
  expect(refused.status).toBe(403)
})

test('the address is tried by fetching it: nothing there, something else, and this install', async () => {
  const tried = async () => {
    await send(`${BASE}/setup/address`)
    return (await visit('pat', `${BASE}/setup/address`)).text.replace(/\s+/g, ' ')
  }
  expect(await tried()).toContain(`${SITE} could not be reached from here: the name is not known`)
  answer = { status: 404, text: 'not found' }
  expect(await tried()).toContain(`${SITE} answers 404, not this install.`)
  answer = { status: 200, text: '<h1>Parked</h1>' }
  expect(await tried()).toContain('Something else than this install answers')
  expect(await left()).toContain('/setup/address')
  answer = { status: 200, text: JSON.stringify({ alive: true, version: office.app.version }) }
  expect(await tried()).toContain('answers over HTTPS with a certificate that holds')
  expect(await left()).not.toContain('/setup/address')
  expect(new Set(asked)).toEqual(new Set([`${SITE}/healthz`]))
})

test('the mail step is worded as the page of E-mail is', async () => {
  const { text } = await visit('pat', `${BASE}/setup/mail`)
  for (const words of ['Mail server', 'Sender address', 'Encrypted from the start (SSL/TLS)', 'on this machine'])
    expect(text).toContain(words)
})

test('mail is set and tried in one step; what the server says stands beside the fields, and nothing typed is lost', async () => {
  const fields = {
    host: '127.0.0.1',
    port: '1',
    secure: 'starttls',
    user: '',
    password: 'never shown again',
    from_address: 'push@platform.example',
    from_name: 'Push',
  }
  const failed = await send(`${BASE}/setup/mail`, fields)
  expect(failed.status).toBe(422)
  expect(failed.text).toMatch(/The test was not sent\.\s*<?[^<]*the user or the password is not known/)
  expect(failed.html).toContain('value="push@platform.example"')
  expect(failed.html).not.toContain('never shown again')
  expect(await left()).toContain('/setup/mail')
  expect(failed.html).toMatch(/<input[^>]* name="user"/)
  const wrong = await send(`${BASE}/setup/mail`, { ...fields, from_address: 'nobody' })
  expect([wrong.status, wrong.html.includes('aria-invalid="true"')]).toEqual([422, true])
  refusal = null
  expect((await send(`${BASE}/setup/mail`, fields)).location).toBe(BASE)
  expect(await left()).not.toContain('/setup/mail')
  await office.call('pat', 'update_crawl_settings', { routes: use(false).routes })
  expect((await send(`${BASE}/setup/mail`, fields)).location).toBe(`${BASE}/setup/suppliers`)
})

const told = ({ headers }: Awaited<ReturnType<typeof send>>) => wordIn(office, headers)
const use = (enabled: boolean) => ({ routes: { primary: { enabled } }, engines: { scan_standard: { enabled } } })

test('a supplier is put into use once its free test passed; until then the list names it', async () => {
  await office.call('pat', 'update_crawl_settings', { routes: use(false).routes })
  await office.call('pat', 'update_integrations', { engines: use(false).engines })
  expect(await left()).toEqual(expect.arrayContaining(['/setup/suppliers', '/setup/engine']))
  const given = { adapter: 'speedyindex', api_key: 'no such key', base_url: 'http://127.0.0.1:1' }
  const refused = await send(`${BASE}/setup/suppliers`, given)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('its test failed, so it is not in use yet')
  expect(refused.html).toContain('value="http://127.0.0.1:1"')
  expect(refused.html).not.toContain('no such key')
  expect(await left()).toContain('/setup/suppliers')
  const wrong = await send(`${BASE}/setup/suppliers`, { ...given, base_url: 'no address' })
  expect([wrong.status, wrong.html.includes('aria-invalid="true"')]).toEqual([422, true])

  const engine = await send(`${BASE}/setup/engine`, { adapter: 'simulated' })
  expect(told(engine)).toContain('No crawl supplier is connected yet')
  await office.call('pat', 'update_integrations', { engines: use(false).engines })
  const supplier = await send(`${BASE}/setup/suppliers`, { adapter: 'simulated' })
  expect([supplier.location, told(supplier).includes('Simulated: nothing is sent')]).toEqual([
    `${BASE}/setup/engine`,
    true,
  ])
  const last = await send(`${BASE}/setup/engine`, { adapter: 'simulated' })
  expect([last.location, told(last).includes('Signalpost is ready')]).toEqual([BASE, true])
  expect(await left()).not.toContain('/setup/suppliers')
  expect(await left()).not.toContain('/setup/engine')
})

test('the step of the supplier asks for its price, and keeps it', async () => {
  const at = `${BASE}/setup/suppliers`
  const price = async () =>
    (await office.call<{ cost_per_indexed_usd: number | null }>('pat', 'get_crawl_settings')).cost_per_indexed_usd
  const given = { adapter: 'indexmenow', api_key: 'a key of eighteen letters', base_url: 'http://127.0.0.1:1' }
  await send(at, { ...given, cost_per_indexed_usd: '0.02' })
  expect(await price()).toBe(0.02)
  expect((await browser.visit('pat', at)).html).toMatch(/name="cost_per_indexed_usd"[^>]*value="0.02"/)
  expect((await send(at, { ...given, cost_per_indexed_usd: '-1' })).status).toBe(422)
  await send(at, { adapter: 'simulated' })
  expect(await price()).toBe(0.02)
  await office.call('pat', 'update_crawl_settings', { cost_per_indexed_usd: null })
})

test('a supplier that worked is taken out of use by a key that does not', async () => {
  expect(await left()).not.toContain('/setup/engine')
  const refused = await send(`${BASE}/setup/engine`, {
    adapter: 'serper',
    api_key: 'wrong',
    base_url: 'http://127.0.0.1:1',
  })
  expect(refused.status).toBe(422)
  expect(await left()).toContain('/setup/engine')
})

test('only a platform admin sets the suppliers up', async () => {
  for (const page of ['suppliers', 'engine'])
    expect((await browser.send('ada', `/app/w/${CAST.ada.tenant_id}/setup/${page}`)).status).toBe(403)
})

test('without payments the plans of agencies are assigned, not billed', async () => {
  expect((await browser.visit('pat', '/app/platform/revenue')).text.replace(/\s+/g, ' ')).toContain(
    'plans assigned, not billed',
  )
  expect((await browser.visit('pat', '/app/platform')).text.replace(/\s+/g, ' ')).toContain(
    'a month assigned, not billed',
  )
})
