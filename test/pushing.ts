import { balances, grant } from '../src/domains/credits/index.ts'
import { DAY, plus } from '../src/kernel/time/clock.ts'
import { recheckLinksTask } from '../src/tasks/checks/recheck-links.ts'
import { takeLooksTask } from '../src/tasks/checks/take-looks.ts'
import { advancePushesTask } from '../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../src/tasks/pushes/send-links.ts'
import { expectBooksToBalance } from './books.ts'
import { START, world } from './world.ts'

/** An agency with credits, the simulated supplier and the simulated engine; `work` does all that is due. */
export async function pushing(index = 100, check = 100, parts: Parameters<typeof world>[0] = {}) {
  const one = world(parts)
  one.db.write((tx) => {
    for (const [kind, amount] of [
      ['index', index],
      ['check', check],
    ] as const)
      if (amount) grant(tx, { tenant_id: 'ten_northwind', kind, amount, reason: 'adjustment', actor: 'test' })
    return null
  })
  await one.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  await one.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
  const work = async () => {
    for (let i = 0; i < 3; i++) await one.run(advancePushesTask, sendLinksTask, recheckLinksTask, takeLooksTask)
    expectBooksToBalance(one.db)
  }
  const day = async (n: number) => {
    one.clock.set(plus(START, n * DAY))
    await work()
  }
  const credits = () => one.db.read((tx) => balances(tx, 'ten_northwind'))
  return { ...one, work, day, credits }
}

export const urls = (n: number, path = 'page', host = 'bakery.example') =>
  Array.from({ length: n }, (_, i) => `https://${host}/${path}-${i}`)
