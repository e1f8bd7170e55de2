/** The whole cast with all that the operations' examples name, callers of every role, and the doors open on loopback. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openSession, sessionCookieName } from '../../src/accounts/index.ts'
import type { App } from '../../src/app.ts'
import { DOMAINS } from '../../src/domains.ts'
import { serve } from '../../src/doors/server.ts'
import { ROLES, type Role } from '../../src/kernel/caller.ts'
import type { Tx } from '../../src/kernel/database.ts'
import { hashSecret, newSecret } from '../../src/kernel/ids.ts'
import { SafeFetchError } from '../../src/kernel/safe-fetch-error.ts'
import { CAST, type Person, world } from '../world.ts'
import { keepRows } from './kept-rows.ts'
import { seedPlaces } from './places.ts'

/** Headers that say who asks. */
export type Credential = Record<string, string>

/** Where no name is known: nothing that a user names is ever fetched. */
const offline: App['fetch'] = async () => {
  throw new SafeFetchError('dns', 'there is no such name')
}

/** A supplier that waits for somebody to approve: no endpoint that an input names is ever called. */
const patient: ReturnType<App['signIn']> = {
  start: async () => ({
    device_code: 'device',
    user_code: 'ABCD-EFGH',
    verification_uri: 'https://supplier.example/approve',
    verification_uri_complete: null,
    expires_in: 900,
    interval: 5,
  }),
  poll: async () => ({ state: 'pending' }),
  refresh: async () => ({ access_token: 'access', refresh_token: null, expires_in: null }),
}

/** Thousands of requests in a moment of one clock; limits have tests of their own. */
const unlimited: App['limits'] = { take: () => 600, save() {} }

export async function openCast() {
  const w = world({
    env: { SIGNALPOST_LISTEN: '127.0.0.1:0', SIGNALPOST_PASSIVE: '1' },
    fetch: offline,
    signIn: () => patient,
    limits: unlimited,
  })
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  const simulated = { adapter: 'simulated' }
  const engines = { scan_standard: simulated, scan_live: simulated, scan_bing: simulated, upstream: simulated }
  await w.call('pat', 'update_integrations', { engines })
  const seeds = await seedsOfDomains()
  const moved = w.db.write((tx) => {
    for (const seed of seeds) seed(tx, w.app)
    seedOwnSubmission(tx, w.app)
    const move = seedPlaces(tx, w.app)
    seedTeam(tx)
    return move
  })
  const keys = new Map<string, Credential>()
  const key = (tenant_id: string, role: Role, created_by: string): Credential =>
    remembered(keys, `${tenant_id} ${role}`, () => ({
      authorization: `Bearer ${w.db.write((tx) => seedKey(tx, { tenant_id, role, created_by }))}`,
    }))
  const session = async (user_id: string): Promise<Credential> => {
    const { token } = await openSession(w.app, user_id, { ip: null, user_agent: null })
    return { cookie: `${sessionCookieName(w.app.config)}=${token}`, 'sec-fetch-site': 'same-origin' }
  }
  const team = Object.fromEntries(
    await Promise.all(
      ROLES.map(async (role) => {
        const id = `usr_team_${role}`
        return [role, { key: key('ten_team', role, id), session: await session(id) }] as const
      }),
    ),
  ) as Record<Role, { key: Credential; session: Credential }>
  const northwind = Object.fromEntries(ROLES.map((role) => [role, key('ten_northwind', role, CAST.ada.id)])) as Record<
    Role,
    Credential
  >
  const platform = key('ten_platform', 'owner', CAST.pat.id)
  const sessions = {} as Record<Person, Credential>
  for (const person of Object.keys(CAST) as Person[]) sessions[person] = await session(CAST[person].id)
  const kept = keepRows(w.db)
  const running = serve(w.app)
  return {
    ...w,
    ...kept,
    url: running.address,
    moved,
    /** Keys of Northwind, by role: whoever is meant when an example says "you". */
    northwind,
    /** Callers of the own workspace of `places.ts`, by role. */
    team,
    /** A key with the platform capability. */
    platform,
    sessions,
    async close() {
      kept.forget()
      await running.stop()
      rmSync(w.folder, { recursive: true, force: true })
    },
  }
}

export type Cast = Awaited<ReturnType<typeof openCast>>

type Seed = (tx: Tx, app: App) => unknown

/** What each domain's examples name: `seedExamples` of its `seed.ts`, in the order of the domains. */
async function seedsOfDomains(): Promise<Seed[]> {
  const files = Object.keys(DOMAINS).map((domain) => join(import.meta.dir, '..', domain, 'seed.ts'))
  const found = await Promise.all(
    files.filter((file) => existsSync(file)).map((file) => import(file) as Promise<{ seedExamples?: Seed }>),
  )
  return found.flatMap(({ seedExamples }) => seedExamples ?? [])
}

function remembered<T>(known: Map<string, T>, name: string, make: () => T): T {
  const value = known.get(name) ?? make()
  known.set(name, value)
  return value
}

/** One person of each role in the callers' own workspace. */
function seedTeam(tx: Tx): void {
  for (const role of ROLES) {
    const id = `usr_team_${role}`
    tx.run(
      `insert into users (id, email, name, status, email_verified_at, created_at, updated_at)
       values (?1, ?1 || '@team.example', ?1, 'active', ?2, ?2, ?2)`,
      id,
      tx.now,
    )
    tx.run(
      'insert into members (tenant_id, user_id, role, created_at) values (?, ?, ?, ?)',
      'ten_team',
      id,
      role,
      tx.now,
    )
  }
}

/** Something that the install announced of its own pages. */
function seedOwnSubmission(tx: Tx, { config }: Pick<App, 'config'>): void {
  const columns =
    'tenant_id, job_id, key, key_location, status, url_count, attempts, answer_status, created_at, sent_at'
  tx.run(
    `insert into indexnow_submissions (id, host, ${columns})
     select 'sub_own', ?, ${columns} from indexnow_submissions where id = 'sub_bakery'`,
    new URL(config.site_url).host,
  )
}

type NewKey = { tenant_id: string; role: Role; created_by: string }

function seedKey(tx: Tx, { tenant_id, role, created_by }: NewKey): string {
  const secret = newSecret('ipk')
  tx.run(
    `insert into api_keys (id, tenant_id, created_by, name, hash, prefix, role, platform, status, created_at)
     values (?, ?, ?, 'Contract', ?, ?, ?, ?, 'active', ?)`,
    `key_${tenant_id}_${role}`,
    tenant_id,
    created_by,
    hashSecret(secret),
    secret.slice(0, 8),
    role,
    created_by === CAST.pat.id ? 1 : 0,
    tx.now,
  )
  return secret
}
