/** How a mail service proves that a call is its own, beside the secret in the address. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { Fault, invalid } from '../../../kernel/operation/fault.ts'
import { type Fields, isFields } from '../../../kernel/operation/shape.ts'
import { hmac, isSame } from '../../../kernel/secrets/signatures.ts'
import { DAY, MINUTE, millis, SECOND, type Time } from '../../../kernel/time/clock.ts'
import type { BounceService } from './shapes.ts'

type Signed = { key: string; headers: Headers; raw: Uint8Array; body: unknown; now: Time }

/** Signatures are older than this only where a call is played again: docs.svix.com says five minutes. */
const TOLERANCE = 5 * MINUTE
/**
 * Mailgun sends again for 8 hours, SendGrid for 24, and was seen to do so for 29 (github.com/sendgrid/docs/issues/2933).
 * Neither says whether a repeated call has a new time.
 */
const SENT_AGAIN = 2 * DAY

/** Whether the seconds of a signature are this close to now. */
const isNear = (seconds: unknown, now: Time, tolerance: number): boolean =>
  seconds !== '' && Math.abs(millis(now) - Number(seconds) * SECOND) <= tolerance

const PROOFS: Partial<Record<BounceService, (call: Signed) => boolean>> = { mailgun, sendgrid, resend }
/** Services with a key to enter. Amazon's is fetched from Amazon. */
export const SIGNS: ReadonlySet<BounceService> = new Set(Object.keys(PROOFS) as BounceService[])

/** Throws 401 for a call whose signature does not match the key that was entered. */
export function assertProven(service: BounceService, call: Omit<Signed, 'key'> & { key: string | undefined }): void {
  const { key, ...rest } = call
  if (key !== undefined && PROOFS[service] && !PROOFS[service]({ ...rest, key }))
    throw new Fault('unauthorized', 'The signature is not one that the signing key of this service made of this body.')
}

/** Throws 422 for a key that could never match. */
export function assertKey(service: BounceService, key: string): void {
  const wrong = (message: string) => invalid({ path: 'signing_key', message })
  if (service === 'sendgrid' && !publicKey(key))
    throw wrong('must be the verification key that SendGrid shows: base64 that begins with MF')
  if (service === 'resend' && !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(key))
    throw wrong('must be the signing secret that Resend shows: it begins with whsec_')
}

/** documentation.mailgun.com, Securing Webhooks: HMAC-SHA256 of timestamp and token. */
function mailgun({ key, body, now }: Signed): boolean {
  const { timestamp, token, signature } = isFields(body) && isFields(body.signature) ? body.signature : ({} as Fields)
  if (!isNear(timestamp, now, SENT_AGAIN)) return false
  return isSame(hmac('sha256', key, `${timestamp}${token}`).toString('hex'), String(signature ?? '').toLowerCase())
}

/** twilio.com/docs/sendgrid, Event Webhook Security Features: ECDSA over timestamp and body. */
function sendgrid({ key, headers, raw, now }: Signed): boolean {
  const signature = headers.get('x-twilio-email-event-webhook-signature') ?? ''
  const timestamp = headers.get('x-twilio-email-event-webhook-timestamp') ?? ''
  if (!isNear(timestamp, now, SENT_AGAIN)) return false
  const by = publicKey(key)
  const signed = Buffer.concat([Buffer.from(timestamp), raw])
  // An Ed25519 key signs without a digest of its own.
  const digest = by?.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return by !== null && verify(digest, signed, by, Buffer.from(signature, 'base64'))
}

function publicKey(key: string): KeyObject | null {
  try {
    const pem = key.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    return createPublicKey({ key: Buffer.from(pem, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** docs.svix.com, Verifying payloads manually: HMAC-SHA256 of id, timestamp and body. */
function resend({ key, headers, raw, now }: Signed): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`svix-${name}`) ?? '')
  if (!isNear(timestamp, now, TOLERANCE)) return false
  const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64')
  const expected = hmac('sha256', secret, `${id}.${timestamp}.`, raw).toString('base64')
  return signatures!.split(/\s+/, 10).some((one) => one.startsWith('v1,') && isSame(one.slice('v1,'.length), expected))
}
