import { expect, test } from 'bun:test'
import { masking } from '../../src/upstream/http.ts'

test('a secret is struck out of JSON as PHP writes it, with its slashes escaped', () => {
  const mask = masking(['k3y/with "odd" +signs'])
  expect(mask('{"error":"unknown key k3y\\/with \\"odd\\" +signs"}')).toBe('{"error":"unknown key [secret]"}')
})
