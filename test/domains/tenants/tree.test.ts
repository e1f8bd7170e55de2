import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { callerOfKey } from '../../../src/domains/keys/index.ts'
import type { Caller } from '../../../src/kernel/operation/caller.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type World, world } from '../../world.ts'

type Tenant = {
  id: string
  name: string
  parent_id: string | null
  depth: number
  archived: boolean
  archived_by: { name: string } | null
}
type List = { items: Tenant[]; total: number }

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const add = (name: string, parent_id?: string, who: 'ada' | 'pat' = 'ada') =>
  w.call<Tenant>(who, 'create_sub_tenant', { name, ...(parent_id && { parent_id }) })
const names = async (who: Parameters<World['call']>[0], input = {}) =>
  (await w.call<List>(who, 'list_tenants', input)).items.map((one) => one.name)
const pathOf = (id: string) =>
  w.db.read((tx) => tx.row<{ path: string }>('select path from tenants where id = ?', id))!.path

/** Someone who works in a workspace that the cast does not have. */
const inside = (id: string, role: Caller['role'] = 'admin'): Caller => ({
  ...callerOf('ben'),
  tenant_id: id,
  path: pathOf(id),
  role,
})

describe('the tree', () => {
  test('a list is the own workspace and what stands below it, each parent right before its children', async () => {
    const team = await add('Team')
    await add('Florist', team.id)
    await add('Garage')
    expect(await names('ada')).toEqual(['Northwind', 'Team', 'Florist', 'Garage', 'Bakery'])
    expect(await names('vera')).toEqual(['Bakery'])
    expect(await names('rita')).toEqual(['Rival'])
  })

  test('a list can be searched, narrowed to a kind, sorted and paged, with the total of all pages', async () => {
    const team = await w.call<Tenant>('ada', 'create_sub_tenant', { name: '100%_team', kind: 'team' })
    await add('Florist', team.id)
    expect(await names('ada', { q: '%_' })).toEqual(['100%_team'])
    expect(await names('ada', { kind: 'client', sort: 'name', dir: 'desc' })).toEqual(['Florist', 'Bakery'])
    const page = await w.call<List>('ada', 'list_tenants', { sort: 'name', page: 2, page_size: 3 })
    expect(page).toMatchObject({ total: 4, page: 2, page_size: 3, items: [{ name: 'Northwind', depth: 1 }] })
  })

  test('a new workspace stands under the own one unless a parent in reach is named', async () => {
    const team = await add('  Team  ')
    expect(team).toMatchObject({ name: 'Team', parent_id: 'ten_northwind', depth: 2, archived: false })
    expect(await add('Florist', team.id)).toMatchObject({ parent_id: team.id, depth: 3 })
  })

  test('a foreign parent reads like an unknown one, before the body is judged', async () => {
    const foreign = await w.call('ada', 'create_sub_tenant', { parent_id: 'ten_rival' }).catch((fault) => fault)
    const unknown = await w.call('ada', 'create_sub_tenant', { parent_id: 'ten_nobody' }).catch((fault) => fault)
    expect(foreign).toMatchObject({ code: 'not_found', message: unknown.message })
  })

  test('workspaces nest five levels deep and no deeper, made or moved', async () => {
    let parent = 'ten_northwind'
    for (const level of [2, 3, 4, 5]) {
      const made = await add(`Level ${level}`, parent)
      expect(made.depth).toBe(level)
      parent = made.id
    }
    expect(await refusal(add('Level 6', parent))).toMatchObject({ code: 'conflict' })
    const pair = await add('Pair')
    await add('Below the pair', pair.id)
    const fourth = pathOf(parent).split('/').at(-3)!
    expect(await refusal(w.call('ada', 'update_tenant', { id: pair.id, parent_id: fourth }))).toMatchObject({
      code: 'conflict',
    })
    const fifth = await w.call<Tenant>('ada', 'update_tenant', { id: 'ten_bakery', parent_id: fourth })
    expect(fifth.depth).toBe(5)
  })
})

