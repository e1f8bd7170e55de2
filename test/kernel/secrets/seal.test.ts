import { expect, test } from 'bun:test'
import { createSealer, hintOf } from '../../../src/kernel/secrets/seal.ts'

const sealer = createSealer('a key for tests of thirty-two characters')
const PLACE = 'secrets:sealed:crawl:primary:api_key'

test.each(['', 'plain', 'ünïcode 🔑', 'x'.repeat(100_000)])(
  'what was sealed opens in its place, and there alone',
  (plain) => {
    const sealed = sealer.seal(plain, PLACE)
    expect(sealer.open(sealed, PLACE)).toBe(plain)
    expect(() => sealer.open(sealed, `${PLACE}2`)).toThrow()
    expect(() => sealer.open(sealed, '')).toThrow()
  },
)

test('a value sealed twice looks different, and shows nothing of itself', () => {
  const [one, two] = [sealer.seal('hunter2hunter2', PLACE), sealer.seal('hunter2hunter2', PLACE)]
  expect(one).not.toBe(two)
  expect(Buffer.from(one.slice(3), 'base64url').includes('hunter2')).toBe(false)
})

test('another key, one changed bit, a cut end or another version do not open', () => {
  const sealed = sealer.seal('plain', PLACE)
  expect(() => createSealer('another key for tests, as long as the first').open(sealed, PLACE)).toThrow()
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (const at of [0, 12, 28, bytes.length - 1]) {
    const bent = Buffer.from(bytes)
    bent[at]! ^= 1
    expect(() => sealer.open(`v1.${bent.toString('base64url')}`, PLACE)).toThrow()
  }
  for (const end of [5, 20, 27, bytes.length - 1])
    expect(() => sealer.open(`v1.${bytes.subarray(0, end).toString('base64url')}`, PLACE)).toThrow()
  expect(() => sealer.open(sealed.replace('v1.', 'v2.'), PLACE)).toThrow('unknown version')
})

const OLD = 'an older key, of thirty-two characters too'
const NEW = 'a newer key, of thirty-two characters too'

test('beside the current key older ones open, while the current one alone seals', () => {
  const [before, during, after] = [createSealer(OLD), createSealer([NEW, OLD]), createSealer(NEW)]
  expect(during.open(before.seal('plain', PLACE), PLACE)).toBe('plain')
  expect(after.open(during.seal('plain', PLACE), PLACE)).toBe('plain')
  expect(() => before.open(during.seal('plain', PLACE), PLACE)).toThrow(PLACE)
})

test('a value of an older key is sealed anew, one of the current key left alone, one of another refused', () => {
  const both = createSealer([NEW, OLD])
  const anew = both.renew(createSealer(OLD).seal('plain', PLACE), PLACE)
  expect(createSealer(NEW).open(anew!, PLACE)).toBe('plain')
  expect(both.renew(anew!, PLACE)).toBeNull()
  expect(() => both.renew(sealer.seal('plain', PLACE), PLACE)).toThrow()
  expect(() => both.renew(createSealer(OLD).seal('plain', 'elsewhere'), PLACE)).toThrow()
})

test('a key is named after itself alone, and its name is no part of it', () => {
  const { key_id } = createSealer([NEW, OLD])
  expect(key_id).toMatch(/^[0-9a-f]{8}$/)
  expect(createSealer(NEW).key_id).toBe(key_id)
  expect(createSealer([OLD, NEW]).key_id).not.toBe(key_id)
})

test.each([
  ['a long secret', '…cret'],
  ['secret', '…ret'],
  ['p', '…'],
  ['', '…'],
])('of the secret %p an answer shows %p: its end, and never more than half of it', (secret, hint) => {
  expect(hintOf(secret)).toEqual({ set: true, hint })
})
