import { afterEach, beforeEach, expect, test } from 'bun:test'
import { subscribe } from '../../../src/domains/plans/index.ts'
import { lockBuying } from '../../../src/features/billing/index.ts'
import { type Person, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

type InForce = {
  root: { id: string }
  plan: { plan: string }
  subscription: { status: string } | null
  used: object | null
  payments: string
  locked: string | null
}
const planOf = (who: Person) => w.call<InForce>(who, 'get_plan', {})

test('a workspace reads the plan of its root, and what the tree uses only at the root', async () => {
  w.db.write((tx) => subscribe(tx, 'ten_northwind', { plan: 'agency_starter', status: 'past_due' }))
  const [agency, client] = [await planOf('ada'), await planOf('vera')]
  expect(agency).toMatchObject({ plan: { plan: 'agency_starter' }, subscription: { status: 'past_due' } })
  expect(agency).toMatchObject({ used: { clients: 1, members: 3, keys: 0 }, payments: 'manual' })
  expect(client).toMatchObject({ root: agency.root, plan: agency.plan, used: null })
})

test('why nothing can be bought is for admins', async () => {
  w.db.write((tx) => lockBuying(tx, 'ten_northwind', 'dp_1'))
  expect((await planOf('ada')).locked).toContain('charged back')
  expect([(await planOf('ben')).locked, (await planOf('vera')).locked]).toEqual([null, null])
})
