import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seedCredits } from '../../domains/credits/seed.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeAll(() => {
  w = world()
  w.db.write(seedCredits)
})
afterAll(() => w.close())

test('the overview of the install has its cases and counts its waiting requests', async () => {
  const overview = await w.call<{ cases: { kind: string }[] }>('pat', 'get_install_overview')
  expect(overview).toMatchObject({
    pack_requests: 1,
    queue: { jobs_open: 0 },
    sent: { links: 0, batches: 0 },
    looks: 0,
  })
  expect(overview.cases.map(({ kind }) => kind)).toContain('request')
})
