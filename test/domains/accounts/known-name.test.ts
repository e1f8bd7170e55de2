/** Names shown in the place of addresses: of people in reach alone. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { knownName } from '../../../src/domains/accounts/index.ts'
import { CAST, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

test('people of a workspace, and of those above and below it, have a name; strangers have none', () => {
  const name = (who: keyof typeof CAST, email: string) => {
    const { path } = w.db.read((tx) =>
      tx.row<{ path: string }>('select path from tenants where id = ?', CAST[who].tenant_id),
    )!
    return w.db.read((tx) => knownName(tx, { platform: who === 'pat', path }, email))
  }
  expect(name('ada', CAST.ben.email)).toBe('Ben')
  expect(name('ada', CAST.vera.email)).toBe('Vera')
  expect(name('vera', CAST.ada.email)).toBe('Ada')
  expect(name('rita', CAST.ada.email)).toBeNull()
  expect(name('ada', CAST.rita.email)).toBeNull()
  expect(name('pat', CAST.rita.email)).toBe('Rita')
})