describe('moving', () => {
  test('takes everything below along, and reach follows', async () => {
    const team = await add('Team')
    const shop = await add('Shop')
    const till = await add('Till', shop.id)
    await w.call('ada', 'update_tenant', { id: shop.id, parent_id: team.id })
    expect(pathOf(till.id)).toBe(`/ten_northwind/${team.id}/${shop.id}/${till.id}/`)
    expect(await names(inside(team.id))).toEqual(['Team', 'Shop', 'Till'])
    await w.call('ada', 'update_tenant', { id: shop.id, parent_id: 'ten_bakery' })
    expect(await names(inside(team.id))).toEqual(['Team'])
    expect(await refusal(w.call(inside(team.id), 'get_tenant', { id: till.id }))).toMatchObject({ code: 'not_found' })
  })

  test('never makes a circle: not under itself, nor under what stands below it', async () => {
    const team = await add('Team')
    const shop = await add('Shop', team.id)
    for (const parent_id of [team.id, shop.id])
      expect(await refusal(w.call('ada', 'update_tenant', { id: team.id, parent_id }))).toMatchObject({
        code: 'conflict',
      })
    expect(pathOf(shop.id)).toBe(`/ten_northwind/${team.id}/${shop.id}/`)
  })

  test('never leaves the reach of the mover, nor the agency, and roots stay', async () => {
    const moves = [
      ['ada', { id: 'ten_bakery', parent_id: 'ten_rival' }, 'not_found'],
      [inside('ten_bakery'), { id: 'ten_bakery', parent_id: 'ten_northwind' }, 'not_found'],
      ['pat', { id: 'ten_bakery', parent_id: 'ten_rival' }, 'conflict'],
      ['pat', { id: 'ten_rival', parent_id: 'ten_northwind' }, 'conflict'],
    ] as const
    for (const [who, input, code] of moves)
      expect(await refusal(w.call(who, 'update_tenant', input))).toMatchObject({ code })
    expect(await refusal(w.call('ada', 'update_tenant', { id: 'ten_northwind', kind: 'client' }))).toMatchObject({
      code: 'conflict',
    })
  })
})

