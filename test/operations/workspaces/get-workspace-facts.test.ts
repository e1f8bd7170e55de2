import { afterAll, beforeAll, expect, test } from 'bun:test'
import { pushing } from '../../pushing.ts'

let office: Awaited<ReturnType<typeof pushing>>
beforeAll(async () => {
  office = await pushing(100)
  await office.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 60 })
})
afterAll(() => office.close())

test('facts are of the workspaces that are named, with the plan and the name of their root', async () => {
  const { workspaces } = await office.call<{ workspaces: { id: string }[] }>('pat', 'get_workspace_facts', {
    ids: 'ten_northwind,ten_bakery,ten_nobody',
  })
  const root = { root_id: 'ten_northwind', root_name: 'Northwind' }
  const of = (id: string) => workspaces.find((one) => one.id === id)
  expect(workspaces).toHaveLength(2)
  expect(of('ten_northwind')).toMatchObject({ ...root, credits: { index: { available: 40, reserved: 0 } } })
  expect(of('ten_bakery')).toMatchObject({ ...root, credits: { index: { available: 60 } }, below: 0 })
})
