/** The upgrade that ends identity providers of workspaces: their sessions end, and each person left without a way in is told. */

import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { tellEnded } from '../../../src/domains/sso/index.ts'
import { openDatabase } from '../../../src/kernel/database/database.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { tellEndedSignInsTask } from '../../../src/tasks/letters/tell-ended-sign-ins.ts'
import { handClock, START, type World, world } from '../../world.ts'

const UNTIL = migrations.findIndex(({ name }) => name === '0076_install_providers')

const person = (id: string, password: string | null) =>
  `insert into users (id, email, name, password_hash, status, email_verified_at, created_at, updated_at)
    values ('${id}', '${id}@a.example', '${id}', ${password === null ? 'null' : `'${password}'`}, 'active', '${START}', '${START}', '${START}');`
const provider = (id: string, tenant: string | null) =>
  `insert into identity_providers (id, tenant_id, name, kind, issuer, client_id, options, domain_token, created_at, updated_at)
    values ('${id}', ${tenant === null ? 'null' : `'${tenant}'`}, 'Login ${id}', 'generic', 'https://${id}.example', 'c', '{}', 't', '${START}', '${START}');`
const identity = (provider_id: string, user: string) =>
  `insert into identities values ('${provider_id}-${user}', '${provider_id}', '${user}', '${user}', null, 'jit', '${START}', null);`
const session = (user: string, provider_id: string | null, limited_to: string | null) =>
  `insert into sessions (id, user_id, expires_at, created_at, last_seen_at, limited_to)
    values ('s-${user}', '${user}', 1999999999, '${START}', '${START}', ${limited_to === null ? 'null' : `'${limited_to}'`});
   ${provider_id === null ? '' : `insert into sso_sessions (id, session_id, provider_id, subject, created_at) values ('p-${user}', 's-${user}', '${provider_id}', '${user}', '${START}');`}`

let w: World
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-ended-'))
  const file = join(folder, 'signalpost.db')
  const clock = handClock()
  migrate(file, migrations.slice(0, UNTIL), clock)
  const old = new Database(file, { strict: true })
  old.exec(`insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${START}', '${START}');
    ${person('only', null)} ${person('both', null)} ${person('word', 'hash')} ${person('key', null)} ${person('twice', null)} ${person('gone', null)}
    update users set status = 'suspended' where id = 'gone';
    ${person('odd', null)} update users set email = 'a>,<c@a.example' where id = 'odd';
    insert into factors (id, user_id, kind, name, confirmed_at, created_at) values ('f', 'key', 'passkey', 'Phone', '${START}', '${START}');
    ${provider('own', 'ten_a')} ${provider('second', 'ten_a')} ${provider('install', null)}
    ${['only', 'both', 'word', 'key', 'twice', 'gone', 'odd'].map((user) => identity('own', user)).join('')}
    ${identity('second', 'twice')} ${identity('install', 'both')}
    ${session('only', 'own', 'ten_a')} ${session('word', null, null)} ${session('both', 'install', null)} ${session('twice', null, 'ten_a')}
    insert into sign_in_steps (token_hash, user_id, tries, expires_at, first, limited_to) values ('t', 'only', 0, '${START}', 'sso', 'ten_a');
    insert into sso_flows values ('f', 'own', 'b', 'sign_in', '/app', null, '${START}', '${START}');`)
  old.close()
  migrate(file, migrations, clock)
  w = world({ db: openDatabase(file, clock) })
})
afterAll(() => {
  w.app.db.close()
  w.close()
  rmSync(folder, { recursive: true })
})

const rows = (sql: string) => w.app.db.read((tx) => tx.rows<Record<string, unknown>>(sql))

test('the providers of workspaces are gone, with their sessions and steps; those of the install stay', () => {
  expect(rows('select id from identity_providers')).toEqual([{ id: 'install' }])
  expect(rows('select id from identities')).toEqual([{ id: 'install-both' }])
  expect(rows('select id from sessions order by 1')).toEqual([{ id: 's-both' }, { id: 's-word' }])
  for (const table of ['sign_in_steps', 'sso_flows']) expect(rows(`select * from ${table}`)).toEqual([])
  expect(rows('select provider_id from sso_sessions')).toEqual([{ provider_id: 'install' }])
})

test('who signed in by one of them alone gets one letter, from the install, that leads to a password; all is in the audit trail', async () => {
  // Killed after the first row: the others are found later, and nothing is told twice.
  expect(w.app.db.write((tx) => tellEnded(tx, w.app))).toBe(true)
  await tellEndedSignInsTask.run(w.app, new AbortController().signal)
  await tellEndedSignInsTask.run(w.app, new AbortController().signal)
  const letters = rows('select id, to_address, template, tenant_id, brand, link_sealed from mails order by to_address')
  expect(letters.map(({ to_address, template, tenant_id }) => [to_address, template, tenant_id])).toEqual([
    ['only@a.example', 'sign_in_ended', null],
    ['twice@a.example', 'sign_in_ended', null],
  ])
  const { hostname } = new URL(w.app.config.site_url)
  for (const { id, brand, link_sealed } of letters) {
    expect(JSON.parse(String(brand)).name).toBe(hostname)
    const link = w.app.sealer.open(String(link_sealed), `mails:link_sealed:${id}`)
    expect(link).toBe(`${w.app.config.site_url}/reset`)
  }
  const lines = rows("select action, tenant_id, target, after ->> 'sessions' as sessions from audit order by seq")
  expect(lines).toEqual([
    { action: 'delete_identity_provider', tenant_id: 'ten_a', target: 'own', sessions: 1 },
    { action: 'delete_identity_provider', tenant_id: 'ten_a', target: 'second', sessions: 0 },
    { action: 'end_sign_in', tenant_id: 'ten_a', target: 'only', sessions: null },
    { action: 'end_sign_in', tenant_id: 'ten_a', target: 'twice', sessions: null },
  ])
  expect(rows('select * from ended_sign_ins')).toEqual([])
})
