/** Criterion 1: signatures are read by a foreign library and by a verifier that shares no code with ours. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { rotateSecret } from '../../../src/features/webhooks/index.ts'
import { HOUR, millis } from '../../../src/kernel/time/clock.ts'
import { type Got, type Hooks, hooks, receiver } from './receiving.ts'

let w: Hooks
let to: ReturnType<typeof receiver>
let made: ReturnType<Hooks['add']>

beforeAll(() => {
  w = hooks()
  to = receiver()
  made = w.add(`${to.origin}/in`)
})
afterAll(() => {
  to.stop()
  w.close()
})

async function next(): Promise<Got> {
  w.clock.set(new Date().toISOString())
  w.record()
  await w.send()
  return to.got.at(-1)!
}

/** Web Crypto instead of node:crypto, from the public key as people paste it. */
async function isByKey(got: Got, public_key: string): Promise<boolean> {
  const raw = Uint8Array.fromBase64(public_key.slice('whpk_'.length))
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = got.headers
  const given = signatures!.split(' ').find((one) => one.startsWith('v1a,'))!
  const signed = new TextEncoder().encode(`${id}.${at}.${got.body}`)
  return crypto.subtle.verify('Ed25519', key, Uint8Array.fromBase64(given.slice(4)), signed)
}

const isBySecret = (got: Got, secret: string): boolean => {
  try {
    new Webhook(secret).verify(got.body, got.headers)
    return true
  } catch {
    return false
  }
}

test('a body verifies with the library standardwebhooks, and its ed25519 signature with Web Crypto', async () => {
  const got = await next()
  expect(isBySecret(got, made.secret)).toBe(true)
  expect(await isByKey(got, made.row.public_key)).toBe(true)
  const bent = { ...got, body: got.body.replace('Autumn', 'Autumm') }
  expect(isBySecret(bent, made.secret)).toBe(false)
  expect(await isByKey(bent, made.row.public_key)).toBe(false)
  expect(got.headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/)
  expect(Math.abs(Number(got.headers['webhook-timestamp']) - millis(w.clock.now()) / 1000)).toBeLessThan(2)
})

test('after a rotation both secrets verify; once the overlap is over, only the new one', async () => {
  const secret = w.db.write((tx) => rotateSecret(tx, w.app, w.endpoint(made.row.id), 1))
  const both = await next()
  expect([isBySecret(both, made.secret), isBySecret(both, secret)]).toEqual([true, true])
  w.db.write((tx) => tx.run('update webhook_endpoints set old_until = ?', new Date(Date.now() - HOUR).toISOString()))
  const after = await next()
  expect([isBySecret(after, made.secret), isBySecret(after, secret)]).toEqual([false, true])
  expect(await isByKey(after, made.row.public_key)).toBe(true)
})

test('a rotation without overlap ends the old secret at once', async () => {
  const before = w.db.write((tx) => rotateSecret(tx, w.app, w.endpoint(made.row.id), 0))
  const now = w.db.write((tx) => rotateSecret(tx, w.app, w.endpoint(made.row.id), 0))
  const got = await next()
  expect([isBySecret(got, before), isBySecret(got, now)]).toEqual([false, true])
})
