/**
 * Messages of Amazon SNS, which carry the reports of SES: docs.aws.amazon.com/sns/latest/dg/
 * sns-verify-signature-of-message.html (read 2026-11).
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { App } from '../../../kernel/operation/app.ts'
import { Fault } from '../../../kernel/operation/fault.ts'
import type { Fields } from '../../../kernel/operation/shape.ts'
import { DAY, millis } from '../../../kernel/time/clock.ts'
import { type SafeFetch, SafeFetchError } from '../../../kernel/web-fetch/safe-fetch.ts'

/** Certificates and confirmations are at these addresses alone. */
const OF_AWS = /^sns\.[a-z0-9-]{3,30}\.amazonaws\.com(\.cn)?$/
/**
 * The path of a certificate. The same hosts answer questions of any customer, with texts that the customer wrote: a
 * certificate of their own among them (spaceraccoon.dev/exploiting-improper-validation-amazon-simple-notification-service).
 */
const CERTIFICATE = /^\/SimpleNotificationService-[a-zA-Z0-9]{1,64}\.pem$/
const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const
type SnsType = keyof typeof SIGNED

type Fetch = Pick<App, 'fetch'>
/** Amazon sends to a web address again for an hour: docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html. */
const SENT_AGAIN = DAY
export type SnsMessage = { type: SnsType; topic: string; message: string; confirm_at: string | null }

const refused = (message: string): Fault => new Fault('unauthorized', message)

/** The message, once its signature is known to be Amazon's. Throws 401. */
export async function openSns(app: Fetch & Pick<App, 'clock'>, body: Fields): Promise<SnsMessage> {
  const { Type, TopicArn, Message, SubscribeURL } = body
  const names = typeof Type === 'string' && Object.hasOwn(SIGNED, Type) ? SIGNED[Type as SnsType] : null
  if (!names || typeof TopicArn !== 'string' || typeof Message !== 'string')
    throw refused('This is no message of Amazon SNS. Turn off raw message delivery at the subscription.')
  const signed = names
    .filter((name) => typeof body[name] === 'string')
    .map((name) => `${name}\n${body[name]}\n`)
    .join('')
  const digest = body.SignatureVersion === '2' ? 'sha256' : 'sha1'
  const key = await keyAt(app, body.SigningCertURL)
  if (!verify(digest, Buffer.from(signed), key, Buffer.from(String(body.Signature ?? ''), 'base64')))
    throw refused('The signature of this message is not one of Amazon SNS.')
  const age = millis(app.clock.now()) - Date.parse(String(body.Timestamp))
  if (!(Math.abs(age) <= SENT_AGAIN)) throw refused('This message is not of today: it may have been sent once more.')
  return {
    type: Type as SnsType,
    topic: TopicArn,
    message: Message,
    confirm_at: Type === 'SubscriptionConfirmation' ? addressOfAws(SubscribeURL).href : null,
  }
}

/** Says to Amazon that the topic may send here. */
export async function confirmSns({ fetch }: Fetch, at: string): Promise<void> {
  const { status } = await get(fetch, at)
  if (status >= 300)
    throw refused(`Amazon answered ${status} to the confirmation. Request it again in the SNS console.`)
}

async function get(fetch: SafeFetch, at: string) {
  try {
    return await fetch(at, { max_body: 64 * 1024, on_too_large: 'truncate', follow: () => false })
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    throw new Fault('upstream_unavailable', `Amazon was not reached: ${error.message}.`)
  }
}

function addressOfAws(given: unknown): URL {
  const url = typeof given === 'string' ? URL.parse(given) : null
  if (url?.protocol !== 'https:' || url.port !== '' || !OF_AWS.test(url.hostname) || url.username)
    throw refused('An address in this message is not one of Amazon SNS.')
  return url
}

/** Keys by the address of their certificate: Amazon has one or two a region. */
const cache = new WeakMap<SafeFetch, Map<string, KeyObject>>()
const MOST_KEYS = 20

async function keyAt({ fetch }: Fetch, given: unknown): Promise<KeyObject> {
  const { href: at, pathname, search, hash } = addressOfAws(given)
  if (!CERTIFICATE.test(pathname) || search || hash) throw refused(NO_CERTIFICATE)
  const keys = cache.get(fetch) ?? new Map<string, KeyObject>()
  cache.set(fetch, keys)
  const known = keys.get(at)
  if (known) return known
  const { status, body } = await get(fetch, at)
  if (status !== 200) throw refused(`Amazon answered ${status} for its certificate.`)
  const key = rsaKeyIn(body)
  if (keys.size >= MOST_KEYS) keys.clear()
  keys.set(at, key)
  return key
}

const NO_CERTIFICATE = 'The certificate of this message is not one of Amazon SNS.'

function rsaKeyIn(pem: Uint8Array): KeyObject {
  try {
    const key = createPublicKey(Buffer.from(pem))
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {}
  throw refused(NO_CERTIFICATE)
}
