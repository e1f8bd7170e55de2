import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../migrations/index.ts'
import { assemble } from '../src/boot.ts'
import { openAuditChain } from '../src/kernel/audit/keys.ts'
import { openDatabase } from '../src/kernel/database/database.ts'
import { migrate } from '../src/kernel/database/migrate.ts'
import { type Config, readConfig } from '../src/kernel/environment/config.ts'
import { silentLog } from '../src/kernel/environment/log.ts'
import type { App } from '../src/kernel/operation/app.ts'
import type { CallRequest } from '../src/kernel/operation/call.ts'
import type { Caller, Role } from '../src/kernel/operation/caller.ts'
import { invoke } from '../src/kernel/operation/invoke.ts'
import type { Task } from '../src/kernel/scheduling/task.ts'
import { createSealer } from '../src/kernel/secrets/seal.ts'
import { type Clock, DAY, plus, type Time } from '../src/kernel/time/clock.ts'
import { WHOLE } from './long/whole.ts'

export const START: Time = '2026-11-02T09:00:00.000Z'

/** Slow on purpose: 31 ms. Tests sign in hundreds of times with the same few passwords; the long run measures it. */
const { verify } = Bun.password
const verified = new Map<string, Promise<boolean>>()
if (!WHOLE)
  Bun.password.verify = (...given) => {
    const known = verified.get(given.join()) ?? verify(...given)
    verified.set(given.join(), known)
    return known
  }

/** A clock that stands still until it is turned. */
export function handClock(start: Time = START): Clock & { set(time: Time): void; turn(ms: number): void } {
  let now = start
  return {
    now: () => now,
    set(time) {
      now = time
    },
    turn(ms) {
      now = plus(now, ms)
    },
  }
}

/** The cast: agency Northwind (Ada owner, Ben member) with the client Bakery (Vera viewer), the stranger Rival, the platform admin Pat. */
export const CAST = {
  ada: { id: 'usr_ada', email: 'ada@northwind.example', tenant_id: 'ten_northwind', role: 'owner' },
  ben: { id: 'usr_ben', email: 'ben@northwind.example', tenant_id: 'ten_northwind', role: 'member' },
  vera: { id: 'usr_vera', email: 'vera@bakery.example', tenant_id: 'ten_bakery', role: 'client_viewer' },
  rita: { id: 'usr_rita', email: 'rita@rival.example', tenant_id: 'ten_rival', role: 'owner' },
  pat: { id: 'usr_pat', email: 'pat@platform.example', tenant_id: 'ten_platform', role: 'owner' },
} as const satisfies Record<string, { id: string; email: string; tenant_id: string; role: Role }>
export type Person = keyof typeof CAST

const TREE = [
  { id: 'ten_platform', parent_id: null, kind: 'agency', name: 'Platform' },
  { id: 'ten_northwind', parent_id: null, kind: 'agency', name: 'Northwind' },
  { id: 'ten_bakery', parent_id: 'ten_northwind', kind: 'client', name: 'Bakery' },
  { id: 'ten_rival', parent_id: null, kind: 'agency', name: 'Rival' },
] as const

export type World = ReturnType<typeof world>

