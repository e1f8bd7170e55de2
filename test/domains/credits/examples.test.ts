import { afterEach, expect, test } from 'bun:test'
import { createJob } from '../../../src/domains/jobs/index.ts'
import { operations } from '../../../src/operations/index.ts'
import { seedDeliveries as seedRecipients } from '../../features/reports/deliveries/seed.ts'
import { seedIssues } from '../../features/reports/issues/seed.ts'
import { callerOf, type World, world } from '../../world.ts'
import { seedExamples as seedDomain } from '../branding/seed.ts'
import { seedExamples as seedKeys } from '../keys/seed.ts'
import { expectBalanced } from './books.ts'
import { seedExamples } from './seed.ts'

let w: World
afterEach(() => w.close())

test.each(
  operations
    .filter(({ path }) => /^\/(credits|plans|pricing|tenants)\b/.test(path))
    .map((one) => [one.name, one] as const),
)('the example of %s runs', async (name, operation) => {
  w = world()
  w.db.write((tx) => {
    seedKeys(tx)
    seedDomain(tx)
    seedExamples(tx)
    seedIssues(tx)
    const job = { id: 'job_guestposts', tenant_id: 'ten_bakery', type: 'index', name: 'Guest posts' } as const
    createJob(tx, callerOf('ada'), job, { urls: ['https://bakery.example/bread'], state: 'sent', credit: null })
    return seedRecipients(tx, w.app)
  })
  const who = operation.role === 'platform' ? 'pat' : 'ada'
  const answer = await w.call(who, name, operation.example as Record<string, unknown>)
  expect(Object.keys(answer).length).toBeGreaterThan(0)
  expectBalanced(w.db)
})
