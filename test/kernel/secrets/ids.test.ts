import { expect, test } from 'bun:test'
import { hashSecret, looksLikeSecret, newId, newSecret, prefixOf } from '../../../src/kernel/secrets/ids.ts'

test('ids sort as they were made, and say nothing twice', () => {
  const ids = Array.from({ length: 5000 }, newId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('a secret has the published form, and its own prefix', () => {
  for (let i = 0; i < 200; i++) {
    const secret = newSecret('ipk')
    expect(secret).toMatch(/^ipk_[0-9A-Za-z]{38}$/)
    expect(looksLikeSecret('ipk', secret)).toBe(true)
    expect(looksLikeSecret('sps', secret)).toBe(false)
  }
})

test('every typo of one character is seen without asking the database', () => {
  const secret = newSecret('ipk')
  for (let at = 4; at < secret.length; at++) {
    const other = secret[at] === 'A' ? 'B' : 'A'
    expect(looksLikeSecret('ipk', secret.slice(0, at) + other + secret.slice(at + 1))).toBe(false)
  }
  for (const text of ['', 'ipk', 'ipk_', `${secret}0`, secret.slice(1), secret.toLowerCase().replace('ipk', 'IPK')])
    expect(looksLikeSecret('ipk', text)).toBe(false)
})

test('the letters of secrets are drawn evenly', () => {
  const counts = new Map<string, number>()
  for (let i = 0; i < 4000; i++)
    for (const letter of newSecret('x').slice(2, 34)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const expected = (4000 * 32) / 62
  expect(counts.size).toBe(62)
  for (const n of counts.values()) expect(Math.abs(n - expected)).toBeLessThan(expected * 0.2)
})

test('what is kept and what is shown of a secret do not give it away', () => {
  const secret = newSecret('ipk')
  expect(hashSecret(secret)).toMatch(/^[0-9a-f]{64}$/)
  expect(hashSecret(secret)).toBe(new Bun.CryptoHasher('sha256').update(secret).digest('hex'))
  expect(prefixOf(secret)).toBe(secret.slice(0, 8))
})
