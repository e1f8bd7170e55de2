/** A restored install repeats nothing that went out after its backup, and nothing goes out before a person released it. */

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { DAY, MINUTE, SECOND } from '../../../src/kernel/time/clock.ts'
import { expectBooksToBalance } from '../../books.ts'
import { refusal } from '../../refusal.ts'
import { pages, type Setting } from '../providers/setting.ts'
import { type Restorable, restorable } from './restoring.ts'

let install: Restorable
let one: Setting
beforeEach(async () => {
  install = await restorable()
  one = install.one
})
afterEach(() => install.end())

const held = (why: string) => expect.stringContaining(why)

describe('with the database that it replaces', () => {
  test('nothing is ordered twice: not what waited in the backup, and not what came after it', async () => {
    const waiting = await one.push(pages(40, 'waiting.example'), { delay_s: 600 })
    const dripping = await one.push(pages(30, 'drip.example'), { drip_days: 30 })
    await install.everything()
    const backup = install.backUp()
    one.clock.turn(11 * MINUTE)
    const key = { idempotency_key: 'fifty pages' }
    const fifty = () =>
      one.call<{ id: string }>('ada', 'submit_index_job', { urls: pages(50, 'lost.example'), preflight: false }, key)
    await fifty()
    await install.everything()
    one.clock.turn(DAY)
    await install.everything()
    const ordered = install.supplier.tasks.flatMap((task) => task.urls).length
    expect(ordered).toBeGreaterThan(90)

    const { lost } = await install.restore(backup)
    expect(lost).toMatchObject({ orders: 41, calls: 1 })
    await install.everything()
    expect((await install.state()).held).toBe(true)
    expect(install.supplier.tasks.flatMap((task) => task.urls)).toHaveLength(ordered)
    expect(await refusal(fifty())).toMatchObject({ code: 'conflict', message: held('its answer is gone') })

    await install.release('ask')
    for (let day = 0; day < 3; day++) {
      one.clock.turn(10 * MINUTE)
      await install.everything()
    }
    expect(install.orderedTwice()).toEqual([])
    expect((await one.job(waiting.id)).outcome.states.sent).toBe(40)
    expect((await one.job(dripping.id)).outcome.states.sent).toBeGreaterThanOrEqual(2)
    expect(await refusal(fifty())).toMatchObject({ code: 'conflict' })
    expectBooksToBalance(one.app.db)
  })
})

describe('without it', () => {
  test('orders are looked up by their links, and only those that are not there are sent', async () => {
    await one.push(pages(40, 'waiting.example'), { delay_s: 600 })
    await install.everything()
    const backup = install.backUp()
    one.clock.turn(11 * MINUTE)
    await install.everything()
    expect(install.supplier.tasks).toHaveLength(1)
    await install.restore(backup, false)
    const refused = await refusal(
      one.call('ada', 'submit_index_job', { urls: pages(2), preflight: false }, { idempotency_key: 'new to us' }),
    )
    expect(refused).toMatchObject({ code: 'conflict', message: held('was restored from a backup of') })
    const later = await one.push(pages(3, 'after.example'))
    await install.everything()
    expect((await install.state()).waiting).toMatchObject({
      pushes: 2,
      links: 43,
      letters: 0,
      suppliers: ['speedyindex'],
    })
    expect(install.supplier.tasks).toHaveLength(1)
    await install.release('ask')
    await install.everything(3)
    expect(install.orderedTwice()).toEqual([])
    expect((await one.job(later.id)).outcome.states.sent).toBe(3)
    expect(install.supplier.tasks).toHaveLength(2)
    expectBooksToBalance(one.app.db)
  })

  test('a person may cancel what waited, whose credits come back, and drop its letters', async () => {
    const push = await one.push(pages(40, 'waiting.example'), { delay_s: 600 })
    await one
      .call('ada', 'invite_member', { id: 'ten_northwind', email: 'nora@platform.example', role: 'member' })
      .catch(() => null)
    const backup = install.backUp()
    one.clock.turn(11 * MINUTE)
    await install.restore(backup, false)
    const after = await one.push(pages(2, 'after.example'))
    const done = await install.release('cancel', 'drop')
    expect(done).toMatchObject({ cancelled: 40 })
    await install.everything()
    expect((await one.job(push.id)).outcome.states.cancelled).toBe(40)
    expect((await one.job(after.id)).outcome.states.sent).toBe(2)
    expect(await install.release('send')).toEqual({ held: false, cancelled: 0, dropped: 0 })
    expectBooksToBalance(one.app.db)
  })

  test('a supplier that does not answer is asked again, and nothing is sent meanwhile', async () => {
    await one.push(pages(4, 'waiting.example'), { delay_s: 600 })
    const backup = install.backUp()
    one.clock.turn(11 * MINUTE)
    await install.everything()
    await install.restore(backup, false)
    install.supplier.fail({ status: 503 }, 1, /list/)
    await install.release('ask')
    await install.everything()
    expect(install.supplier.tasks).toHaveLength(1)
    one.clock.turn(30 * SECOND)
    await install.everything()
    expect(install.orderedTwice()).toEqual([])
    expect(install.supplier.tasks).toHaveLength(1)
  })
})
