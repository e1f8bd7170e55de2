import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '../../../src/boot.ts'
import { renewLog } from '../../../src/kernel/database/renew-log.ts'
import { readConfig } from '../../../src/kernel/environment/config.ts'
import { silentLog } from '../../../src/kernel/environment/log.ts'
import { handClock } from '../../world.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A database and its log as a kill leaves them. */
function killed(): string {
  const from = join(folder, 'running.db')
  const db = new Database(from)
  for (const sql of ['pragma journal_mode=wal', 'pragma wal_autocheckpoint=0', 'create table t (a)']) db.run(sql)
  for (let i = 0; i < 600; i++) db.run('insert into t values (randomblob(3000))')
  const file = join(folder, 'left.db')
  for (const end of ['', '-wal']) cpSync(from + end, file + end)
  db.close()
  utimesSync(`${file}-wal`, 1, 1)
  return file
}

test('a log is written once more, byte for byte, so that the disk has what the cache shows', () => {
  const file = killed()
  const before = readFileSync(`${file}-wal`)
  expect(before.length).toBeGreaterThan(1 << 20)
  expect(renewLog(file)).toBe(true)
  expect(readFileSync(`${file}-wal`).equals(before)).toBe(true)
  expect(statSync(`${file}-wal`).mtimeMs).toBeGreaterThan(1000)
  const db = new Database(file, { readonly: true })
  expect(db.query('select count(*) as n from t').get()).toEqual({ n: 600 })
  db.close()
})

test('without a log, or with an empty one, nothing is written', () => {
  expect(renewLog(join(folder, 'none.db'))).toBe(false)
  const { config } = readConfig({ SIGNALPOST_DATA_DIR: join(folder, 'data') })
  const db = openFolder(config, handClock(), silentLog)
  expect(db.read((tx) => tx.number('pragma user_version'))).toBeGreaterThan(0)
  db.close()
})
