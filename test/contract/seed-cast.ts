/** The whole cast with all that the operations' examples name, and callers of every role on both sides. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { DOMAINS } from '../../src/domains/index.ts'
import { features } from '../../src/features/index.ts'
import type { Tx } from '../../src/kernel/database/database.ts'
import type { App } from '../../src/kernel/operation/app.ts'
import { ROLES, type Role } from '../../src/kernel/operation/caller.ts'
import { hashSecret, newSecret, prefixOf } from '../../src/kernel/secrets/ids.ts'
import { seedPassword } from '../domains/accounts/seed.ts'
import { seedGrant } from '../domains/oauth/seed.ts'
import { seedTrail } from '../domains/system/seed.ts'
import { CAST, type Person, type World } from '../world.ts'
import { seedPlaces } from './places.ts'

/** Headers that say who asks. */
export type Credential = Record<string, string>
export type Callers = Record<Role, { user_id: string; key: Credential; session: Credential }>

/** Workspaces in which there is one person of each role. */
const TEAMS = { agency: 'ten_northwind', team: 'ten_team', rival: 'ten_rival' } as const
export type Team = keyof typeof TEAMS

/** Simulated suppliers, and all that the operations' examples name. */
export async function seedSamples(w: Pick<World, 'app' | 'db' | 'call'>): Promise<void> {
  const simulated = { adapter: 'simulated' }
  const engines = { scan_standard: simulated, scan_live: simulated, scan_bing: simulated, upstream: simulated }
  await w.call('pat', 'update_crawl_settings', { routes: { primary: simulated } })
  await w.call('pat', 'update_integrations', { engines })
  await w.call('pat', 'put_bounce_hook', { service: 'postmark' })
  const seeds = await seedsOfDomains()
  w.db.write((tx) => {
    for (const seed of seeds) seed(tx, w.app)
    seedOwnSubmission(tx, w.app)
  })
}

/** Calls a minute are limited for a key and for a session: `of_each` of both take turns for every caller. */
export async function seedCast(w: Pick<World, 'app' | 'db' | 'call'>, { of_each = 1 } = {}) {
  await seedSamples(w)
  const moved = w.db.write((tx) => {
    const move = seedPlaces(tx, w.app)
    for (const team of Object.keys(TEAMS) as Team[]) seedPeople(tx, team)
    nameApprovers(tx)
    seedTrail(tx, TEAMS.rival, `ticket 82 of ${TEAMS.rival}`)
    return move
  })
  const turns = Array.from({ length: of_each })
  const key = (tenant_id: string, role: Role, created_by: string): Credential =>
    inTurn(
      'authorization',
      w.db.write((tx) => turns.map((_, i) => `Bearer ${seedKey(tx, { tenant_id, role, created_by }, i)}`)),
    )
  const session = async (user_id: string): Promise<Credential> => {
    const open = async () => (await openSession(w.app, user_id, { ip: null, user_agent: null })).token
    const tokens = await Promise.all(turns.map(open))
    const cookies = tokens.map((token) => `${sessionCookieName(w.app.config)}=${token}`)
    return inTurn('cookie', cookies, { 'sec-fetch-site': 'same-origin' })
  }
  const callers = async (team: Team): Promise<Callers> => {
    const made = ROLES.map(async (role) => {
      const user_id = personOf(team, role)
      return [role, { user_id, key: key(TEAMS[team], role, user_id), session: await session(user_id) }] as const
    })
    return Object.fromEntries(await Promise.all(made)) as Callers
  }
  const northwind = ROLES.map((role) => [role, key('ten_northwind', role, CAST.ada.id)] as const)
  const sessions = {} as Record<Person, Credential>
  for (const person of Object.keys(CAST) as Person[]) sessions[person] = await session(CAST[person].id)
  return {
    moved,
    /** Keys of Northwind, by role, all Ada's: whoever is meant when an example says "you". */
    northwind: Object.fromEntries(northwind) as Record<Role, Credential>,
    /** People of Northwind, whom no example names. */
    agency: await callers('agency'),
    /** Callers of the own workspace of `places.ts`, by role. */
    team: await callers('team'),
    /** Callers of the other agency, by role. */
    rival: await callers('rival'),
    /** A key with the platform capability. */
    platform: key('ten_platform', 'owner', CAST.pat.id),
    sessions,
  }
}

