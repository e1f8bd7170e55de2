/** What is out of reach is not there: the same 404 for a stranger's thing and for none, in every role, before the rest is judged. */
import { describe, expect, test } from 'bun:test'
import { atLeast, ROLES, type Role } from '../../src/kernel/operation/caller.ts'
import { type AnyOperation, changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { WHOLE } from '../long/whole.ts'
import { readDocument } from './document.ts'
import { castOfFile, forEachOperation } from './each.ts'
import { anonymous, inputsOf, namesIn, OF_THE_INSTALL, operationsThatName, PERSONAL, unknown } from './naming.ts'
import { ALL_PLACES, type Place, within } from './places.ts'
import { type Answered, ask, exampleOf, type Input, takesBody } from './request.ts'

const cast = await castOfFile()
const document = await readDocument(cast)

const each = forEachOperation(operationsThatName)

describe('the cast', () => {
  each('has in every place what an example of %s names', (_, operation) => {
    const inputs = inputsOf(operation)
    for (const name of namesIn(operation)) {
      const input = inputs.find((one) => name in one)
      expect([name, input?.[name]]).toEqual([name, expect.anything()])
      // People, their sessions, providers, invites, the waitlist and blocks are of the install; the others have copies.
      if (!/^(usr|ses|inv|wai|blk|idp|idn)_/.test(String(input![name])) && !OF_THE_INSTALL.includes(operation.name))
        for (const place of ALL_PLACES.filter((one) => one !== 'parent'))
          expect([name, cast.moved(input![name], place)]).not.toEqual([name, input![name]])
    }
  })
})

describe('an id that is unknown, and one of another tree, are the same 404', () => {
  each('for %s, also when the rest of the request is broken', async (_, operation) => {
    const platform = operation.role === 'platform'
    const { person } = operation
    const admin = person ? cast.sessions.pat : cast.platform
    const who = platform ? admin : cast.team.owner[person ? 'session' : 'key']
    for (const input of inputsOf(operation)) {
      const own = cast.moved(input, 'own')
      for (const name of namesIn(operation).filter((one) => one in input)) {
        const foreign = platform
          ? []
          : ALL_PLACES.filter((place) => !within(place)).map((place) => cast.moved(input, place))
        const values = [unknown(input[name]), ...foreign.map((one) => one[name])].filter((value) => value !== own[name])
        const answers: Answered[] = []
        for (const value of values) {
          const asked = { ...own, [name]: value }
          answers.push(await ask(cast, operation, who, asked))
          if (operation.path_names.includes(name) || operation.tenant_names.includes(name)) {
            const stray = { ...only(asked, [...operation.path_names, name]), surprise: '1' }
            answers.push(await ask(cast, operation, who, stray))
          }
          if (operation.path_names.includes(name) && takesBody(operation))
            answers.push(await ask(cast, operation, who, asked, '{broken'))
        }
        expect([name, ...answers.map(({ status }) => status)]).toEqual([name, ...answers.map(() => 404)])
        expect(new Set(answers.map(anonymous)).size).toBe(1)
        expect(answers.flatMap((answer) => document.faultsOf(operation, answer))).toEqual([])
      }
    }
  })
})

const only = (input: Input, names: string[]): Input => Object.fromEntries(names.map((name) => [name, input[name]]))

const VIA = ['key', 'session'] as const
/** A change is judged by one of the four neighbours (two places, key and session) in turn; the long run by all. */
const isTurn = (n: number): boolean => WHOLE || n % 2 === 0

describe('the tenancy matrix', () => {
  each('%s: every role, by key and by session, in every place', async (_, operation) => {
    const wrong: unknown[] = []
    for (const input of inputsOf(operation))
      for (const [n, place] of ALL_PLACES.entries())
        for (const [m, role] of ROLES.entries())
          for (const via of WHOLE ? VIA : [VIA[((operations.indexOf(operation) + n + m) >> 1) % VIA.length]!]) {
            if (!isTurn(operations.indexOf(operation) + n + m)) continue
            const answer = await ask(cast, operation, cast.team[role][via], cast.moved(input, place))
            const wanted = expected(operation, role, via, place)
            if (!wanted.includes(answer.status)) wrong.push([place, role, via, answer.status, answer.json?.error])
            wrong.push(...document.faultsOf(operation, answer))
            if (answer.status === 200 && operation.method !== 'GET') cast.reset()
          }
    expect(wrong).toEqual([])
  })

  each('%s: the platform admin reaches every place', async (_, operation) => {
    for (const input of inputsOf(operation))
      for (const place of ALL_PLACES) {
        const who = operation.person ? cast.sessions.pat : cast.platform
        const { status, json } = await ask(cast, operation, who, cast.moved(input, place))
        if (!inside(operation).includes(status)) throw new Error(`${place}: ${status} ${JSON.stringify(json?.error)}`)
        if (operation.method !== 'GET') cast.reset()
      }
  })
})

/** What cannot be done in every place, though all are seen: a tree, a plan, a purse and a customer have rules of their own. */
const BOUND_BY_RULES = [
  'update_tenant',
  'delete_tenant',
  'allocate_credits',
  'set_tenant_plan',
  'change_plan',
  'open_billing_portal',
]

const inside = ({ name }: AnyOperation): number[] => (BOUND_BY_RULES.includes(name) ? [200, 409, 422] : [200])

/** People are of the install; the one whom the example of this names is in none of the places. */
const OF_NO_PLACE = 'reset_factors'

function expected(operation: AnyOperation, role: Role, via: 'key' | 'session', place: Place): number[] {
  const { role: least, person } = operation
  if (person && via === 'key') return [403]
  if (least === 'platform' || (least !== null && !atLeast(role, least))) return [403]
  if (role === 'client_viewer' && via === 'key' && changes(operation)) return [403]
  return within(place) && operation.name !== OF_NO_PLACE ? inside(operation) : [404]
}

describe("what belongs to another person's login", () => {
  test.each(PERSONAL)('is as unknown to the owner and the platform admin as nothing at all: %s', async (name) => {
    const operation = operations.find((one) => one.name === name)!
    const [id] = operation.path_names as [string]
    for (const who of [
      cast.team.owner.session,
      cast.sessions.ben,
      operation.person ? cast.sessions.pat : cast.platform,
    ]) {
      const foreign = await ask(cast, operation, who, exampleOf(operation))
      const none = await ask(cast, operation, who, { ...exampleOf(operation), [id]: 'nothing-here' })
      expect([foreign.status, anonymous(foreign)]).toEqual([404, anonymous(none)])
    }
  })
})
