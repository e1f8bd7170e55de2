/** Every declared example runs, as the least role that may run it, and answers what the document promises. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { type AnyOperation, changes } from '../../../src/kernel/operation/operation.ts'
import { holdRestored } from '../../../src/kernel/scheduling/restored.ts'
import { operations } from '../../../src/operations/index.ts'
import { expectBooksToBalance } from '../../books.ts'
import { readDocument } from '../document.ts'
import { castOfFile, forEachOperation } from '../each.ts'
import { ask, exampleOf } from '../request.ts'
import type { Credential } from '../seed-cast.ts'

const cast = await castOfFile()
const document = await readDocument(cast)
beforeEach(() => cast.reset())

/** Lists of a person's own login, which a key for less than they may do sees empty. */
const OF_THE_LOGIN = ['list_sessions', 'list_oauth_grants']

/** The example of what anyone may do to their own account speaks of Ada's, unless it would end it. */
function leastCaller(operation: AnyOperation): Credential {
  if (operation.role === 'platform') return operation.person ? cast.sessions.pat : cast.platform
  if (operation.person && operation.role) return cast.agency[operation.role].session
  if (operation.role !== null || !(operation.person || changes(operation) || OF_THE_LOGIN.includes(operation.name)))
    return cast.northwind[operation.role ?? 'client_viewer']
  return cast.sessions[operation.name === 'delete_profile' ? 'ben' : 'ada']
}

describe('the declared example of', () => {
  forEachOperation()('%s answers as documented', async (_, operation) => {
    const answer = await ask(cast, operation, leastCaller(operation))
    expect(document.faultsOf(operation, answer)).toEqual([])
    expect([answer.status, answer.json?.error]).toEqual([200, undefined])
    expect(answer.text.length).toBeGreaterThan(operation.produces ? 0 : '{"ok":true,"data":{}}'.length)
    expectBooksToBalance(cast.db)
  })

  // The pre-flight is no reading for viewers, since it fetches; but no row of ours changes.
  const written = operations.filter((one) => changes(one) && one.name !== 'preflight_urls')
  forEachOperation(written)('%s leaves one line in the audit trail, by its name', async (name, operation) => {
    const count = () => cast.db.read((tx) => tx.count('select count(*) from audit where action = ?', name))
    const before = count()
    if (name === 'release_restored') cast.db.write((tx) => holdRestored(tx, tx.now, true) as undefined)
    await ask(cast, operation, leastCaller(operation))
    expect(count()).toBe(before + 1)
  })

  // What a supplier reports when it is asked is kept, and which links were pushed, before they are compared.
  const keeping = ['sync_job', 'preview_standing_push']
  const silent = operations.filter((one) => !written.includes(one) && !keeping.includes(one.name))
  forEachOperation(silent)('%s changes no row', async (_, operation) => {
    const before = cast.rows()
    await ask(cast, operation, leastCaller(operation))
    expect(cast.rows()).toBe(before)
  })
})

test('every list in an example has something in it', async () => {
  const empty: string[] = []
  for (const operation of operations.filter((one) => one.method === 'GET' && !one.produces)) {
    const { json } = await ask(cast, operation, leastCaller(operation))
    const { items } = (json?.data ?? {}) as { items?: unknown[] }
    if (items?.length === 0) empty.push(`${operation.name} ${JSON.stringify(exampleOf(operation))}`)
  }
  expect(empty).toEqual([])
})
