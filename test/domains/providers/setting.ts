/** An appliance whose suppliers are stand-ins on loopback, set up through the settings operations. */
import { generateKeyPairSync } from 'node:crypto'
import { grant } from '../../../src/domains/credits/index.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { recheckLinksTask } from '../../../src/tasks/checks/recheck-links.ts'
import { takeLooksTask } from '../../../src/tasks/checks/take-looks.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { expectBooksToBalance } from '../../books.ts'
import type { StandIn } from '../../upstreams/stand-in.ts'
import { START, world } from '../../world.ts'

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const PRIVATE_KEY = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
export const PUBLIC_KEY = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()

export type Setting = Awaited<ReturnType<typeof setting>>

export async function setting({ index = 100, check = 100, ...parts }: Parameters<typeof world>[0] & Purse = {}) {
  const one = world(parts)
  const standIns: StandIn[] = []
  one.db.write((tx) => {
    const line = { tenant_id: 'ten_northwind', reason: 'adjustment', actor: 'test' } as const
    grant(tx, { ...line, kind: 'index', amount: index })
    grant(tx, { ...line, kind: 'check', amount: check })
    return null
  })
  await one.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  /** Runs every job of the push line a few times; the books must balance after each round. */
  const work = async (rounds = 3) => {
    for (let i = 0; i < rounds; i++) await one.run(advancePushesTask, sendLinksTask, recheckLinksTask, takeLooksTask)
    expectBooksToBalance(one.db)
  }
  return {
    ...one,
    now: () => one.clock.now(),
    use<S extends StandIn>(server: S): S {
      standIns.push(server)
      return server
    },
    work,
    /** Turns the clock to that many days after the start, and works. */
    async day(n: number, rounds = 3) {
      one.clock.set(plus(START, n * DAY))
      await work(rounds)
    },
    push: (urls: string[], order: Record<string, unknown> = {}) =>
      one.call<JobAnswer>('ada', 'submit_index_job', { urls, preflight: false, ...order }),
    job: (id: string) => one.call<JobAnswer>('ada', 'get_job_status', { id }),
    results: async (id: string) =>
      (await one.call<{ items: ResultRow[] }>('pat', 'get_check_results', { id, page_size: 200, dir: 'asc' })).items,
    end() {
      for (const server of standIns) server.stop()
      one.close()
    },
  }
}

type Purse = { index?: number; check?: number }

export type JobAnswer = {
  id: string
  status: string
  note: string | null
  outcome: { states: Record<string, number>; credits: Record<string, number> }
}

export type ResultRow = {
  rid: number
  uid: number
  url: string
  adapter: string
  purpose: string
  day: number | null
  indexed: string
  method: string | null
  evidence: string
  confirms: number | null
  cost_usd: number
}

export const pages = (n: number, host = 'bakery.example') =>
  Array.from({ length: n }, (_, i) => `https://${host}/page-${i}`)
