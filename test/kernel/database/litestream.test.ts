/**
 * With the switch on, the log is Litestream's. A stand-in does what that does: it holds a read transaction, copies the
 * log, and lets go for a moment to write it back itself. What it has copied is then the whole database.
 */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '../../../src/boot.ts'
import type { Db } from '../../../src/kernel/database/database.ts'
import { readConfig } from '../../../src/kernel/environment/config.ts'
import { silentLog } from '../../../src/kernel/environment/log.ts'
import { handClock } from '../../world.ts'

let folder: string
let db: Db
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-litestream-'))
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(litestream: '0' | '1'): Db {
  // The lock of the life before is this process's as well.
  rmSync(join(folder, 'data/lock.db'), { force: true })
  const { config } = readConfig({ SIGNALPOST_DATA_DIR: join(folder, 'data'), SIGNALPOST_LITESTREAM: litestream })
  db = openFolder(config, handClock(), silentLog)
  return db
}

/** Commits of a page or two each: 300 of them are more than the log takes before it is written back otherwise. */
function commits(n: number): void {
  for (let i = 0; i < n; i++)
    db.write(
      (tx) =>
        void tx.run(
          'insert into settings (name, value, updated_at) values (hex(randomblob(8)), ?, ?)',
          '1'.repeat(3000),
          tx.now,
        ),
    )
}

const rows = (file: string): number => {
  const at = new Database(file)
  const [[n]] = at.query('select count(*) from settings').values() as [[number]]
  at.close()
  return n
}

/** Copies the database once, then each stretch of its log before it writes that back. */
function standIn() {
  const { file } = db
  const own = new Database(file)
  const replica = join(folder, 'replica.db')
  const hold = () => {
    own.run('begin')
    own.query('select count(*) from settings').get()
  }
  // Everything is in the file at first.
  own.run('pragma wal_checkpoint(truncate)')
  copyFileSync(file, replica)
  hold()
  return {
    replica,
    /** What the log has, onto the copy; then the log is written back and begins anew. */
    copy() {
      copyFileSync(`${file}-wal`, `${replica}-wal`)
      const at = new Database(replica)
      at.run('pragma wal_checkpoint(truncate)')
      at.close()
      own.run('commit')
      const [done] = own.query('pragma wal_checkpoint(truncate)').values() as [[number, number, number]]
      hold()
      return done[0] === 0
    },
    stop() {
      own.run('commit')
      own.close()
    },
  }
}

test('what Litestream copies of the log is everything, however much is written between its turns', () => {
  open('1')
  const other = standIn()
  for (let turn = 0; turn < 4; turn++) {
    commits(300)
    expect(other.copy()).toBe(true)
  }
  commits(5)
  other.copy()
  expect(rows(other.replica)).toBe(db.read((tx) => tx.number('select count(*) from settings')))
  other.stop()
})

test('nothing is written back by us: not after a commit, not at the start, not at the end while it looks on', () => {
  open('1')
  const other = standIn()
  const before = statSync(db.file).mtimeMs
  commits(600)
  db.close()
  open('1')
  commits(1)
  expect(statSync(db.file).mtimeMs).toBe(before)
  expect(db.writeBack()).toBe(false)
  other.stop()
})

test('an install that was killed again and again before its log was written back still knows its own log', () => {
  open('1')
  const other = standIn()
  for (let life = 0; life < 4; life++) {
    commits(3)
    db.close()
    open('1')
  }
  other.stop()
  commits(1)
  db.close()
  expect(() => open('1')).not.toThrow()
})
