import { expect, test } from 'bun:test'
import { refusal } from '../../../refusal.ts'
import { world } from '../../../world.ts'
import { seedExamples as seedProviders } from '../seed.ts'

test('delete_identity disconnects a person once; nobody but a platform admin does', async () => {
  const w = world()
  w.db.write((tx) => seedProviders(tx, w.app))
  const of = { id: 'idp_bakery', identity_id: 'idn_ben' }
  expect(await refusal(w.call('ada', 'delete_identity', of))).toMatchObject({ code: 'forbidden' })
  await w.call('pat', 'delete_identity', of)
  expect(w.db.read((tx) => tx.number("select count(*) from identities where id = 'idn_ben'"))).toBe(0)
  expect(await refusal(w.call('pat', 'delete_identity', of))).toMatchObject({ code: 'not_found' })
  w.close()
})
