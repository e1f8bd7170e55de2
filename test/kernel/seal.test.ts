import { expect, test } from 'bun:test'
import { hintOf } from '../../src/kernel/seal.ts'

test.each([
  ['a long secret', '…cret'],
  ['secret', '…ret'],
  ['p', '…'],
  ['', '…'],
])('of the secret %p an answer shows %p: its end, and never more than half of it', (secret, hint) => {
  expect(hintOf(secret)).toEqual({ set: true, hint })
})
