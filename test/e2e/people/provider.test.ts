/** An identity provider and the compiled binary: a sign-in through it, what it leaves behind, and the ways back in without it. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../src/kernel/time/clock.ts'
import { CLIENT, identityProvider } from '../../upstreams/identity-provider.ts'
import { type Appliance, appliance, PASSWORD, textOf } from '../appliance.ts'

setDefaultTimeout(600_000)

let one: Appliance
let op: ReturnType<typeof identityProvider>
let id: string
beforeAll(async () => {
  op = identityProvider(systemClock.now)
  one = await appliance({ SIGNALPOST_LOG_LEVEL: 'debug', SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' })
  const asked = { ...CLIENT, name: 'Test login', kind: 'generic', issuer: op.url, end_session: true }
  const entered = await page('/app/sign-in', { email: `ada@${DOMAIN}`, password: PASSWORD })
  const made = await fetch(`${one.address()}/api/v1/identity-providers`, {
    method: 'POST',
    body: JSON.stringify({ ...asked, creates: true, domains: [DOMAIN] }),
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie: cookieOf(entered, 'sid') },
  })
  id = ((await made.json()) as { data: { id: string } }).data.id
  // Somebody with the password of Ada who is no platform admin.
  change(`insert into users (id, email, name, password_hash, status, email_verified_at, created_at, updated_at)
      select 'usr_ben', 'ben@${DOMAIN}', 'Ben', password_hash, status, email_verified_at, created_at, updated_at from users;
    insert into members (tenant_id, user_id, role, created_at) select tenant_id, 'usr_ben', 'member', created_at from members`)
}, 600_000)
afterAll(async () => {
  await one.close()
  op.stop()
})

const DOMAIN = 'northwind.example'

function change(sql: string): void {
  const db = new Database(join(one.data_dir, 'signalpost.db'))
  db.run('pragma busy_timeout = 5000')
  db.run(sql)
  db.close()
}
const rows = (sql: string): Record<string, unknown>[] => {
  const db = new Database(join(one.data_dir, 'signalpost.db'), { readonly: true })
  try {
    return db.query(sql).all() as Record<string, unknown>[]
  } finally {
    db.close()
  }
}

const page = (path: string, form: Record<string, string> | null = null, cookie = '') =>
  fetch(one.address() + path, {
    method: form ? 'POST' : 'GET',
    body: form ? new URLSearchParams(form) : undefined,
    headers: { 'sec-fetch-site': 'same-origin', cookie },
    redirect: 'manual',
    keepalive: false,
  })

const cookieOf = ({ headers }: Response, name: string): string =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0]!)
    .find((one) => one.startsWith(`${name}=`)) ?? 'none'

/** How signing in as Ben ends: where it goes on, or the page that says why not. */
async function signInBen(password = PASSWORD): Promise<string> {
  const answer = await page('/app/sign-in', { email: `ben@${DOMAIN}`, password })
  return answer.headers.get('location') ?? (await answer.text())
}

async function command(...words: string[]) {
  const child = one.run(...words)
  child.stdin.end()
  const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  return { code: await child.exited, out, err }
}

test('a new person signs in; secret, code, token, verifier and nonce are in no log, file, trail or export', async () => {
  const start = await page(`/app/sso/${id}/start`)
  const cookie = cookieOf(start, 'sso')
  const address = start.headers.get('location') ?? ''
  const query = op.answer(address, { sub: 'eve', email: `eve@${DOMAIN}`, email_verified: true, name: 'Eve' })
  const done = await page(`/app/sso/${id}/callback?${new URLSearchParams(query)}`, null, cookie)
  expect([done.status, cookieOf(done, 'sid')]).toEqual([303, expect.stringMatching(/^sid=.{20}/)])
  expect(rows(`select status from users where email = 'eve@${DOMAIN}'`)).toEqual([{ status: 'active' }])
  await page(`/app/sso/${id}/callback?${new URLSearchParams(query)}`, null, cookie)
  expect((await command('backup')).code).toBe(0)

  const form = new URLSearchParams(op.received.find(({ path }) => path === '/token')!.body)
  const { searchParams } = new URL(address)
  const secrets = {
    ...{ client: CLIENT.client_secret, code: query.code!, verifier: form.get('code_verifier')! },
    ...{ nonce: searchParams.get('nonce')!, state: query.state!, token: 'access-token-of-the-provider' },
    ...{ browser: cookie.split('=')[1]! },
  }
  const exported = await Promise.all(
    ['jsonl', 'csv'].map((path) =>
      fetch(`${one.address()}/api/v1/audit/${path}`, { headers: { authorization: `Bearer ${one.key()}` } }),
    ),
  )
  const files = readdirSync(one.data_dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const places = [
    one.log(),
    ...(await Promise.all(exported.map((answer) => answer.text()))),
    ...files.map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name), 'latin1')}`),
  ]
  expect(exported.map(({ status }) => status)).toEqual([200, 200])
  for (const [name, secret] of Object.entries(secrets))
    expect([name, places.filter((text) => text.includes(secret)).length]).toEqual([name, 0])
})

test('a required provider is released and factors are reset on the stopped install alone, with a line in the trail', async () => {
  const home = await signInBen()
  expect(home).toStartWith('/app')
  change(`insert into factors (id, user_id, kind, name, confirmed_at, created_at)
    select 'fac_ben', id, 'totp', 'App', created_at, created_at from users where id = 'usr_ben'`)
  const step = await signInBen()
  expect([step.startsWith('/app/sign-in/'), step === home]).toEqual([true, false])
  await one.stop()
  change('update identity_providers set enforce = 1')
  await one.start()
  const refused = await signInBen()
  expect(refused).toContain('wrong')
  expect(refused).toBe(await signInBen('not the password of Ben'))

  const RELEASE = ['sso', 'off', 'Test login']
  const RESET = ['factors', 'reset', `ben@${DOMAIN}`]
  for (const words of [RELEASE, RESET]) {
    const { code, err } = await command(...words)
    expect([code, err]).toEqual([1, expect.stringContaining(String(one.pid()))])
  }
  await one.stop()
  expect(await command('sso', 'off', 'Another login')).toMatchObject({ code: 1 })
  expect(await command(...RELEASE)).toMatchObject({ code: 0, out: 'No longer required: Test login.\n' })
  expect(await command('factors', 'reset', `nobody@${DOMAIN}`)).toMatchObject({ code: 1 })
  expect(await command(...RESET)).toMatchObject({ code: 0 })
  const copy = join(one.data_dir, 'copy.backup')
  for (const words of [['backup', copy], ['restore', copy, '--replace'], ['rotate-key']])
    expect([words, await command(...words)]).toEqual([words, expect.objectContaining({ code: 0 })])
  // What is done on a stopped install is linked like every other act.
  expect(await command('verify', '--audit')).toMatchObject({ code: 0 })
  await one.start()
  expect(await signInBen()).toBe(home)
  expect(await command('verify', '--audit')).toMatchObject({ code: 0 })
  const who = userInfo().username
  const lines = `select action, after ->> 'system_account' as who from audit where via = 'system' and who is not null`
  expect(rows(`${lines} order by seq`)).toEqual(
    ['update_identity_provider', 'reset_factors', 'rotate_key', 'restore'].map((action) => ({ action, who })),
  )
})