describe('archiving', () => {
  test('hides the workspace and what stands below it until it is restored', async () => {
    const team = await add('Team')
    await add('Shop', team.id)
    await w.call('ada', 'update_tenant', { id: team.id, archived: true })
    expect(await names('ada')).toEqual(['Northwind', 'Bakery'])
    expect(await names('ada', { include_archived: true })).toEqual(['Northwind', 'Team', 'Shop', 'Bakery'])
    expect(await w.call<Tenant>('ada', 'get_tenant', { id: team.id })).toMatchObject({ archived: true })
    await w.call('ada', 'update_tenant', { id: team.id, archived: false })
    expect(await names('ada')).toEqual(['Northwind', 'Team', 'Shop', 'Bakery'])
  })

  test('stops the keys of the workspace and of those below it, and restoring starts them again', async () => {
    const team = await add('Team')
    const shop = await add('Shop', team.id)
    const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', { tenant_id: shop.id })
    const works = () => w.db.read((tx) => callerOfKey(tx, secret) !== null)
    expect(works()).toBe(true)
    await w.call('ada', 'delete_tenant', { id: team.id })
    expect(works()).toBe(false)
    await w.call('ada', 'update_tenant', { id: team.id, archived: false })
    expect(works()).toBe(true)
  })

  test('takes in nothing new: no workspace is made or moved there', async () => {
    const team = await add('Team')
    await w.call('ada', 'update_tenant', { id: team.id, archived: true })
    expect(await refusal(add('Shop', team.id))).toMatchObject({ code: 'conflict' })
    expect(await refusal(w.call('ada', 'update_tenant', { id: 'ten_bakery', parent_id: team.id }))).toMatchObject({
      code: 'conflict',
    })
  })

  test('shows on those below it too, which cannot come back before it, nor anything be begun there', async () => {
    const team = await w.call<Tenant>('ada', 'create_sub_tenant', { name: 'Team', kind: 'team' })
    const shop = await w.call<Tenant>('ada', 'create_sub_tenant', { name: 'Shop', parent_id: team.id })
    const key = await w.call('ada', 'create_api_key', { tenant_id: shop.id })
    await w.call('ada', 'update_tenant', { id: team.id, archived: true })
    const archived_by = { id: team.id, name: 'Team' }
    expect(await w.call('ada', 'get_tenant', { id: shop.id })).toMatchObject({ archived: false, archived_by })
    expect(await w.call('ada', 'get_tenant', { id: team.id })).toMatchObject({ archived: true, archived_by: null })
    const all = await w.call<{ items: Tenant[] }>('ada', 'list_tenants', {
      include_archived: true,
      kind: 'client',
      sort: 'name',
      dir: 'asc',
    })
    expect(all.items.map(({ name, archived_by }) => [name, archived_by?.name])).toEqual([
      ['Bakery', undefined],
      ['Shop', 'Team'],
    ])
    for (const call of [
      w.call('ada', 'update_tenant', { id: shop.id, archived: false }),
      w.call('ada', 'create_api_key', { tenant_id: shop.id }),
      w.call('ada', 'create_api_key', { replaces: key.id }),
      w.call('ada', 'create_sub_tenant', { name: 'Below', parent_id: shop.id }),
    ])
      expect(await refusal(call)).toMatchObject({
        code: 'conflict',
        message: 'The workspace "Team" above this one is archived. Restore that one first.',
        details: { archived: archived_by },
      })
    await w.call('ada', 'update_tenant', { id: shop.id, archived: true })
    await w.call('ada', 'update_tenant', { id: team.id, archived: false })
    expect(await w.call('ada', 'update_tenant', { id: shop.id, archived: false })).toMatchObject({
      archived: false,
      archived_by: null,
    })
  })

  test('of a root is for a platform admin from elsewhere, and the refusal says so', async () => {
    const own = { id: 'ten_northwind', confirm: 'Northwind' }
    for (const call of [
      w.call('ada', 'update_tenant', { id: own.id, archived: true }),
      w.call('ada', 'delete_tenant', { ...own, mode: 'delete' }),
    ])
      expect(await refusal(call)).toMatchObject({ message: expect.stringContaining('the root of this tree') })
    expect(await w.call('pat', 'update_tenant', { id: own.id, archived: true })).toMatchObject({ archived: true })
  })

  test('is refused for the workspace that one works in', async () => {
    for (const mode of ['archive', 'delete'])
      expect(
        await refusal(w.call('ada', 'delete_tenant', { id: 'ten_northwind', mode, confirm: 'Northwind' })),
      ).toMatchObject({ code: 'conflict' })
    expect(await refusal(w.call('ada', 'update_tenant', { id: 'ten_northwind', archived: true }))).toMatchObject({
      code: 'conflict',
    })
  })
})

