/** In an archived workspace nothing new is begun, by whichever operation it is named. */
import { beforeEach, expect, test } from 'bun:test'
import { begins, changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { castOfFile, forEachOperation } from './each.ts'
import { ask, exampleOf } from './request.ts'

const cast = await castOfFile()
beforeEach(() => {
  cast.reset()
  cast.db.write((tx) => tx.run("update tenants set archived_at = ? where id = 'ten_bakery'", tx.now))
})

const naming = operations.filter((one) => changes(one) && one.tenant_names.length > 0)
const beginning = naming.filter(begins)
const others = naming.filter((one) => !begins(one))

/** What a person alone decides is asked by one who has signed in. */
const callerOf = ({ person }: (typeof naming)[number]) => (person ? cast.sessions.pat : cast.platform)

/** The example, for the archived workspace. */
const input = (one: (typeof naming)[number]) => ({
  ...exampleOf(one),
  ...Object.fromEntries(one.tenant_names.map((name) => [name, 'ten_bakery'])),
})

forEachOperation(beginning)('%s is refused there, and changes nothing', async (_, one) => {
  const before = cast.rows()
  const { status, json } = await ask(cast, one, callerOf(one), input(one))
  expect([status, json?.error?.message]).toEqual([409, 'The workspace "Bakery" is archived. Restore it first.'])
  expect(cast.rows()).toBe(before)
})

forEachOperation(others)('%s is not refused for that', async (_, one) => {
  const { json } = await ask(cast, one, callerOf(one), input(one))
  expect(json?.error?.message ?? '').not.toContain('is archived')
})

test('both kinds of operation are tried', () => {
  expect([beginning.length > 5, others.length > 5]).toEqual([true, true])
})
