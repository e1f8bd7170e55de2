/** Files of lists that move while they are read: nothing is missed at the seam of two slices, and nothing comes twice. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { exportedLinks, linksToExport } from '../../../src/domains/links/index.ts'
import type { Listed } from '../../../src/kernel/database/list.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { pagesOf } from '../../../views/parts/lists/list-file.ts'
import { pushing, urls } from '../../pushing.ts'
import { callerOf } from '../../world.ts'

let office: Awaited<ReturnType<typeof pushing>>
beforeEach(async () => {
  office = await pushing(5000, 0)
})
afterEach(() => office.close())

test('links that wait, read while some of them are sent: each that waits all the while is told once', async () => {
  const ids: string[] = []
  for (const n of [700, 700, 20])
    ids.push(
      (
        await office.call<{ id: string }>('ada', 'submit_index_job', {
          urls: urls(n, `of-${n}-${ids.length}`),
          preflight: false,
        })
      ).id,
    )
  await office.run(advancePushesTask)
  const caller = callerOf('ada')
  const asked = { verdict: 'waiting', dir: 'asc' } as const
  const found = await office.db.search(
    office.db.read((tx) => linksToExport(tx, caller, asked)),
    { party: { agency: 'a', workspace: 'a' } },
  )
  const told: number[] = []
  let slices = 0
  for (const links of exportedLinks(office.db.read, found)) {
    told.push(...links.map(({ uid }) => uid))
    // Of the first job three hundred go, all of which were told.
    if (slices++ === 0)
      office.db.write((tx) =>
        tx.run(
          "update links set state = 'indexed' where id in (select id from links where job_id = ? order by id limit 300)",
          ids[0]!,
        ),
      )
  }
  expect(told).toHaveLength(1420)
  expect(new Set(told).size).toBe(1420)
})

test('pages of a list from which rows go, or move up, meanwhile: none is missed, none comes twice', async () => {
  let rows = Array.from({ length: 10 }, (_, i) => ({ id: `job-${i}` }))
  const page = (at: number): Listed<{ id: string }> => ({
    items: rows.slice((at - 1) * 4, at * 4),
    total: rows.length,
    page: at,
    page_size: 4,
  })
  const told: string[] = []
  let pages = 0
  for await (const some of pagesOf(page(1), async (at) => page(at))) {
    told.push(...some.map(({ id }) => id))
    if (++pages === 1) rows = [rows[9]!, ...rows.slice(2, 9)]
  }
  expect(told.toSorted()).toEqual(Array.from({ length: 10 }, (_, i) => `job-${i}`))
})