/** A whole install over a throw-away SQLite file: real rules, real SQL, a clock turned by hand, no network. */
export function world(parts: Partial<App> & { env?: Record<string, string> } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-test-'))
  const clock = handClock()
  const { env, ...rest } = parts
  const config: Config = readConfig({
    SIGNALPOST_DATA_DIR: folder,
    SIGNALPOST_LOG_LEVEL: 'error',
    SIGNALPOST_INDEXNOW_ENDPOINT: 'http://127.0.0.1:1/indexnow',
    ...env,
  }).config
  const file = join(folder, 'signalpost.db')
  writeFileSync(file, template())
  const db = openDatabase(file, clock)
  const app = assemble({
    config,
    clock,
    log: silentLog,
    db,
    sealer: sealer(),
    lookUpTxt: async () => [],
    source_gap: 0,
    changelog: () => '# Changelog\n\n## 0.2.0\n\n### Added\n\n- Reports by e-mail.\n\n## 0.1.0\n\nThe first version.\n',
    ...rest,
  })
  return {
    app,
    clock,
    db,
    folder,
    /** Calls an operation by name, as one of the cast (or any caller), the way a door would. */
    async call<T = Record<string, unknown>>(
      who: Person | Caller,
      name: string,
      input: Record<string, unknown> = {},
      given: Partial<CallRequest> = {},
    ): Promise<T> {
      const operation = app.operations.find((one) => one.name === name)
      if (!operation) throw new Error(`no operation ${name}`)
      const path = Object.fromEntries(operation.path_names.map((part) => [part, String(input[part] ?? '')]))
      const body = Object.fromEntries(Object.entries(input).filter(([part]) => !operation.path_names.includes(part)))
      const caller = typeof who === 'string' ? callerOf(who) : who
      const answer = await invoke(app, operation, caller, {
        path,
        rest: body,
        ip: '127.0.0.1',
        request_id: 'test',
        ...given,
      })
      return answer.data as T
    },
    /** Turns the clock to `day` days after the start, then runs the jobs. */
    async day(day: number, ...jobs: Task[]) {
      clock.set(plus(START, day * DAY))
      for (const job of jobs) await job.run(app, new AbortController().signal)
    },
    async run(...jobs: Task[]) {
      for (const job of jobs) await job.run(app, new AbortController().signal)
    },
    close() {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const sealer = () => createSealer('a key for tests of thirty-two characters')

let made: Uint8Array | undefined

/** The file of a database with the newest schema, the key of its audit trail and the cast: made once, since a world on it opens forty times as fast. */
function template(): Uint8Array {
  if (made) return made
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-template-'))
  try {
    const file = join(folder, 'signalpost.db')
    const clock = handClock()
    migrate(file, migrations, clock)
    const db = openDatabase(file, clock)
    openAuditChain({ db, sealer: sealer(), log: silentLog })
    db.write((tx) => seedCast(tx))
    db.close()
    made = readFileSync(file)
    return made
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One of the cast with an API key's or a session's powers. */
export function callerOf(person: Person, via: Caller['via'] = 'session'): Caller {
  const { id, email, tenant_id, role } = CAST[person]
  const parent = TREE.find((one) => one.id === tenant_id)?.parent_id
  return {
    via,
    ...(via === 'session' ? { proof: { until: '9999-12-31T00:00:00.000Z', by: ['password'] } } : {}),
    user_id: id,
    key_id: null,
    label: email,
    tenant_id,
    path: parent ? `/${parent}/${tenant_id}/` : `/${tenant_id}/`,
    role,
    platform: person === 'pat',
    daily_credit_cap: null,
    approved: true,
  }
}

function seedCast(tx: Parameters<Parameters<App['db']['write']>[0]>[0]): null {
  for (const { id, parent_id, kind, name } of TREE) {
    const path = parent_id ? `/${parent_id}/${id}/` : `/${id}/`
    tx.run(
      'insert into tenants (id, parent_id, path, kind, name, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)',
      id,
      parent_id,
      path,
      kind,
      name,
      tx.now,
      tx.now,
    )
    if (!parent_id)
      tx.run(
        "insert into tenant_plans (tenant_id, plan, status, interval, updated_at) values (?, 'agency_scale', 'active', 'month', ?)",
        id,
        tx.now,
      )
    for (const kind of ['index', 'check']) tx.run('insert into purses (tenant_id, kind) values (?, ?)', id, kind)
  }
  for (const [person, { id, email, tenant_id, role }] of Object.entries(CAST)) {
    tx.run(
      `insert into users (id, email, name, status, platform_admin, email_verified_at, created_at, updated_at) values (?, ?, ?, 'active', ?, ?, ?, ?)`,
      id,
      email,
      person[0]!.toUpperCase() + person.slice(1),
      person === 'pat' ? 1 : 0,
      tx.now,
      tx.now,
      tx.now,
    )
    tx.run(
      'insert into members (tenant_id, user_id, role, created_at) values (?, ?, ?, ?)',
      tenant_id,
      id,
      role,
      tx.now,
    )
  }
  return null
}
