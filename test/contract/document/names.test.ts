import { afterAll, beforeAll, expect, test } from 'bun:test'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeAll(() => {
  w = world()
})
afterAll(() => w.close())

test.each([
  ['create_sub_tenant', {}],
  ['update_tenant', { id: 'ten_bakery' }],
  ['create_api_key', {}],
  ['update_profile', {}],
  ['submit_index_job', { urls: ['https://bakery.example/'] }],
])(
  '%s takes no name of more than one line, which lists, subjects of e-mails and files would show',
  async (name, rest) => {
    for (const bad of ['two\r\nlines', 'a tab\t', 'a bell \u0007'])
      expect(await refusal(w.call('ada', name, { ...rest, name: bad }))).toMatchObject({
        code: 'validation_failed',
        details: { issues: [{ path: 'name' }] },
      })
  },
)
