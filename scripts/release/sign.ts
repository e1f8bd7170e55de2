/**
 * `bun scripts/release/sign.ts --key FILE manifest.json`: signs a file as minisign does. The key is read from a file, or
 * from stdin with `--key -`; never from the environment. `--new-key FILE` makes a pair and prints its public half.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { blake2b } from '../../src/features/releases/minisign.ts'

/** What DER writes before the 32 bytes of an Ed25519 seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export type SecretKey = { id: Buffer; seed: Buffer; public_key: string }

/** A secret key as `minisign -G -W` writes it: without a password. */
export function readSecretKey(text: string): SecretKey {
  const bytes = Buffer.from(text.trim().split('\n').at(-1)!, 'base64')
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error('this is no secret key of minisign')
  if (bytes.readUInt16LE(2) !== 0)
    throw new Error('the key has a password: sign manifest.json with minisign itself (minisign -S -m manifest.json)')
  const [id, seed, key] = [bytes.subarray(54, 62), bytes.subarray(62, 94), bytes.subarray(94, 126)]
  const { x } = createPublicKey(privateKey(seed)).export({ format: 'jwk' })
  if (x !== key.toString('base64url')) throw new Error('the secret key is damaged')
  return { id, seed, public_key: publicLine(id, key) }
}

/** A new key: the file of its secret half, and the line of its public one. */
export function newKey(): { secret: string; public_key: string } {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const [id, seed, key] = [randomBytes(8), Buffer.from(jwk.d!, 'base64url'), Buffer.from(jwk.x!, 'base64url')]
  const head = Buffer.concat([Buffer.from('Ed\0\0B2', 'latin1'), Buffer.alloc(48)])
  const secret = Buffer.concat([head, id, seed, key, Buffer.alloc(32)]).toString('base64')
  return {
    secret: `untrusted comment: minisign secret key of Signalpost releases\n${secret}\n`,
    public_key: publicLine(id, key),
  }
}

/** The text of `FILE.minisig`. The same data, comment and key give the same bytes. */
export function signatureOf(data: Uint8Array, { id, seed }: SecretKey, comment: string): string {
  const key = privateKey(seed)
  const value = sign(null, blake2b(data), key)
  const whole = sign(null, Buffer.concat([value, Buffer.from(comment)]), key)
  const first = Buffer.concat([Buffer.from('ED'), id, value]).toString('base64')
  return `untrusted comment: signature of a Signalpost release\n${first}\ntrusted comment: ${comment}\n${whole.toString('base64')}\n`
}

const publicLine = (id: Uint8Array, key: Uint8Array): string =>
  Buffer.concat([Buffer.from('Ed'), id, key]).toString('base64')

const privateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, 'new-key': { type: 'string' } },
  })
  if (values['new-key']) {
    const { secret, public_key } = newKey()
    writeFileSync(values['new-key'], secret, { mode: 0o600, flag: 'wx' })
    console.log(public_key)
  } else if (values.key && positionals.length === 1) {
    const [file] = positionals as [string]
    const key = readSecretKey(readFileSync(values.key === '-' ? 0 : values.key, 'utf8'))
    writeFileSync(`${file}.minisig`, signatureOf(readFileSync(file), key, `file:${file.split('/').at(-1)}`))
  } else {
    console.error('sign.ts --key FILE manifest.json, or sign.ts --new-key FILE')
    process.exit(2)
  }
}
