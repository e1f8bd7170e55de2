/** Notes on a client are of its agency: people of the client alone neither read nor change them. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { callerOf, world } from '../../world.ts'

let w: ReturnType<typeof world>
beforeEach(async () => {
  w = world()
  await w.call('ada', 'update_tenant', { id: 'ten_bakery', notes: 'pays late' })
})
afterEach(() => w.close())

const own = { ...callerOf('vera'), role: 'admin' as const }
type Workspace = { id: string; notes: string | null }
const notesFor = async (who: 'ada' | typeof own) => {
  const of = (items: Workspace[]) => items.find(({ id }) => id === 'ten_bakery')?.notes
  const { items } = await w.call<{ items: Workspace[] }>(who, 'list_tenants')
  return [of(items), (await w.call<Workspace>(who, 'get_tenant', { id: 'ten_bakery' })).notes]
}

test('an admin of the client reads none and changes none; the agency does both', async () => {
  expect(await notesFor(own)).toEqual([null, null])
  expect(await w.call(own, 'update_tenant', { id: 'ten_bakery', name: 'Bakery' })).toMatchObject({ notes: null })
  await expect(w.call(own, 'update_tenant', { id: 'ten_bakery', notes: 'pays at once' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await notesFor('ada')).toEqual(['pays late', 'pays late'])
})
