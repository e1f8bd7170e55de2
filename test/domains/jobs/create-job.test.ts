import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createJob, readJob } from '../../../src/domains/jobs/index.ts'
import { CAST, callerOf, type World, world } from '../../world.ts'

let w: World
beforeAll(() => {
  w = world()
})
afterAll(() => w.close())

test.each([
  ['Spring', ['https://bakery.example/a'], 'Spring'],
  ['', ['https://bakery.example/a', 'https://bakery.example/b'], 'bakery.example'],
  [
    '',
    ['https://bakery.example/a', 'https://shop.example:8443/', 'https://cafe.example/'],
    'bakery.example and 2 more',
  ],
])('a job called %p with the links %p shows as %p', (name, urls, shown) => {
  const job = w.db.write((tx) => {
    const order = { tenant_id: CAST.ben.tenant_id, type: 'check', name } as const
    return readJob(tx, createJob(tx, callerOf('ben'), order, { urls, state: 'queued', credit: null }))
  })
  expect(job.name).toBe(shown)
})
