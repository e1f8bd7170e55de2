/** The nightly look finds what a disk forgot, and says so until it is mended. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, HOUR } from '../../src/kernel/clock.ts'
import { openDatabase } from '../../src/kernel/database.ts'
import { preparePageSums } from '../../src/kernel/page-sums.ts'
import { lastDamage } from '../../src/kernel/verdict.ts'
import { verifyDatabaseTask } from '../../src/tasks/verify-database.ts'
import { type World, world } from '../world.ts'

setDefaultTimeout(60_000)

let w: World
let file: string
beforeEach(() => {
  w = world()
  file = join(w.folder, 'signalpost.db')
  reopened(() => {})
})
afterEach(() => {
  w.app.db.close()
  w.close()
})

/** Changes the file while nobody has it open. */
function reopened(change: () => void): void {
  w.app.db.close()
  change()
  preparePageSums(file)
  w.app.db = openDatabase(file, w.clock)
}

const damage = () => w.app.db.read(lastDamage)
const letters = () => w.app.db.read((tx) => tx.number("select count(*) from mails where template = 'operator_alert'"))
const run = () => verifyDatabaseTask.run(w.app, new AbortController().signal)

test('once a day, not while the install starts; a flipped bit is told by letter, and over once it is right again', async () => {
  expect(await run()).toBe(0)
  w.clock.turn(HOUR)
  expect([await run(), damage(), await run()]).toEqual([1, null, 0])

  // A letter within a text that no index has: SQLite finds nothing wrong with another one.
  w.app.db.write((tx) => tx.run("insert into settings values ('words', '\"a peculiar text\"', ?)", tx.now))
  expect(w.app.db.writeBack()).toBe(true)
  const sums = readFileSync(`${file}-sums`)
  w.app.db.close()
  const bytes = readFileSync(file)
  const at = bytes.indexOf('peculiar')
  expect(at).toBeGreaterThan(0)
  const flipped = Buffer.from(bytes)
  flipped[at]! ^= 1
  writeFileSync(file, flipped)
  writeFileSync(`${file}-sums`, sums)
  w.app.db = openDatabase(file, w.clock)
  w.clock.turn(DAY)
  expect(await run()).toBe(1)
  expect(damage()).toBe(`1 pages are not what was written (the first is ${Math.floor(at / 4096) + 1})`)
  expect(letters()).toBe(1)
  expect(w.app.db.read((tx) => tx.row('pragma integrity_check'))).toEqual({ integrity_check: 'ok' })

  reopened(() => writeFileSync(file, bytes))
  w.clock.turn(DAY)
  expect([await run(), damage(), letters()]).toEqual([1, null, 0])
})
