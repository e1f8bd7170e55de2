import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'
import { seedGrant } from './seed.ts'

let w: World
beforeEach(() => {
  w = world()
  for (const [id, user] of [
    ['gra_1', 'usr_ada'],
    ['gra_2', 'usr_ada'],
    ['gra_3', 'usr_ben'],
  ] as const)
    w.db.write((tx) => seedGrant(tx, id, user))
})
afterEach(() => w.close())

test('one sees the apps that one connected oneself, the newest first, and nobody else does', async () => {
  expect(await w.call('ada', 'list_oauth_grants')).toMatchObject({
    items: [{ id: 'gra_2', client_name: 'Desk' }, { id: 'gra_1' }],
    total: 2,
  })
  expect(await w.call('rita', 'list_oauth_grants')).toMatchObject({ items: [], total: 0 })
})

test('a disconnected app is gone from the list, its row says when, and the audit trail says who', async () => {
  expect(await w.call('ada', 'delete_oauth_grant', { id: 'gra_1' })).toEqual({ id: 'gra_1', revoked: true })
  expect(await w.call('ada', 'list_oauth_grants')).toMatchObject({ items: [{ id: 'gra_2' }], total: 1 })
  const [row, line] = w.db.read((tx) => [
    tx.row("select revoked_at from oauth_grants where id = 'gra_1'"),
    tx.row("select actor, target from audit where action = 'delete_oauth_grant'"),
  ])
  expect(row).toEqual({ revoked_at: w.clock.now() })
  expect(line).toEqual({ actor: 'ada@northwind.example', target: 'gra_1' })
  expect(await refusal(w.call('ada', 'delete_oauth_grant', { id: 'gra_1' }))).toMatchObject({ code: 'not_found' })
})

test("another person's app cannot be disconnected, not even by the owner or the platform admin", async () => {
  for (const who of ['ada', 'pat'] as const)
    expect(await refusal(w.call(who, 'delete_oauth_grant', { id: 'gra_3' }))).toMatchObject({ code: 'not_found' })
  expect(await w.call('ben', 'list_oauth_grants')).toMatchObject({ total: 1 })
})
