import { afterEach, expect, test } from 'bun:test'
import { createJob } from '../../../src/domains/jobs/index.ts'
import { operations } from '../../../src/operations/index.ts'
import { callerOf, type World, world } from '../../world.ts'
import { seedExamples } from './seed.ts'

let w: World
afterEach(() => w.close())

test.each(
  operations
    .filter(({ path }) => /^\/(indexnow|urls|preflight)\b|\/indexnow$/.test(path))
    .map((one) => [one.name, one] as const),
)('the example of %s runs', async (name, operation) => {
  w = world()
  w.db.write((tx) => {
    seedExamples(tx)
    const job = { id: 'job_guestposts', tenant_id: 'ten_bakery', type: 'index', name: 'Guest posts' } as const
    createJob(tx, callerOf('ada'), job, { urls: ['https://bakery.example/bread'], state: 'sent', credit: null })
  })
  const who = operation.role === 'platform' ? 'pat' : 'ada'
  const answer = await w.call(who, name, operation.example as Record<string, unknown>)
  expect(Object.keys(answer).length).toBeGreaterThan(0)
})
