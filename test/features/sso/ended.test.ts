/** The upgrade that ends identity providers of workspaces: their sessions end, and each person left without a way in is told. */

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { tellEnded } from '../../../src/features/sso/index.ts'
import { tellEndedSignInsTask } from '../../../src/features/sso/tasks.ts'
import { openDatabase } from '../../../src/kernel/database/database.ts'
import { migrate } from '../../../src/kernel/database/migrate.ts'
import { handClock, type World, world } from '../../world.ts'
import { installBefore } from './before-0076.ts'

let w: World
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-ended-'))
  const file = join(folder, 'signalpost.db')
  const clock = handClock()
  installBefore(file, clock)
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
  expect(rows('select user_id from sessions order by 1')).toEqual([{ user_id: 'both' }, { user_id: 'word' }])
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
  for (const { id, brand, link_sealed } of letters) {
    // The install's only agency.
    expect(JSON.parse(String(brand)).name).toBe('A')
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
