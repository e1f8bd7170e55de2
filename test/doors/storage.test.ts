/** What callers and operators learn of a disk that is full or failed. */
import { afterEach, expect, test } from 'bun:test'
import { crawlAdapters } from '../../src/upstream/index.ts'
import { pages, setting } from '../domains/providers/setting.ts'
import { bodyOf, type House, house, json } from './house.ts'

let h: House | null = null
afterEach(async () => {
  await h?.close()
  h = null
})

/** As a disk without room: no page more than there are now. */
const fill = ({ db }: Pick<House, 'db'>) => db.write((tx) => tx.rows('pragma max_page_count = 1'))
const empty = ({ db }: Pick<House, 'db'>) => db.write((tx) => tx.rows('pragma max_page_count = 1000000'))

test('a full disk: writes are refused with 503, when to come back, and nothing changed; reads and the rest go on', async () => {
  h = house({ env: { SIGNALPOST_PASSIVE: '1' } })
  fill(h)
  // What fits into the pages that there are is still taken.
  let asked = await h.ask('ada', '/api/v1/tenants', json({ name: 'Mill' }))
  let made = 0
  for (; asked.status === 200 && made < 500; made++)
    asked = await h.ask('ada', '/api/v1/tenants', json({ name: `Mill ${made} ${'y'.repeat(60)}` }))
  expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '10'])
  const { error } = await bodyOf(asked)
  expect(error).toMatchObject({ code: 'storage', details: { reason: 'full' } })
  expect(error.message).toBe(
    'The disk of this install is full: nothing was changed. Try again when its operator has made room.',
  )
  const { data } = await bodyOf<{ total: number }>(await h.ask('ada', '/api/v1/tenants'))
  expect(data.total).toBe(made + 2)
  const ready = await fetch(`${h.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { checks: { disk: false }, reasons: ['the disk is full'] },
  ])
  empty(h)
  expect((await h.ask('ada', '/api/v1/tenants', json({ name: 'Mill' }))).status).toBe(200)
  expect((await fetch(`${h.url}/readyz`)).status).toBe(200)
})

test('a failed disk: nothing is answered from it any more, not even what is remembered', async () => {
  h = house()
  expect((await h.ask('ada', '/api/v1/jobs')).status).toBe(200)
  h.db.storage.condemn('disk I/O error (SQLITE_IOERR_FSYNC)')
  for (const asked of [
    await h.ask('ada', '/api/v1/jobs'),
    await h.ask('ada', '/api/v1/tenants', json({ name: 'Mill' })),
  ]) {
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '10'])
    expect((await bodyOf(asked)).error).toMatchObject({ code: 'storage', details: { reason: 'failed' } })
  }
  const ready = await fetch(`${h.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { checks: { disk: false, database: false }, reasons: ['disk I/O error (SQLITE_IOERR_FSYNC)'] },
  ])
})

test('an order whose answer cannot be written down is no failure of the supplier: it is found there, and bought once', async () => {
  const simulated = crawlAdapters.get('simulated')!
  const taken = new Map<string, { task_id: string; rejected: [] }>()
  let db: House['db'] | null = null
  const full: typeof simulated = {
    ...simulated,
    create: (settings, context) => ({
      ...simulated.create(settings, context),
      async send({ ref }) {
        taken.set(ref, { task_id: ref, rejected: [] })
        fill({ db: db! })
        return taken.get(ref)!
      },
      find: async ({ ref }) => taken.get(ref) ?? null,
    }),
  }
  const one = await setting({ index: 5000, crawl_adapters: new Map([['simulated', full]]) })
  db = one.db
  try {
    const { id } = await one.push(pages(3000))
    await expect(one.work(1)).rejects.toMatchObject({ code: 'storage' })
    empty(one)
    const status = async () =>
      (await one.call<{ routes: { primary: unknown } }>('pat', 'get_crawl_settings')).routes.primary
    expect(await status()).toMatchObject({ status: 'closed', last_errors: [] })
    await one.work(1)
    expect((await one.job(id)).outcome.states).toMatchObject({ sent: 3000 })
    expect([taken.size, await status()]).toMatchObject([1, { status: 'closed', last_errors: [] }])
  } finally {
    one.end()
  }
})