type Seed = (tx: Tx, app: App) => unknown

/** What the examples of domains and features name: `seedExamples` of a `seed.ts`, in their order. */
async function seedsOfDomains(): Promise<Seed[]> {
  const folders = [
    ...Object.keys(DOMAINS).map((name) => `domains/${name}`),
    ...features.map(({ name }) => `features/${name}`),
  ]
  const files = folders.map((folder) => join(import.meta.dir, '..', folder, 'seed.ts'))
  const found = await Promise.all(
    files.filter((file) => existsSync(file)).map((file) => import(file) as Promise<{ seedExamples?: Seed }>),
  )
  return found.flatMap(({ seedExamples }) => seedExamples ?? [])
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

/** Everybody may approve the reports of their workspaces: what is left to judge is the role. */
const nameApprovers = (tx: Tx): unknown =>
  tx.run(
    `insert or replace into report_schedules (tenant_id, mode, day, first_working_day, hour, zones, period, sections,
       attach_pdf, skip_empty, approvers, created_at, updated_at)
     select id, 'off', 4, 0, 8, '[]', 'month', '["growth"]', 0, 1,
       (select json_group_array(distinct user_id) from members m where t.path like '%/' || m.tenant_id || '/%'), ?1, ?1 from tenants t`,
    tx.now,
  )

const personOf = (team: Team, role: Role): string => `usr_${team}_${role}`

/** One person of each role: with Ada's password, a session and an app to name, as the examples name hers. */
function seedPeople(tx: Tx, team: Team): void {
  for (const role of ROLES) {
    const id = personOf(team, role)
    tx.run(
      `insert into users (id, email, name, status, email_verified_at, created_at, updated_at)
       values (?1, ?1 || '@' || ?2 || '.example', ?1, 'active', ?3, ?3, ?3)`,
      id,
      team,
      tx.now,
    )
    tx.run(
      'insert into members (tenant_id, user_id, role, created_at) values (?, ?, ?, ?)',
      TEAMS[team],
      id,
      role,
      tx.now,
    )
    seedPassword(tx, id)
    seedGrant(tx, `gra_${id}`, id, TEAMS[team])
    tx.run(
      `insert into sessions (id, user_id, expires_at, created_at, last_seen_at, ip, user_agent)
       select 'ses_' || ?, ?, expires_at, created_at, last_seen_at, ip, user_agent from sessions where id = 'ses_ada'`,
      id,
      id,
    )
  }
}

type NewKey = { tenant_id: string; role: Role; created_by: string }

function seedKey(tx: Tx, { tenant_id, role, created_by }: NewKey, turn: number): string {
  const secret = newSecret('ipk')
  tx.run(
    `insert into api_keys (id, tenant_id, created_by, name, hash, prefix, role, platform, rate_per_min, rate_per_day, status, created_at)
     values (?, ?, ?, 'Contract', ?, ?, ?, ?, 600, 100000, 'active', ?)`,
    `key_${tenant_id}_${role}_${created_by}_${turn}`,
    tenant_id,
    created_by,
    hashSecret(secret),
    prefixOf(secret),
    role,
    created_by === CAST.pat.id ? 1 : 0,
    tx.now,
  )
  return secret
}

/** A header that has the next of its values whenever it is read. */
function inTurn(header: string, values: string[], more: Credential = {}): Credential {
  let turn = 0
  const get = () => values[turn++ % values.length]!
  return Object.defineProperty({ ...more }, header, { enumerable: true, get })
}
