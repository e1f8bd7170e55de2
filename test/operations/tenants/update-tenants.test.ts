/** Tags, and one act on several workspaces: the refused ones are named, and the others change. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { refusal } from '../../refusal.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
let flower: string
let market: string
beforeEach(async () => {
  w = world()
  flower = (await w.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Flower shop' })).id
  market = (await w.call<{ id: string }>('ada', 'create_sub_tenant', { name: 'Market' })).id
})
afterEach(() => w.close())

type Answer = { changed: string[]; refused: { id: string; message: string }[] }
const update = (input: Record<string, unknown>, who: Parameters<World['call']>[0] = 'ada') =>
  w.call<Answer>(who, 'update_tenants', input)
const tags = async (id: string) => (await w.call<{ tags: string[] }>('ada', 'get_tenant', { id })).tags
const tag = (id: string, words: string[]) => w.call('ada', 'update_tenant', { id, tags: words })
type Clients = { items: { id: string; tags: string[] }[]; tags: unknown; counts: { all: number } }
const clients = (input = {}) => w.call<Clients>('ada', 'list_clients', input)
const lines = (action: string) =>
  w.db.read((tx) =>
    tx.rows<{ tenant_id: string; after: string }>('select tenant_id, after from audit where action = ?', action),
  )

test('tags are trimmed, said once, kept in the spelling that was there, and found by it', async () => {
  await tag('ten_bakery', [' Retainer ', 'food', 'FOOD', 'New  York'])
  expect(await tags('ten_bakery')).toEqual(['food', 'New York', 'Retainer'])
  await tag(flower, ['retainer', 'Flowers'])
  expect(await tags(flower)).toEqual(['Flowers', 'Retainer'])

  const found = await clients({ tag: 'Retainer' })
  expect(found.items.map(({ id }) => id).toSorted()).toEqual(['ten_bakery', flower].toSorted())
  expect(found.counts.all).toBe(3)
  expect(found.tags).toEqual([
    { tag: 'Flowers', clients: 1 },
    { tag: 'food', clients: 1 },
    { tag: 'New York', clients: 1 },
    { tag: 'Retainer', clients: 2 },
  ])
  const listed = await w.call<Clients>('ada', 'list_tenants', { tag: 'Flowers' })
  expect(listed.items.map(({ id }) => id)).toEqual([flower])
})

test('at most ten tags, each of 40 letters without a comma', async () => {
  const many = Array.from({ length: 11 }, (_, n) => `tag ${n}`)
  for (const words of [many, ['a,b'], ['x'.repeat(41)], [''], ['  ']])
    expect(await refusal(tag('ten_bakery', words))).toMatchObject({ code: 'validation_failed' })
  await tag('ten_bakery', many.slice(0, 10))
  const { changed, refused } = await update({ ids: ['ten_bakery', flower], add_tags: ['Another'] })
  expect(changed).toEqual([flower])
  expect(refused).toEqual([{ id: 'ten_bakery', message: expect.stringContaining('more than 10') }])
})

test('people of a client neither read its tags, nor find it by them, nor read of them in its trail', async () => {
  await tag('ten_bakery', ['Leaves soon'])
  await update({ ids: ['ten_bakery'], add_tags: ['Pays late'] })
  const own = { ...callerOf('vera'), role: 'admin' as const }
  for (const who of [own, 'vera'] as const) {
    expect(await w.call<{ tags: string[] }>(who, 'get_tenant', { id: 'ten_bakery' })).toMatchObject({ tags: [] })
    expect(await w.call(who, 'list_tenants', { tag: 'Leaves soon' })).toMatchObject({ items: [] })
  }
  expect(await refusal(w.call(own, 'update_tenant', { id: 'ten_bakery', tags: [] }))).toMatchObject({
    code: 'forbidden',
  })
  expect(await update({ ids: ['ten_bakery'], add_tags: ['VIP'] }, own)).toMatchObject({ changed: [] })
  const trail = [...lines('update_tenant'), ...lines('update_tenants')].filter(({ after }) => after.includes('tags'))
  expect(trail.map(({ tenant_id }) => tenant_id)).toEqual(['ten_northwind', 'ten_northwind'])
})

test('the spelling of another agency is not used', async () => {
  await w
    .call('rita', 'create_sub_tenant', { name: 'Theirs' })
    .then((made) => w.call('rita', 'update_tenant', { id: (made as { id: string }).id, tags: ['SECRET'] }))
  await tag('ten_bakery', ['secret'])
  expect(await tags('ten_bakery')).toEqual(['secret'])
})

test('adds and removes tags of several clients in one call; a call that changes nothing leaves no line', async () => {
  await tag('ten_bakery', ['Food'])
  const ids = ['ten_bakery', flower]
  expect(await update({ ids, add_tags: ['Q4'], remove_tags: ['food'] })).toEqual({ changed: ids, refused: [] })
  expect([await tags('ten_bakery'), await tags(flower), await tags(market)]).toEqual([['Q4'], ['Q4'], []])
  expect(lines('update_tenants')).toHaveLength(1)
  await update({ ids, add_tags: ['q4'] })
  expect(lines('update_tenants')).toHaveLength(1)
})

test('archives and restores several; the own workspace, foreign and unknown ones are refused by name', async () => {
  const ids = ['ten_bakery', 'ten_northwind', flower, 'ten_rival', 'ten_nobody']
  const { changed, refused } = await update({ ids, archived: true })
  expect(changed).toEqual(['ten_bakery', flower])
  expect(refused.map(({ id }) => id)).toEqual(['ten_northwind', 'ten_rival', 'ten_nobody'])
  expect(refused[1]!.message).toBe(refused[2]!.message)
  const archived = w.db.read((tx) => tx.rows<{ id: string }>('select id from tenants where archived_at is not null'))
  expect(archived.map(({ id }) => id).toSorted()).toEqual(['ten_bakery', flower].toSorted())
  expect(
    lines('update_tenants')
      .map(({ tenant_id }) => tenant_id)
      .toSorted(),
  ).toEqual(['ten_bakery', flower].toSorted())

  expect(await update({ ids: changed, archived: false })).toEqual({ changed, refused: [] })
  expect((await clients()).counts.all).toBe(3)
})

test('a restore that the plan has no room for changes nothing', async () => {
  const ids = ['ten_bakery', flower, market]
  await update({ ids, archived: true })
  w.db.write((tx) => tx.run("update tenant_plans set plan = 'free' where tenant_id = 'ten_northwind'"))
  expect(await refusal(update({ ids, archived: false }))).toMatchObject({ code: 'plan_limit' })
  expect((await clients()).counts.all).toBe(0)
})
