import { afterEach, beforeEach, expect, test } from 'bun:test'
import { callerOfKey } from '../../../src/domains/keys/index.ts'
import { forgetPrograms, noteProgram, programsOf } from '../../../src/features/connect/programs.ts'
import { saveUses } from '../../../src/kernel/database/last-use.ts'
import type { Caller } from '../../../src/kernel/operation/caller.ts'
import { DAY, HOUR } from '../../../src/kernel/time/clock.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
let bot: Caller
beforeEach(async () => {
  w = world()
  bot = await keyOf('Bot')
})
afterEach(() => w.close())

async function keyOf(name: string): Promise<Caller> {
  const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', { name })
  return w.db.read((tx) => callerOfKey(tx, secret)!.caller as never)
}
const seenBy = (caller: Caller) => w.db.read((tx) => programsOf(tx, caller, 'ten_northwind'))
const names = (caller: Caller) => seenBy(caller).map(({ name }) => name)

test('a program is noticed with its first call, and its last call is told from then on', () => {
  const first = w.clock.now()
  noteProgram(w.app, bot, 'Desk')
  w.clock.turn(HOUR)
  noteProgram(w.app, bot, 'Desk')
  saveUses(w.db)
  expect(seenBy(bot)).toEqual([
    { id: expect.any(String), name: 'Desk', called_with: 'Bot', first_call_at: first, last_call_at: w.clock.now() },
  ])
})

test('calls that do not say whose they are count as those of the program that came last', () => {
  noteProgram(w.app, bot, undefined)
  noteProgram(w.app, bot, undefined)
  expect(names(bot)).toEqual([''])
  w.clock.turn(HOUR)
  noteProgram(w.app, bot, 'Desk')
  expect(names(bot)).toEqual(['Desk', ''])
})

test('a person sees all that called for them, a key itself alone, and nobody else any', async () => {
  const other = await keyOf('Other')
  noteProgram(w.app, bot, 'Desk')
  noteProgram(w.app, other, 'Phone')
  expect(names(callerOf('ada')).toSorted()).toEqual(['Desk', 'Phone'])
  expect([names(bot), names(other)]).toEqual([['Desk'], ['Phone']])
  for (const person of ['ben', 'vera', 'rita'] as const) expect(names(callerOf(person))).toEqual([])
})

test('one that calls itself a hundred names fills twenty lines', () => {
  for (let i = 0; i < 100; i++) noteProgram(w.app, bot, `Desk ${i}`)
  expect(w.db.read((tx) => tx.number('select count(*) from programs') as never) as unknown).toBe(20)
})

test('what did not call for three months is forgotten, and noticed anew when it comes back', () => {
  noteProgram(w.app, bot, 'Desk')
  w.clock.turn(80 * DAY)
  expect(w.db.write((tx) => forgetPrograms(tx, 100))).toBe(0)
  w.clock.turn(11 * DAY)
  expect(w.db.write((tx) => forgetPrograms(tx, 100))).toBe(1)
  expect(names(bot)).toEqual([])
  noteProgram(w.app, bot, 'Desk')
  expect(names(bot)).toEqual(['Desk'])
})
