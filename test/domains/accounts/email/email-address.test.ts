import { afterEach, beforeEach, expect, test } from 'bun:test'
import { assertOneScript, plainEmail } from '../../../../src/domains/accounts/index.ts'
import { refusal } from '../../../refusal.ts'
import { type World, world } from '../../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

test('spellings of one address are one: case, spaces, full-width letters, the root of its domain, the Kelvin sign', () => {
  for (const spelling of [
    ' Ada@Northwind.example',
    'ａda@northwind.example',
    'ADA@NORTHWIND.EXAMPLE',
    'ada@northwind.example.',
    'ada@northwind.example。',
  ])
    expect(plainEmail(spelling)).toBe('ada@northwind.example')
  expect(plainEmail('\u212Aim@b.example')).toBe('kim@b.example')
})

test('a domain in other letters is shown as the network has it', () => {
  expect(plainEmail('a@bücher.example')).toBe('a@xn--bcher-kva.example')
})

test('one word of an address has letters of one alphabet, or of those that are written together', () => {
  for (const fair of [
    'ada@northwind.example',
    'иван@почта.example',
    'ada.иван@b.example',
    '山田さん@b.example',
    'a1@b.example',
  ])
    expect(() => assertOneScript(fair)).not.toThrow()
  for (const alike of ['a@exаmple.example', 'аda@b.example', 'ada@b.exаmple', 'adα@b.example'])
    expect(() => assertOneScript(alike)).toThrow('several alphabets')
  for (const hidden of ['\u200b', '\u00ad', '\u2060', '\u202e', '\ufe0f', '\u034f', '\u115f'])
    expect(() => assertOneScript(`ad${hidden}a@b.example`)).toThrow('invisible')
})

test('a look-alike is no account and no address of one, whichever way it is asked for', async () => {
  const email = 'olga@nоrthwind.example'
  for (const ask of [
    w.call('ada', 'add_own_member', { email, role: 'member' }),
    w.call('ada', 'update_profile', { email }),
    w.call('pat', 'update_user', { id: 'usr_vera', email }),
  ])
    expect(await refusal(ask)).toMatchObject({ code: 'validation_failed', details: { issues: [{ path: 'email' }] } })
  const users = () => w.db.read((tx) => tx.count('select count(*) from users'))
  const before = users()
  await w.call('ada', 'add_own_member', { email: 'ＢＥＮ@northwind.example', role: 'member' }).catch(() => null)
  expect(users()).toBe(before)
})
