/** A restored install repeats nothing that went out after its backup, and nothing goes out before a person released it. */

import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { holdRestore } from '../../../src/domains/system/index.ts'
import { createScheduler, type Scheduler } from '../../../src/doors/ops/scheduler.ts'
import { openDatabase } from '../../../src/kernel/database/database.ts'
import { DAY, MINUTE, SECOND, type Time } from '../../../src/kernel/time/clock.ts'
import { tasks } from '../../../src/tasks/index.ts'
import { expectBooksToBalance } from '../../books.ts'
import { refusal } from '../../refusal.ts'
import { speedyIndex } from '../../upstreams/speedyindex.ts'
import { pages, type Setting, setting } from '../providers/setting.ts'

let one: Setting
let scheduler: Scheduler
let supplier: ReturnType<typeof speedyIndex>
let backup: string
beforeEach(async () => {
  one = await setting({ index: 1000 })
  Object.assign(one.app.config, { backup_keep: 0 })
  supplier = one.use(speedyIndex({ now: one.now, api_key: 'key-of-the-agency' }))
  const primary = { adapter: 'speedyindex', base_url: supplier.url, api_key: 'key-of-the-agency' }
  await one.call('pat', 'update_crawl_settings', { routes: { primary } })
  backup = join(one.folder, 'backup.db')
  begin()
})
afterEach(async () => {
  await scheduler.stop()
  one.app.db.close()
  one.end()
})

function begin(): void {
  scheduler = createScheduler(one.app)
  one.app.wake = scheduler.wake
  scheduler.start()
}

/** Runs every task, as far as they may run. */
async function everything(rounds = 2): Promise<void> {
  for (let i = 0; i < rounds; i++)
    for (const { name } of tasks) await scheduler.runTask(name, new AbortController().signal)
}

function backUp(): Time {
  const raw = new Database(one.db.file)
  raw.run(`vacuum into '${backup}'`)
  raw.close()
  return one.now()
}

/** The backup takes the place of the database; the replaced one is asked, where it is there. */
async function restore({ made_at, replaced = true }: { made_at: Time; replaced?: boolean }) {
  await scheduler.stop()
  const before = one.app.db.file
  one.app.db.close()
  const db = openDatabase(backup, one.clock)
  Object.assign(one, { db })
  Object.assign(one.app, { db })
  const told = holdRestore(db, replaced ? before : join(one.folder, 'none.db'), made_at)
  begin()
  return told
}

const orderedTwice = () => {
  const urls = supplier.tasks.flatMap((task) => task.urls)
  return urls.length - new Set(urls).size
}
const release = (orders: string, letters = 'send') => one.call('pat', 'release_restored', { orders, letters })
const state = () => one.call<{ held: boolean; waiting: Record<string, number> | null }>('pat', 'get_restored', {})

const held = (why: string) => expect.stringContaining(why)

describe('with the database that it replaces', () => {
  test('nothing is ordered twice: not what waited in the backup, and not what came after it', async () => {
    const waiting = await one.push(pages(40, 'waiting.example'), { delay_s: 600 })
    const dripping = await one.push(pages(30, 'drip.example'), { drip_days: 30 })
    await everything()
    const made_at = backUp()
    one.clock.turn(11 * MINUTE)
    const key = { idempotency_key: 'fifty pages' }
    const fifty = () =>
      one.call<{ id: string }>('ada', 'submit_index_job', { urls: pages(50, 'lost.example'), preflight: false }, key)
    await fifty()
    await everything()
    one.clock.turn(DAY)
    await everything()
    const ordered = supplier.tasks.flatMap((task) => task.urls).length
    expect(ordered).toBeGreaterThan(90)

    const { lost } = await restore({ made_at })
    expect(lost).toMatchObject({ orders: 41, calls: 1 })
    await everything()
    expect((await state()).held).toBe(true)
    expect(supplier.tasks.flatMap((task) => task.urls)).toHaveLength(ordered)
    expect(await refusal(fifty())).toMatchObject({ code: 'conflict', message: held('its answer is gone') })

    await release('ask')
    for (let day = 0; day < 3; day++) {
      one.clock.turn(10 * MINUTE)
      await everything()
    }
    expect(orderedTwice()).toBe(0)
    expect((await one.job(waiting.id)).outcome.states.sent).toBe(40)
    expect((await one.job(dripping.id)).outcome.states.sent).toBeGreaterThanOrEqual(2)
    expect(await refusal(fifty())).toMatchObject({ code: 'conflict' })
    expectBooksToBalance(one.app.db)
  })
})

describe('without it', () => {
  test('orders are looked up by their links, and only those that are not there are sent', async () => {
    await one.push(pages(40, 'waiting.example'), { delay_s: 600 })
    await everything()
    const made_at = backUp()
    one.clock.turn(11 * MINUTE)
    await everything()
    expect(supplier.tasks).toHaveLength(1)
    await restore({ made_at, replaced: false })
    const refused = await refusal(
      one.call('ada', 'submit_index_job', { urls: pages(2), preflight: false }, { idempotency_key: 'new to us' }),
    )
    expect(refused).toMatchObject({ code: 'conflict', message: held('was restored from a backup of') })
    const later = await one.push(pages(3, 'after.example'))
    await everything()
    expect((await state()).waiting).toMatchObject({ pushes: 2, links: 43, letters: 0, suppliers: ['speedyindex'] })
    expect(supplier.tasks).toHaveLength(1)
    await release('ask')
    await everything(3)
    expect(orderedTwice()).toBe(0)
    expect((await one.job(later.id)).outcome.states.sent).toBe(3)
    expect(supplier.tasks).toHaveLength(2)
    expectBooksToBalance(one.app.db)
  })

  test('a person may cancel what waited, whose credits come back, and drop its letters', async () => {
    const push = await one.push(pages(40, 'waiting.example'), { delay_s: 600 })
    await one
      .call('ada', 'invite_member', { id: 'ten_northwind', email: 'nora@platform.example', role: 'member' })
      .catch(() => null)
    const made_at = backUp()
    one.clock.turn(11 * MINUTE)
    await restore({ made_at, replaced: false })
    const after = await one.push(pages(2, 'after.example'))
    const done = await release('cancel', 'drop')
    expect(done).toMatchObject({ cancelled: 40 })
    await everything()
    expect((await one.job(push.id)).outcome.states.cancelled).toBe(40)
    expect((await one.job(after.id)).outcome.states.sent).toBe(2)
    expect(await release('send')).toEqual({ held: false, cancelled: 0, dropped: 0 })
    expectBooksToBalance(one.app.db)
  })

  test('a supplier that does not answer is asked again, and nothing is sent meanwhile', async () => {
    await one.push(pages(4, 'waiting.example'), { delay_s: 600 })
    const made_at = backUp()
    one.clock.turn(11 * MINUTE)
    await everything()
    await restore({ made_at, replaced: false })
    supplier.fail({ status: 503 }, 1, /list/)
    await release('ask')
    await everything()
    expect(supplier.tasks).toHaveLength(1)
    one.clock.turn(30 * SECOND)
    await everything()
    expect(orderedTwice()).toBe(0)
    expect(supplier.tasks).toHaveLength(1)
  })
})
