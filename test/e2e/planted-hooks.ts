/** Secrets in webhooks, deploy hooks, second factors and identity providers: entered, refused, and sent to a receiver that repeats them. */
import { randomBytes } from 'node:crypto'
import { codeOfStep, fromBase32, stepAt } from '../../src/domains/accounts/factors/totp.ts'
import { millis, type Time } from '../../src/kernel/time/clock.ts'
import { inputOf, type Planted } from './planted.ts'
import { site } from './site.ts'

/** Asks, and throws unless it is answered; nobody keeps the answer, which may show a secret once. */
type Must = <T>(method: string, path: string, body?: unknown) => Promise<T>
type Status = (method: string, path: string, body?: unknown) => Promise<number>
type Made = [name: string, secret: string][]

/** A webhook and a deploy hook with all the secrets that they take; returns those that the install made. */
export async function plantHooks(planted: Planted, must: Must, receiver: string): Promise<Made> {
  const header = randomBytes(24).toString('hex')
  const webhook = await must<{ id: string; secret: string }>('POST', '/webhooks', {
    ...{ url: `${receiver}/hooks`, types: ['push.*'], headers: [`authorization: Bearer ${header}`] },
  })
  await must('POST', `/webhooks/${webhook.id}/test`)
  const turned = await must<{ secret: string }>('POST', `/webhooks/${webhook.id}/rotate-secret`)
  await must('POST', '/webhook-events/verify', {
    ...{ webhook_id: 'msg_1', webhook_timestamp: '1793599200', webhook_signature: 'v1,AAAA', body: '{}' },
    secret: `whsec_${inputOf(planted, 'verify_webhook_signature').secret}`,
  })
  await must('PUT', '/settings/email/bounce-hooks/mailgun', inputOf(planted, 'put_bounce_hook'))
  const hook = await must<{ id: string; url: string }>('POST', '/deploy-hooks', {
    ...{ name: 'Deploys', mode: 'vercel', standing_push_id: await watch(planted, must) },
    ...inputOf(planted, 'create_deploy_hook'),
  })
  const at = `/deploy-hooks/${hook.id}`
  await must('PATCH', at, inputOf(planted, 'update_deploy_hook'))
  const rotated = await must<{ url: string }>('POST', `${at}/rotate`, inputOf(planted, 'rotate_deploy_hook'))
  return [
    ['the own header of a webhook', header],
    ['the secret of a webhook', webhook.secret],
    ['its second secret', turned.secret],
    ['the address of a deploy hook', hook.url],
    ['its second address', rotated.url],
  ]
}

/** An audit stream, which a person sets up. */
export async function plantSink(planted: Planted, must: Must, receiver: string): Promise<Made> {
  const sink = await must<{ id: string; secret: string }>('POST', '/audit/sinks', {
    ...{ url: `${receiver}/audit`, ...inputOf(planted, 'create_audit_sink') },
  })
  await must('POST', `/audit/sinks/${sink.id}/test`)
  await must('PATCH', `/audit/sinks/${sink.id}`, inputOf(planted, 'update_audit_sink'))
  return [['the secret of an audit stream', sink.secret]]
}

/** Watches a list that is there while it is looked at. */
async function watch(planted: Planted, must: Must): Promise<string> {
  const list = site()
  list.files.set('/list.txt', `${list.url}/a\n${list.url}/b\n`)
  try {
    const address = `${list.url}/list.txt`
    const asked = (operation: string) => inputOf(planted, operation)
    await must('POST', '/standing-pushes/preview', { address, ...asked('preview_standing_push') })
    const { id } = await must<{ id: string }>('POST', '/standing-pushes', { address, ...asked('create_standing_push') })
    await must('PATCH', `/standing-pushes/${id}`, asked('update_standing_push'))
    return id
  } finally {
    list.stop()
  }
}

/** A passkey that is refused, and an authenticator app: wrong codes, then the right one; returns what the install made. */
export async function plantFactor(planted: Planted, now: Time, must: Must, status: Status): Promise<Made> {
  const { id, secret } = await must<{ id: string; secret: string }>('POST', '/profile/factors/totp')
  const confirm = `/profile/factors/totp/${id}/confirm`
  const refused = [
    await status('POST', confirm, inputOf(planted, 'confirm_totp')),
    await status('POST', '/profile/proof', { password: inputOf(planted, 'prove_yourself').password }),
  ]
  // Plain http has no passkeys.
  const passkey = await status('POST', '/profile/factors/passkeys', { name: 'Key', ...inputOf(planted, 'add_passkey') })
  if (passkey !== 409 || refused.some((one) => one !== 422))
    throw new Error(`Wrong secrets were answered with ${refused}`)
  const code = codeOfStep(fromBase32(secret), stepAt(millis(now)))
  const { recovery_codes } = await must<{ recovery_codes: string[] }>('POST', confirm, { code })
  const codes = recovery_codes.map((one): [string, string] => ['a recovery code', one.replaceAll('-', '')])
  return [['the secret of an authenticator app', secret], ...codes]
}

/** An identity provider whose client secret is entered, then another one. */
export async function plantProvider(planted: Planted, must: Must): Promise<void> {
  const { id } = await must<{ id: string }>('POST', '/identity-providers', {
    ...{ name: 'Login', kind: 'generic', issuer: 'https://login.bakery.example', client_id: 'signalpost' },
    ...inputOf(planted, 'create_identity_provider'),
  })
  await must('PATCH', `/identity-providers/${id}`, inputOf(planted, 'update_identity_provider'))
}
