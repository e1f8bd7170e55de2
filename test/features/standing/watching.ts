import { expect } from 'bun:test'
import { balances, grant } from '../../../src/domains/credits/index.ts'
import {
  createPush,
  DEFAULT_RULES,
  type PushRow,
  type Rules,
  type RunRow,
  runStandingPushes,
} from '../../../src/features/standing/index.ts'
import { expectBooksToBalance } from '../../books.ts'
import { world } from '../../world.ts'

export type Answer = string | Uint8Array<ArrayBuffer> | Response | null
export type Site = { files: Map<string, (request: Request) => Answer>; asked: string[]; bodies: number }

/** A site on this machine, whose files a test writes; it answers 304 to the ETag of an equal file. */
export function site() {
  const state: Site = { files: new Map(), asked: [], bodies: 0 }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      state.asked.push(pathname + search)
      const made = state.files.get(pathname + search)?.(request) ?? null
      if (made === null) return new Response('none', { status: 404 })
      if (made instanceof Response) return made
      const etag = `"${Bun.hash(made)}"`
      if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
      state.bodies++
      return new Response(made, { headers: { etag } })
    },
  })
  const origin = server.url.origin
  return {
    ...state,
    state,
    origin,
    at: (path: string) => `${origin}${path}`,
    put: (path: string, answer: Answer | ((request: Request) => Answer)) =>
      state.files.set(path, typeof answer === 'function' ? answer : () => answer),
    stop: () => server.stop(true),
  }
}

export type Page = [path: string, lastmod?: string]

export const urlset = (origin: string, pages: readonly Page[]): string =>
  `<urlset>${pages.map(([path, lastmod]) => `<url><loc>${origin}${path}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`).join('')}</urlset>`

export const index = (origin: string, files: readonly Page[]): string =>
  `<sitemapindex>${files.map(([path, lastmod]) => `<sitemap><loc>${origin}${path}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</sitemap>`).join('')}</sitemapindex>`

export const pages = (n: number, lastmod = '2026-10-01', from = 0): Page[] =>
  Array.from({ length: n }, (_, i) => [`/p${from + i}`, lastmod])

export type Watching = Awaited<ReturnType<typeof watching>>

/** An agency with credits that watches a site; `run` runs what is due, `turn` lets its time come first. */
export async function watching(credits = 1000) {
  const w = world({ env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8', SIGNALPOST_LISTEN: '127.0.0.1:0' } })
  const web = site()
  w.db.write((tx) => {
    for (const kind of ['index', 'check'] as const)
      grant(tx, { tenant_id: 'ten_northwind', kind, amount: credits, reason: 'adjustment', actor: 'test' })
    return null
  })
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  await w.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
  const never = new AbortController().signal
  const run = async () => {
    await runStandingPushes(w.app, never)
    expectBooksToBalance(w.db)
  }
  const create = (
    rules: Partial<Rules> = {},
    more: { path?: string; address?: string; baseline?: boolean; interval?: number; tenant_id?: string } = {},
  ) =>
    w.db.write((tx) =>
      createPush(tx, w.app, {
        tenant_id: more.tenant_id ?? 'ten_northwind',
        name: 'Shop',
        address: more.address ?? web.at(more.path ?? '/sitemap.xml'),
        kind: 'sitemap',
        rules: { ...DEFAULT_RULES, ...rules },
        interval_minutes: more.interval ?? 60,
        baseline: more.baseline ?? true,
        created_by: 'ada@northwind.example',
      }),
    )
  const row = ({ id }: { id: string }) =>
    w.db.read((tx) => tx.row<PushRow>('select * from standing_pushes where id = ?', id)!)
  const runs = ({ id }: { id: string }) =>
    w.db.read((tx) =>
      tx
        .rows<RunRow>('select * from standing_runs where push_id = ? order by id', id)
        .map((one) => ({
          ...one,
          skipped: JSON.parse(one.skipped) as Record<string, number>,
          job_ids: JSON.parse(one.job_ids) as string[],
        })),
    )
  return {
    ...w,
    web,
    run,
    create,
    row,
    runs,
    lastRun: (push: { id: string }) => {
      const last = runs(push).at(-1)!
      const skipped = Object.values(last.skipped).reduce((sum, n) => sum + n, 0)
      if (last.state !== 'failed') expect(last.seen + last.carried).toBe(skipped + last.pushed + last.held)
      return last
    },
    /** Every link that was ordered, in the order of the orders. */
    pushed: () =>
      w.db.read((tx) =>
        tx.rows<{ url: string }>('select url from links order by id').map(({ url }) => url.replace(web.origin, '')),
      ),
    jobs: () => w.db.read((tx) => tx.number('select count(*) from jobs')),
    letters: () => w.db.read((tx) => tx.number("select count(*) from mails where template = 'standing_push'")),
    credits: () => w.db.read((tx) => balances(tx, 'ten_northwind').index),
    /** Ends the process at a write, as a kill does: that write and all later ones do not happen. Says whether it came so far. */
    async killedAt(write: number, work: () => Promise<void>): Promise<boolean> {
      const { db } = w.app
      const real = db.write
      let n = 0
      db.write = ((...args: Parameters<typeof real>) => {
        if (++n >= write) throw new Error('killed')
        return real.apply(db, args)
      }) as typeof real
      try {
        await work().catch((error) => {
          if (!String(error).includes('killed')) throw error
        })
      } finally {
        db.write = real
      }
      return n >= write
    },
    /** Lets the time of the next run come. */
    async turn(push: { id: string }, ms = 0) {
      const { next_run_at } = row(push)
      if (next_run_at && next_run_at > w.clock.now()) w.clock.set(next_run_at)
      w.clock.turn(ms)
      await run()
    },
    stop() {
      web.stop()
      w.close()
    },
  }
}
