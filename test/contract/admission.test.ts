/** Who gets in: without a credential 401, with too low a role 403, before anything else is judged. */
import { describe, expect } from 'bun:test'
import { atLeast, ROLES, type Role } from '../../src/kernel/operation/caller.ts'
import { type AnyOperation, changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { readDocument } from './document.ts'
import { castOfFile, forEachOperation } from './each.ts'
import { type Answered, ask, exampleOf } from './request.ts'

const cast = await castOfFile()
const document = await readDocument(cast)

const each = (chosen: (operation: AnyOperation) => boolean) => forEachOperation(operations.filter(chosen))

const told = ({ status, json }: Answered) => [status, json?.error?.code]

describe('without a credential', () => {
  each(() => true)('%s is 401, whatever the request holds', async (_, operation) => {
    const refused = [401, 'unauthorized']
    expect(told(await ask(cast, operation, {}))).toEqual(refused)
    expect(told(await ask(cast, operation, { authorization: `Bearer ipk_${'0'.repeat(38)}` }))).toEqual(refused)
    expect(told(await ask(cast, operation, { cookie: 'sid=sps_nobody', 'sec-fetch-site': 'same-origin' }))).toEqual(
      refused,
    )
    if (operation.method !== 'GET') expect(told(await ask(cast, operation, {}, {}, '{broken'))).toEqual(refused)
  })
})

describe('a role that is too low', () => {
  each(({ role }) => role !== null)('%s is 403 to every role below its least, and changes nothing', async (_, op) => {
    const before = cast.rows()
    for (const role of ROLES.filter((one) => !mayAsk(op, one))) {
      const by_key = changes(op) && role === 'client_viewer' && op.role !== 'platform' ? 'read_only_key' : 'forbidden'
      expect(told(await ask(cast, op, cast.northwind[role]))).toEqual([403, by_key])
      for (const who of [cast.team[role].key, cast.team[role].session]) {
        const answer = await ask(cast, op, who, cast.moved(exampleOf(op), 'own'))
        expect(answer.status).toBe(403)
        expect(document.faultsOf(op, answer)).toEqual([])
      }
      if (op.method !== 'GET')
        expect((await ask(cast, op, cast.team[role].key, exampleOf(op), '{broken')).status).toBe(403)
    }
    expect(cast.rows()).toBe(before)
  })

  each((op) => op.role === null && changes(op))('%s is 403 to a read-only key, by that name', async (_, operation) => {
    expect(told(await ask(cast, operation, cast.northwind.client_viewer))).toEqual([403, 'read_only_key'])
  })
})

const mayAsk = ({ role }: AnyOperation, own: Role): boolean =>
  role !== 'platform' && (role === null || atLeast(own, role))
