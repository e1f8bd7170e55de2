/** Days of sending are counted as links move; they must say what the links themselves say. */
import { expect, test } from 'bun:test'
import { countResults, sentDaysOf, tallyDay } from '../../../src/domains/jobs/index.ts'
import type { Db } from '../../../src/kernel/database/database.ts'
import { pushing, urls } from '../../pushing.ts'
import { START } from '../../world.ts'

/** The same, counted from the links. */
const counted = (db: Db) =>
  db.read((tx) =>
    tx.rows(
      `select j.tenant_id, substr(l.sent_at, 1, 10) as day, count(*) as sent, sum(l.state = 'indexed') as came,
         sum(l.state = 'not_indexed') as missed, sum(l.state = 'sent') as waiting
       from links l join jobs j on j.id = l.job_id where l.sent_at is not null and l.state <> 'held_out'
       group by 1, 2 order by 2, 1`,
    ),
  )
const told = (db: Db) =>
  db.read((tx) =>
    [...sentDaysOf(tx, ['ten_bakery', 'ten_northwind'], START.slice(0, 10))].flatMap(([tenant_id, sentDays]) =>
      sentDays.map((sentDay) => ({ tenant_id, ...sentDay })),
    ),
  )

test('each day of sending is told with what became of its links, on every day of the guarantee', async () => {
  const office = await pushing(400, 100)
  const push = (path: string, more = {}) =>
    office.call<{ id: string }>('ada', 'submit_index_job', { urls: urls(40, path), preflight: false, ...more })
  await push('one')
  await push('drip', { drip_days: 3 })
  await push('held', { holdout_pct: 20 })
  for (let day = 0; day <= 12; day++) {
    await office.day(day)
    const sentDays = told(office.db)
    expect([day, sentDays]).toEqual([day, counted(office.db) as typeof sentDays])
  }
  const [first] = told(office.db)
  expect(first!.came).toBeGreaterThan(0)
  expect(first!.missed).toBeGreaterThan(0)
  office.close()
})

test('a link that is seen after it was given up leaves those that were missed; what settles twice counts once', async () => {
  const office = await pushing(400, 100)
  const link = (id: number, state: 'sent' | 'indexed' | 'not_indexed') => ({ id, state, sent_at: START })
  const move = (from: Parameters<typeof link>[1], to: Parameters<typeof link>[1]) =>
    office.db.write((tx) => {
      countResults(tx, 'ten_bakery', [link(1, from), link(2, 'sent')], [link(1, to), link(2, 'sent')])
      return null
    })
  office.db.write((tx) => tallyDay(tx, 'ten_bakery', { sent: 2 }) as undefined)
  const fates = () => told(office.db).map(({ came, missed, waiting }) => [came, missed, waiting])
  expect(fates()).toEqual([[0, 0, 2]])
  move('sent', 'not_indexed')
  expect(fates()).toEqual([[0, 1, 1]])
  move('not_indexed', 'indexed')
  expect(fates()).toEqual([[1, 0, 1]])
  move('indexed', 'indexed')
  expect(fates()).toEqual([[1, 0, 1]])
  office.close()
})
