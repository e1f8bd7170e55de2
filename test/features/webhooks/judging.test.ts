/** A header may have hundreds of signatures and a body megabytes: the body is hashed once for each key. */
import { afterAll, beforeEach, expect, spyOn, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { judgeSignatures, signedSample } from '../../../src/kernel/secrets/webhook-signatures.ts'

const digest = spyOn(Object.getPrototypeOf(createHmac('sha256', 'x')), 'digest')
beforeEach(() => void digest.mockClear())
afterAll(() => digest.mockRestore())

const message = { id: 'msg_1', timestamp: 1614265330, body: '{"é":1}' }
const { public_key, secret } = signedSample(message.body, message.timestamp)
const hmacs = () => digest.mock.calls.length

test('the body is hashed once for each secret, however many signatures are given', () => {
  const other = `whsec_${Buffer.alloc(32).toString('base64')}`
  judgeSignatures('v1,x '.repeat(666), [secret, public_key, other], message)
  expect(hmacs()).toBe(2)
})

test('ten signatures are judged, and no more', () => {
  const good = `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`msg_1.1614265330.${message.body}`)
    .digest('base64')}`
  const judged = (header: string) => judgeSignatures(header, [secret], message).map(({ matches }) => matches)
  expect(judged(`${'v1,x '.repeat(9)}${good}`)).toEqual([...Array(9).fill(false), true])
  expect(judged(`${'v1,x '.repeat(10)}${good}`)).toEqual(Array(10).fill(false))
  expect(judgeSignatures(`v1a,x ${good} v2,x`, [secret], message)).toEqual([
    { scheme: 'v1a', matches: null },
    { scheme: 'v1', matches: true },
    { scheme: 'v2', matches: null },
  ])
})

test('octets of a body are judged like its text', () => {
  const { id, signature } = signedSample(message.body, 7)
  for (const body of [message.body, new TextEncoder().encode(message.body)])
    for (const key of [secret, public_key])
      expect(judgeSignatures(signature, [key], { id, timestamp: 7, body }).map(({ matches }) => matches)).toContain(
        true,
      )
})
