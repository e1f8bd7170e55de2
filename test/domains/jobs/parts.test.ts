import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createJob, partsByJob } from '../../../src/domains/jobs/index.ts'
import { COUNT_LINKS } from '../../../src/domains/jobs/outcome.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

/** A push that says it has so many links. */
function job(link_count: number): string {
  return w.db.write((tx) => {
    const order = { tenant_id: 'ten_bakery', type: 'index', name: 'Spring' } as const
    const id = createJob(tx, callerOf('ada'), order, {
      urls: ['https://bakery.example/'],
      state: 'queued',
      credit: null,
    })
    tx.run('update jobs set link_count = ? where id = ?', link_count, id)
    return id
  })
}
const cut = (items: string[], most: number) =>
  w.db.read((tx) => partsByJob(tx, items, (item) => item, most)).map((part) => part.length)

test('one transaction counts one large job anew, or several small ones, and takes no more items than it may', () => {
  const [large, other, small, tiny] = [job(20_000), job(19_000), job(500), job(1)] as [string, string, string, string]
  expect(cut([], 5)).toEqual([])
  expect(cut([large, other, large, small, tiny], 60)).toEqual([2, 3])
  expect(cut(Array(13).fill(tiny), 5)).toEqual([5, 5, 3])
  expect(cut([small, tiny, 'gone'], 60)).toEqual([3])
})

test('a push is counted from its index alone, in the order of its groups', () => {
  const plan = w.db.read((tx) => tx.rows<{ detail: string }>(`explain query plan ${COUNT_LINKS}`, job(1)))
  expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH links USING COVERING INDEX links_job (job_id=?)'])
})
