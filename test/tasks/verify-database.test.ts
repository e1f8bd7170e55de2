/** The nightly check of the database reports damage until it is repaired. */
import { afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { lastDamage } from '../../src/kernel/database/integrity-result.ts'
import { DAY, HOUR } from '../../src/kernel/time/clock.ts'
import { verifyDatabaseTask } from '../../src/tasks/install/verify-database.ts'
import { startAsBinary } from '../e2e/binary.ts'
import { type World, world } from '../world.ts'

setDefaultTimeout(600_000)

let w: World
beforeAll(startAsBinary, 600_000)
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const damage = () => w.app.db.read(lastDamage)
const letters = () => w.app.db.read((tx) => tx.number("select count(*) from mails where template = 'operator_alert'"))
const run = () => verifyDatabaseTask.run(w.app, new AbortController().signal)

test('once a day, not while the install starts; damage is told by letter, and over once it is right again', async () => {
  expect(await run()).toBe(0)
  w.clock.turn(HOUR)
  expect([await run(), damage(), await run()]).toEqual([1, null, 0])

  const change = (by: number) => w.app.db.write((tx) => tx.run('update purses set available = available + ?', by))
  change(1)
  w.clock.turn(DAY)
  expect(await run()).toBe(1)
  expect(damage()).toContain('this rule of the books is broken: the ledger adds up to the credits that are available')
  expect(letters()).toBe(1)

  change(-1)
  w.clock.turn(DAY)
  expect([await run(), damage(), letters()]).toEqual([1, null, 1])
})
