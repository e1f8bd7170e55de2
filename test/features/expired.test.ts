/** Expired rows of features go in slices, so that a day of many holds nobody up. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { features } from '../../src/features/index.ts'
import type { Tx } from '../../src/kernel/database/database.ts'
import type { Expiry } from '../../src/kernel/database/expiry.ts'
import { DAY, HOUR, plus } from '../../src/kernel/time/clock.ts'
import { housekeepingTask } from '../../src/tasks/install/housekeeping.ts'
import { START, type World, world } from '../world.ts'
import { seedExamples as seedSignIns } from './sso/seed.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const LATER = plus(START, HOUR)
/** One row of each table, by a name of its own. */
const ROWS: Record<string, (tx: Tx, name: string) => unknown> = {
  signups: (tx, name) =>
    tx.run(
      `insert into signups (id, email, name, password_hash, browser_hash, created_at, expires_at)
       values (?1, ?1, 'Sam', '', '', ?2, ?3)`,
      ...[name, START, LATER],
    ),
  drafts: (tx, name) =>
    tx.run(
      `insert into drafts (id, tenant_id, acts_in, actor, asked_by, operation, request, request_hash, credits, status, created_at)
       values (?1, 'ten_northwind', 'ten_northwind', 'key', 'Ada', 'submit_index_job', '{}', ?1, 1, 'waiting', ?2)`,
      ...[name, START],
    ),
  sso_flows: (tx, name) =>
    tx.run(
      `insert into sso_flows (state_hash, provider_id, browser_hash, purpose, next, started_at, expires_at)
       values (?1, 'idp_bakery', '', 'sign_in', '/app', ?2, ?3)`,
      ...[name, START, LATER],
    ),
  sso_offers: (tx, name) =>
    tx.run(
      `insert into sso_offers (token_hash, provider_id, subject, email, user_id, made_at, expires_at)
       values (?1, 'idp_bakery', '1', 'ada@northwind.example', 'usr_ada', ?2, ?3)`,
      ...[name, START, LATER],
    ),
  sso_undos: (tx, name) =>
    tx.run('insert into sso_undos (token_hash, identity_id, expires_at) values (?, ?, ?)', name, 'idn_ada', LATER),
  sso_sessions: (tx, name) =>
    tx.run(
      "insert into sso_sessions (id, provider_id, subject, created_at) values (?1, 'idp_bakery', '248', ?2)",
      ...[name, START],
    ),
}
const TABLES = Object.keys(ROWS)
const countOf = (table: string) => w.db.read((tx) => tx.number(`select count(*) from ${table}`))

/** Three rows of the table and nothing else that can expire. */
function seed(table: string): void {
  w.db.write((tx) => {
    seedSignIns(tx, w.app)
    tx.run('delete from sso_sessions')
    for (const name of ['a', 'b', 'c']) ROWS[table]!(tx, name)
    return null
  })
}

test.each(TABLES)('%s loses at most as many rows as a slice has, and none before its time', (table) => {
  seed(table)
  const all = features.flatMap(({ expired = [] }) => expired)
  const slice = (expiry: Expiry) => w.db.write((tx) => expiry(tx, 2))
  expect(all.map(slice).reduce((sum, gone) => sum + gone)).toBe(0)
  w.clock.turn(400 * DAY)
  expect(all.map(slice).filter((gone) => gone > 0)).toEqual([2])
  expect(countOf(table)).toBe(1)
})

test.each(TABLES)('%s is empty after the hourly task', async (table) => {
  seed(table)
  w.clock.turn(400 * DAY)
  await w.run(housekeepingTask)
  expect(countOf(table)).toBe(0)
})
