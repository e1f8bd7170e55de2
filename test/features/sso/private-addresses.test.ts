/** An identity provider that points inside the network: no address of the table is connected to, and no redirect followed. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import net from 'node:net'
import { SsoRefused } from '../../../src/features/sso/index.ts'
import { PRIVATE_HOSTS } from '../../kernel/web-fetch/private-hosts.ts'
import { identityProvider } from '../../upstreams/identity-provider.ts'
import { type World, world } from '../../world.ts'
import { addProvider, sessions, signIn } from './setting.ts'

/** 127.0.0.2 plays the public internet, 127.0.0.1 the private network that must never be reached. */
const PUBLIC_SIDE = '127.0.0.2'

let connections = 0
let inside: net.Server
let port: number
let w: World
let op: ReturnType<typeof identityProvider>
let id: string
beforeAll(async () => {
  inside = net.createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  port = (inside.address() as net.AddressInfo).port
  w = world({ env: { SIGNALPOST_ALLOW_NETWORKS: `${PUBLIC_SIDE}/32` } })
  op = identityProvider(() => w.clock.now(), PUBLIC_SIDE)
  id = await addProvider(w, op, { creates: true, domains: ['northwind.example'] })
})
afterAll(() => {
  op.stop()
  inside.close()
  w.close()
})

/** Signs in at a provider of which nothing is known yet, and without an address in its token: all four endpoints are asked. */
async function reasonWith(endpoint: string, address: string | null): Promise<string | null> {
  const issuer = endpoint === 'issuer' && address !== null ? address : op.url
  w.db.write((tx) =>
    tx.run('update identity_providers set issuer = ?, metadata = null, down_until = null where id = ?', issuer, id),
  )
  op.lie({
    configuration: address !== null && endpoint !== 'issuer' ? { [endpoint]: address } : {},
    userinfo: { email: 'eve@northwind.example', email_verified: true },
  })
  return signIn(w, op, id, { sub: 'eve' }).then(
    ({ act }) => act,
    (error: unknown) => (error instanceof SsoRefused ? error.reason : String(error)),
  )
}

const ENDPOINTS = ['issuer', 'jwks_uri', 'token_endpoint', 'userinfo_endpoint']
const PATHS: Record<string, RegExp> = {
  issuer: /openid-configuration/,
  jwks_uri: /jwks/,
  token_endpoint: /token/,
  userinfo_endpoint: /userinfo/,
}

test('the honest provider is asked at all four endpoints, so that each refusal below is of its address', async () => {
  expect(await reasonWith('issuer', null)).toBe('signed_in')
  for (const path of Object.values(PATHS)) expect(op.received.some((seen) => path.test(seen.path))).toBe(true)
  w.db.write((tx) => tx.run('delete from sessions'))
})

describe.each(ENDPOINTS)('%s', (endpoint) => {
  test('at a private address is refused without a connection', async () => {
    for (const host of PRIVATE_HOSTS)
      for (const scheme of ['https', 'http']) {
        const address = `${scheme}://${host}:${port}/there`
        expect([address, await reasonWith(endpoint, address)]).toEqual([address, expect.stringMatching(REFUSED)])
      }
    expect([connections, sessions(w)]).toEqual([0, 0])
  })

  test('that redirects is refused, and what it names is not asked for', async () => {
    for (const status of [301, 302, 303, 307, 308])
      for (const to of [`${op.url}/elsewhere`, `http://127.0.0.1:${port}/`]) {
        op.fail({ status, headers: { location: to } }, 1, PATHS[endpoint])
        expect(await reasonWith(endpoint, null)).toBe('unreachable')
      }
    expect(op.received.some(({ path }) => path === '/elsewhere')).toBe(false)
    expect([connections, sessions(w)]).toEqual([0, 0])
  })
})

/** The provider could not be asked, or its configuration names no address that may be. */
const REFUSED = /^(unreachable|provider_error)$/
