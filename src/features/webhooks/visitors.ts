import { signedSample } from '../../kernel/secrets/webhook-signatures.ts'
import { millis, SECOND, type Time } from '../../kernel/time/clock.ts'
import { sampleOf } from './index.ts'

/** A webhook request of this moment, so that a receiver which checks the time accepts it too. */
export function signedRequest(site_url: string, now: Time) {
  const body = JSON.stringify({ ...sampleOf('webhook.test'), timestamp: now })
  const timestamp = Math.floor(millis(now) / SECOND)
  const { id, signature, secret, public_key } = signedSample(body, timestamp)
  const lines = [
    'POST /your-address HTTP/1.1',
    'content-type: application/json',
    `user-agent: Signalpost-Webhooks (+${site_url})`,
    `webhook-id: ${id}`,
    `webhook-timestamp: ${timestamp}`,
    `webhook-signature: ${signature}`,
    '',
    body,
  ]
  return { text: lines.join('\n'), secret, public_key }
}
