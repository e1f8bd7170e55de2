/** What becomes of people and links that were there before a membership had to be accepted. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { openFolder } from '../../../src/boot.ts'
import { unprovedAccounts } from '../../../src/domains/accounts/index.ts'
import type { Db } from '../../../src/kernel/database/database.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { readConfig } from '../../../src/kernel/environment/config.ts'
import { type Log, silentLog } from '../../../src/kernel/environment/log.ts'
import { hashSecret, newSecret } from '../../../src/kernel/secrets/ids.ts'
import { handClock } from '../../world.ts'

const clock = handClock()
const NOW = clock.now()
const LINK = newSecret('spi')

let folder: string
let db: Db | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-upgrade-'))
})
afterEach(() => {
  db?.close()
  db = null
  rmSync(folder, { recursive: true, force: true })
})

/** An install of the schema before: an agency, a client whose admin made two accounts, one of them owner of the agency by now. */
function before() {
  const file = join(folder, 'signalpost.db')
  const until = migrations.findIndex(({ name }) => name.endsWith('_invitations'))
  migrate(file, migrations.slice(0, until), clock)
  const old = new Database(file)
  const put = (table: string, row: Record<string, string | number | null>) =>
    old
      .query(`insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => '?')})`)
      .run(...Object.values(row))
  const stamps = { created_at: NOW, updated_at: NOW }
  put('tenants', { id: 'agency', parent_id: null, path: '/agency/', kind: 'agency', name: 'Agency', ...stamps })
  put('tenants', {
    id: 'client',
    parent_id: 'agency',
    path: '/agency/client/',
    kind: 'client',
    name: 'Client',
    ...stamps,
  })
  const person = (id: string, password_hash: string | null, email_verified_at: string | null = null) =>
    put('users', {
      id,
      email: `${id}@agency.example`,
      name: id,
      password_hash,
      status: 'active',
      email_verified_at,
      ...stamps,
    })
  const member = (user_id: string, tenant_id: string, role: string, created_at = NOW) =>
    put('members', { tenant_id, user_id, role, created_at })
  person('olga', 'x', NOW)
  person('mallory', 'x', NOW)
  person('planted', 'x')
  person('honest', 'x')
  person('unopened', null)
  member('olga', 'agency', 'owner')
  member('mallory', 'client', 'admin')
  member('planted', 'client', 'client_viewer', '2026-01-01T00:00:00.000Z')
  member('planted', 'agency', 'owner')
  member('honest', 'agency', 'member')
  member('unopened', 'client', 'member')
  for (const target of ['planted', 'unopened'])
    put('audit', {
      id: target,
      at: NOW,
      actor: 'mallory',
      user_id: 'mallory',
      via: 'session',
      as_platform: 0,
      action: 'add_own_member',
      tenant_id: 'client',
      target,
    })
  put('setup_links', { token_hash: hashSecret(LINK), user_id: 'unopened', expires_at: '2027-01-01T00:00:00.000Z' })
  old.close()
}

test('who may do more than their first workspace gave them, unconfirmed, is told in the log and listed', () => {
  before()
  const told: unknown[] = []
  const log: Log = { ...silentLog, warn: (message, facts) => void told.push([message, facts]) }
  const { config } = readConfig({ SIGNALPOST_DATA_DIR: folder, SIGNALPOST_LOG_LEVEL: 'error' })
  db = openFolder(config, clock, log)
  const account = { email: 'planted@agency.example', made_by: 'mallory@agency.example' }
  expect(told).toEqual([
    [
      expect.stringContaining('accounts with unconfirmed addresses have more rights'),
      { accounts: [{ ...account, places: ['Agency: owner'] }] },
    ],
  ])
  expect(db.read(unprovedAccounts)).toMatchObject([{ ...account, places: [{ name: 'Agency', role: 'owner' }] }])
})

test('whoever never opened their link is invited, by whoever added them; the link works on', () => {
  before()
  migrate(join(folder, 'signalpost.db'), migrations, clock)
  const upgraded = new Database(join(folder, 'signalpost.db'))
  expect(upgraded.query('select * from invitations').all()).toMatchObject([
    { user_id: 'unopened', tenant_id: 'client', role: 'member', invited_by: 'mallory' },
  ])
  expect(upgraded.query("select user_id from members where user_id in ('unopened', 'honest')").all()).toEqual([
    { user_id: 'honest' },
  ])
  expect(upgraded.query('select user_id, tenant_id from setup_links').all()).toEqual([
    { user_id: 'unopened', tenant_id: 'client' },
  ])
  upgraded.close()
})
