/** A list that a filter left nothing of says so, and how all of it comes back. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CAST, type Person, type World, world } from '../world.ts'
import { browserOf } from './browser.ts'

let w: World
beforeAll(() => {
  w = world()
})
afterAll(() => w.close())

const OWN = `/app/w/${CAST.ada.tenant_id}`
const LISTS: [who: Person, path: string][] = [
  ...['/jobs', '/checks', '/links', '/clients', '/credits/ledger', '/indexnow', '/emails'].map(
    (path): [Person, string] => ['ada', OWN + path],
  ),
  ...[
    '/users',
    '/workspaces',
    '/audit',
    '/revenue/payments',
    '/free-checks/log',
    '/providers/batches',
    '/letters',
    '/invites',
  ].map((path): [Person, string] => ['pat', `/app/platform${path}`]),
]

test.each(LISTS)('as %s: %s', async (who, path) => {
  const { status, main } = await browserOf(w).visit(who, `${path}?q=nothing-is-called-this`)
  expect(status).toBe(200)
  expect(main).toMatch(new RegExp(`<a class="btn" href="${path}">\\s*Clear filters`))
})
