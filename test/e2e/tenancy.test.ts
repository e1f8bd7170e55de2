/**
 * Through the binary: two agencies in one install, with clients and every resource on both sides. Neither sees or
 * changes anything of the other, whatever it calls it by. What answers say unasked is in `traces.test.ts`.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { atLeast, ROLES, type Role } from '../../src/kernel/operation/caller.ts'
import { type AnyOperation, changes } from '../../src/kernel/operation/operation.ts'
import { anonymous, inputsOf, namesIn, operationsThatName, unknown } from '../contract/naming.ts'
import type { Place } from '../contract/places.ts'
import { ask, type Input } from '../contract/request.ts'
import type { Team } from '../contract/seed-cast.ts'
import { WHOLE } from '../long/whole.ts'
import { type Install, runOn, type Seeded, seededFolder } from './seeded.ts'

setDefaultTimeout(600_000)

let seeded: Seeded
let install: Install
let rows: string
beforeAll(async () => {
  seeded = await seededFolder({ of_each: 12 })
  install = await runOn(seeded.folder)
  rows = install.rows()
})
afterAll(async () => {
  await install.close()
  seeded.forget()
})

const VIA = ['key', 'session'] as const
/** A change is judged by who may most and who may least; `contract/reach.test.ts` has every role without the binary. */
const ASKING: readonly Role[] = WHOLE ? ROLES : ['owner', 'client_viewer']
/** Where callers stand, and places that are none of their business. `null` is where the examples themselves are. */
const STRANGERS: Record<Team, (Place | null)[]> = {
  agency: ['other', 'other_client'],
  team: ['sibling', 'parent', 'other', 'other_client', null],
  rival: ['own', 'child', 'sibling', 'parent', null],
}
const HOME: Record<Team, Place | null> = { agency: null, team: 'own', rival: 'other' }

const at = (input: Input, place: Place | null): Input => (place === null ? input : seeded.moved(input, place))

const each = test.each(operationsThatName.map((one) => [one.name, one] as const))

describe("what is another agency's, or of another part of the own", () => {
  each('is to %s as unknown as what is nowhere, for every role, and stays as it was', async (_, operation) => {
    const asked = (Object.keys(STRANGERS) as Team[]).flatMap((team) =>
      ASKING.flatMap((role) => VIA.map((via) => strangersAsk(operation, team, role, via))),
    )
    expect((await Promise.all(asked)).flat()).toEqual([])
    expect(changed()).toBe('')
  })
})

/** What is wrong with the answers to one caller who asks about every foreign place, and about nothing. */
async function strangersAsk(operation: AnyOperation, team: Team, role: Role, via: 'key' | 'session') {
  const wrong: unknown[] = []
  const who = seeded[team][role][via]
  const wanted = refusal(operation, role, via)
  for (const input of inputsOf(operation))
    for (const names of partsOf(namesIn(operation).filter((name) => name in input))) {
      const home = at(input, HOME[team])
      const nowhere = await ask(install, operation, who, { ...home, ...naming(names, (name) => unknown(home[name])) })
      const told = [nowhere.status, nowhere.json?.error?.code]
      if (!Bun.deepEquals(told, wanted)) wrong.push([team, role, via, 'nowhere', wanted, nowhere.text])
      for (const place of STRANGERS[team]) {
        const there = at(input, place)
        if (names.every((name) => there[name] === home[name])) continue
        const foreign = { ...home, ...naming(names, (name) => there[name]) }
        const answer = await ask(install, operation, who, foreign)
        if (answer.status !== nowhere.status || anonymous(answer) !== anonymous(nowhere))
          wrong.push([team, role, via, place, foreign, answer.status, answer.text.slice(0, 300)])
      }
    }
  return wrong
}

/** Everything that is named; and each thing alone, where there are several. */
const partsOf = (names: string[]): string[][] => [names, ...(names.length > 1 ? names.map((name) => [name]) : [])]

const naming = (names: string[], value: (name: string) => unknown): Input =>
  Object.fromEntries(names.map((name) => [name, value(name)]))

function refusal(operation: AnyOperation, role: Role, via: 'key' | 'session'): [status: number, code: string] {
  const { role: least } = operation
  if (least === 'platform') return [403, 'forbidden']
  if (role === 'client_viewer' && via === 'key' && changes(operation)) return [403, 'read_only_key']
  if (operation.person && via === 'key') return [403, 'forbidden']
  return least === null || atLeast(role, least) ? [404, 'not_found'] : [403, 'forbidden']
}

/** Where the rows differ from those at the start. */
function changed(): string {
  const now = install.rows()
  if (now === rows) return ''
  const from = [...now].findIndex((char, i) => char !== rows[i])
  return `${rows.slice(from - 200, from + 200)} -> ${now.slice(from - 200, from + 200)}`
}
