/**
 * Criterion 1 of client reports with the executable: `REPORT_KILLS` times kill -9 while the reports of twice as many
 * clients go to three recipients each. `REPORT_SEED` says when each kill comes.
 */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase, openForReading, type ReadTx } from '../../src/kernel/database/database.ts'
import { MINUTE, millis, plus, SECOND, systemClock, type Time } from '../../src/kernel/time/clock.ts'
import { type Appliance, appliance, CAN_TURN } from '../e2e/appliance.ts'
import { tally } from '../e2e/tally.ts'
import { expectOnce, seedCrowd, unfinished } from '../features/reports/deliveries/crowd.ts'
import { chance } from '../upstreams/misfortune.ts'
import { smtpServer } from '../upstreams/smtp.ts'

const KILLS = Number(process.env.REPORT_KILLS ?? 100)
const SEED = Number(process.env.REPORT_SEED ?? 20_261_123)
const CLIENTS = 2 * KILLS
/** All letters are due by then; they must be sent five minutes later. */
const SPREAD = 25 * MINUTE
/** By then the first life begins, however long the reports took to seed. */
const BEGUN = 2 * MINUTE
/** What a life may take, of real time. */
const PATIENCE = 90 * SECOND

const { draw, upTo } = chance(SEED)
if (!CAN_TURN) console.info('No report is sent: it needs libfaketime.')

test.skipIf(!CAN_TURN)(
  `reports of ${CLIENTS} clients, each letter once over ${KILLS} kills (seed ${SEED})`,
  async () => {
    const smtp = await smtpServer()
    const one = await appliance()
    try {
      const server = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@northwind.example' }
      await one.put('/settings/email', server)
      await one.stop()
      const hour = seed(one)

      await one.startIn('SIGNALPOST_PASSIVE=1')
      await Bun.sleep(1000)
      await one.kill()
      expect(reading(one, (tx) => tx.number("select count(*) from mails where template = 'client_report'"))).toBe(0)

      // In each life the clock stands still, so that a busy machine changes no time that is noted.
      let now = hour
      const turnTo = (time: Time): void => {
        now = time
        one.clock.holdAt(now)
      }
      for (let life = 1; life <= KILLS; life++) {
        turnTo(plus(hour, BEGUN + ((SPREAD - BEGUN) * (life - 1)) / KILLS))
        await one.start()
        await untilDeath(smtp.received)
        await one.kill()
      }
      const between_kills = smtp.received.length
      // Each of these lives has the time that its work takes; what is stuck gets no further in three.
      let spent = 0
      for (let left = reading(one, unfinished), before = left; left > 0; before = left) {
        turnTo(plus(now < plus(hour, SPREAD) ? plus(hour, SPREAD) : now, SECOND))
        await one.start()
        for (const since = performance.now(); performance.now() - since < PATIENCE && waiting(one, now) > 0; )
          await Bun.sleep(200)
        await one.stop()
        left = reading(one, unfinished)
        spent = left < before ? 0 : spent + 1
        expect(spent).toBeLessThan(3)
      }
      const counted = reading(one, (tx) => expectOnce(tx, smtp.received, { clients: CLIENTS, kills: KILLS }))
      const last = reading(one, (tx) => tx.row<{ at: string }>('select max(sent_at) as at from mails')!.at)
      expect((millis(last) - millis(hour)) / MINUTE).toBeLessThanOrEqual(30)
      // The kills met letters, and only between the first byte of the content and the server's answer is one lost.
      expect(between_kills).toBeGreaterThan(KILLS / 2)
      const lost = counted.marked - counted.arrived
      expect(lost).toBeLessThanOrEqual(Math.ceil(KILLS / 20))
      console.info(JSON.stringify({ ...counted, minutes: (millis(last) - millis(hour)) / MINUTE }))
      tally({ kills: KILLS, between_kills, letters: counted.sent, marked_as_in_doubt: counted.marked, lost })
    } finally {
      await one.close()
      smtp.stop()
    }
  },
)

/** While the install is down; returns the hour of the reports. */
function seed(one: Appliance): string {
  const db = openDatabase(join(one.data_dir, 'signalpost.db'), systemClock)
  const hour = one.clock.now()
  seedCrowd(db, { agency: one.tenant_id, clients: CLIENTS, at: hour })
  db.close()
  return hour
}

/** Reports whose letters are not written, letters that are due, and those whose end is not noted. */
const waiting = (one: Appliance, now: Time): number =>
  reading(one, (tx) =>
    tx.number(
      `select (select count(*) from report_issues where id like 'iss_crowd_%' and state = 'approved')
         + (select count(*) from mails where template = 'client_report' and next_attempt_at <= ?)
         + (select count(*) from report_deliveries d join mails m on m.id = d.mail_id
            where d.state = 'queued' and m.status in ('sent', 'failed'))`,
      now,
    ),
  )

/** Some time after the start, or soon after the server has taken some letters. */
async function untilDeath(received: readonly unknown[]): Promise<void> {
  if (draw() < 0.3) return Bun.sleep(80 + upTo(250))
  const letters = received.length + 1 + upTo(8)
  for (const since = performance.now(); received.length < letters && performance.now() - since < 2000; )
    await Bun.sleep(1)
  await Bun.sleep(upTo(12))
}

function reading<T>(one: Appliance, look: (tx: ReadTx) => T): T {
  const db = openForReading(join(one.data_dir, 'signalpost.db'), systemClock)
  try {
    return db.read((tx) => look(tx) as never)
  } finally {
    db.close()
  }
}
