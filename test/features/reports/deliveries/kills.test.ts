/**
 * Criterion 1 of client reports, for every change: lives that end before or after a commit, as a kill ends them. The
 * whole, with the executable, is `bun run test:long reports`.
 */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { assemble } from '../../../../src/boot.ts'
import { sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { type Db, openDatabase } from '../../../../src/kernel/database/database.ts'
import { MINUTE } from '../../../../src/kernel/time/clock.ts'
import { sendMailsTask } from '../../../../src/tasks/letters/send-mails.ts'
import { chance } from '../../../upstreams/misfortune.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { START, type World, world } from '../../../world.ts'
import { expectOnce, seedCrowd, unfinished } from './crowd.ts'

const CLIENTS = 8
const { draw, upTo } = chance(20_261_123)

let w: World
let smtp: Awaited<ReturnType<typeof smtpServer>>
let db: Db
beforeEach(async () => {
  smtp = await smtpServer()
  w = world()
  const server = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@platform.example' }
  await w.call('pat', 'update_email_settings', server)
  db = w.db
  seedCrowd(db, { agency: 'ten_northwind', clients: CLIENTS, at: START })
})
afterEach(() => {
  smtp.stop()
  if (db !== w.db) db.close()
  w.close()
})

class Killed extends Error {}
type Death = { at: number; committed: boolean }

/** A database whose process ends at its write number `at`: before that is committed, or right after. */
function mortal(living: Db, { at, committed }: Death): Db {
  let writes = 0
  const alive = () => {
    if (writes >= at) throw new Killed()
  }
  return {
    ...living,
    read(work) {
      alive()
      return living.read(work)
    },
    write(work) {
      alive()
      if (++writes < at) return living.write(work)
      if (committed) living.write(work)
      else
        living.write((tx) => {
          work(tx)
          throw new Killed()
        })
      throw new Killed()
    },
  }
}

/** One life of the process: the tasks as they follow each other, until its death. Returns whether it was killed. */
async function live(death: Death): Promise<boolean> {
  const { config, clock, log, sealer, lookUpTxt } = w.app
  const app = assemble({ config, clock, log, sealer, lookUpTxt, db: mortal(db, death) })
  const { signal } = new AbortController()
  try {
    for (const task of [sendReportsTask, sendMailsTask, sendReportsTask]) await task.run(app, signal)
    return false
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    return true
  } finally {
    if (db !== w.db) db.close()
    db = openDatabase(w.db.file, clock)
  }
}

test('criterion 1: each letter goes once over kills at commits, or is marked where the kill met its hand-over', async () => {
  let kills = 0
  for (let lives = 0; db.read(unfinished) > 0; lives++) {
    expect(lives).toBeLessThan(200)
    w.clock.turn(MINUTE)
    if (await live({ at: 1 + upTo(9), committed: draw() < 0.5 })) kills++
  }
  expect(kills).toBeGreaterThan(10)
  const { sent, marked, arrived } = db.read((tx) => expectOnce(tx, smtp.received, { clients: CLIENTS, kills }))
  // Kills of all kinds took place: before the server had the letter, and between its answer and the note of it.
  expect([sent > 0, arrived > 0, marked > arrived]).toEqual([true, true, true])
})