describe('deleting', () => {
  test('archives unless told to delete', async () => {
    expect(await w.call('ada', 'delete_tenant', { id: 'ten_bakery' })).toEqual({
      id: 'ten_bakery',
      deleted: false,
      archived: true,
    })
    expect(await names('ada', { include_archived: true })).toEqual(['Northwind', 'Bakery'])
  })

  test('needs the exact name as confirmation', async () => {
    for (const confirm of [undefined, 'bakery', 'Bakery '])
      expect(
        await refusal(w.call('ada', 'delete_tenant', { id: 'ten_bakery', mode: 'delete', confirm })),
      ).toMatchObject({ code: 'validation_failed', details: { issues: [{ path: 'confirm' }] } })
  })

  test('takes an empty workspace away with its members and keys, and nothing else', async () => {
    await w.call('ada', 'create_api_key', { tenant_id: 'ten_bakery' })
    await w.call('ada', 'delete_tenant', { id: 'ten_bakery', mode: 'delete', confirm: 'Bakery' })
    expect(await refusal(w.call('ada', 'get_tenant', { id: 'ten_bakery' }))).toMatchObject({ code: 'not_found' })
    const left = w.db.read((tx) =>
      tx.row(
        `select (select count(*) from members where tenant_id = 'ten_bakery') as members,
           (select count(*) from api_keys) as keys, (select count(*) from users where id = 'usr_vera') as vera`,
      ),
    )
    expect(left).toEqual({ members: 0, keys: 0, vera: 1 })
  })

  test('waits until a request for a pack is answered', async () => {
    const { id } = await w.call<Tenant>('ada', 'create_sub_tenant', { name: 'Shop' })
    const request = await w.call('ada', 'create_credit_request', { pack: 'try', tenant_id: id })
    const remove = () => w.call('ada', 'delete_tenant', { id, mode: 'delete', confirm: 'Shop' })
    expect(await refusal(remove())).toMatchObject({ code: 'conflict', details: { request_id: request.id } })
    await w.call('pat', 'decline_credit_request', { id: request.id })
    expect(await remove()).toMatchObject({ deleted: true })
  })

  test('is refused for a workspace with others below it, or with a credit history', async () => {
    const team = await add('Team')
    await add('Shop', team.id)
    expect(
      await refusal(w.call('ada', 'delete_tenant', { id: team.id, mode: 'delete', confirm: 'Team' })),
    ).toMatchObject({ code: 'conflict' })
    await w.call('pat', 'adjust_credits', { tenant_id: 'ten_bakery', kind: 'index', amount: 5, reason: 'a gift' })
    expect(
      await refusal(w.call('ada', 'delete_tenant', { id: 'ten_bakery', mode: 'delete', confirm: 'Bakery' })),
    ).toMatchObject({ code: 'conflict' })
    expect(await names('ada')).toContain('Bakery')
  })
})

describe('who may', () => {
  test('members look, admins change, strangers see nothing', async () => {
    for (const name of ['create_sub_tenant', 'update_tenant', 'delete_tenant'])
      expect(await refusal(w.call('ben', name, { id: 'ten_bakery', name: 'X' }))).toMatchObject({ code: 'forbidden' })
    expect(await w.call<Tenant>('ben', 'get_tenant', { id: 'ten_bakery' })).toMatchObject({ name: 'Bakery' })
    for (const name of ['get_tenant', 'update_tenant', 'delete_tenant'])
      expect(await refusal(w.call('rita', name, { id: 'ten_bakery' }))).toMatchObject({ code: 'not_found' })
    expect(await refusal(w.call(inside('ten_bakery'), 'get_tenant', { id: 'ten_northwind' }))).toMatchObject({
      code: 'not_found',
    })
  })

  test('the audit trail tells what a change changed', async () => {
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', name: 'Bakery & Café', notes: 'new oven' })
    const row = w.db.read((tx) =>
      tx.row<{ before: string; after: string; tenant_id: string }>(
        "select tenant_id, before, after from audit where action = 'update_tenant'",
      ),
    )!
    // The client's own people read its trail, and not these notes.
    expect(row.tenant_id).toBe('ten_northwind')
    expect(JSON.parse(row.before)).toEqual({ name: 'Bakery', notes: null })
    expect(JSON.parse(row.after)).toEqual({ name: 'Bakery & Café', notes: 'new oven' })
  })

  test('notes can be emptied, and fields left out stay', async () => {
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', notes: 'x', default_recheck_days: 4 })
    expect(await w.call('ada', 'update_tenant', { id: 'ten_bakery', notes: '' })).toMatchObject({
      name: 'Bakery',
      notes: null,
      default_recheck_days: 4,
    })
  })
})
