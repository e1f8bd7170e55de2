/** Who calls a deploy hook: each sender proves it in its own way, and says in its own way that a site is live. */

import { type Fields, isFields } from '../../../kernel/operation/shape.ts'
import { hmac, isSame } from '../../../kernel/secrets/signatures.ts'
import { millis, SECOND, type Time } from '../../../kernel/time/clock.ts'
import { judgeSignatures, TOLERANCE_S } from '../../hooks/index.ts'
import type { Mode } from '../words.ts'

export type Asked = { headers: Headers; body: Uint8Array; secret: string; now: Time }

/** `key` names the call, so that a repeated one is known; null when each call counts. `why_not`: proven, but no deploy. */
export type Proof = { key: string | null; source: string; why_not: string | null; fields: Fields }

/** Reads a call of a sender; null when it does not prove who sends it, as where no secret was entered yet. */
export function prove(mode: Mode, asked: Asked): Proof | null {
  const proof = PROOFS[mode](asked)
  return asked.secret === '' && mode !== 'address' ? null : proof
}

const PROOFS: Record<Mode, (asked: Asked) => Proof | null> = { standard, github, netlify, vercel, address }

const MOST_SIGNATURES = 2000

function standard({ headers, body, secret, now }: Asked): Proof | null {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
    (name) => headers.get(`webhook-${name}`) ?? '',
  )
  const message = { id: id!, timestamp: Number(timestamp), body: textOf(body) }
  const judged = judgeSignatures(signature!.slice(0, MOST_SIGNATURES), [secret], message)
  const is_signed = judged.some(({ matches }) => matches)
  const age = Math.abs(millis(now) - Number(timestamp) * SECOND)
  if (!is_signed || id === '' || !/^[1-9]\d{0,11}$/.test(timestamp!) || age > TOLERANCE_S * SECOND) return null
  return { key: id!.slice(0, 200), source: 'Call', why_not: null, fields: fieldsIn(body) }
}

function github({ headers, body, secret }: Asked): Proof | null {
  if (!isSame(headers.get('x-hub-signature-256') ?? '', `sha256=${hmac('sha256', secret, body).toString('hex')}`))
    return null
  const event = headers.get('x-github-event') ?? ''
  const form = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
  const fields = fieldsIn(form ? Buffer.from(new URLSearchParams(textOf(body)).get('payload') ?? '') : body)
  // The delivery id is not signed, so a replay could change it. The body is, and no two events have the same.
  const key = digestOf(body)
  return { key, source: `GitHub ${event.slice(0, 60)}`, why_not: noGithubDeploy(event, fields), fields: {} }
}

function noGithubDeploy(event: string, fields: Fields): string | null {
  const part = (name: string): Fields => (isFields(fields[name]) ? fields[name] : {})
  if (event === 'deployment_status')
    return unless(part('deployment_status').state, 'success', 'The deployment is not a success')
  if (event === 'page_build') return unless(part('build').status, 'built', 'The pages are not built')
  if (event === 'workflow_run')
    return fields.action === 'completed'
      ? unless(part('workflow_run').conclusion, 'success', 'The workflow is not a success')
      : 'The workflow has not ended'
  return event === 'ping' ? 'A test by GitHub: the hook works' : `The event “${event.slice(0, 60)}” is no deploy`
}

const unless = (value: unknown, wanted: string, message: string): string | null =>
  value === wanted ? null : `${message}: ${String(value).slice(0, 60)}`

function netlify({ headers, body, secret }: Asked): Proof | null {
  const [head = '', claims = '', signature = ''] = (headers.get('x-webhook-signature') ?? '').split('.')
  const expected = hmac('sha256', secret, `${head}.${claims}`).toString('base64url')
  const { alg } = fieldsIn(Buffer.from(head, 'base64url'))
  const { iss, sha256 } = fieldsIn(Buffer.from(claims, 'base64url'))
  if (!isSame(signature, expected) || alg !== 'HS256' || iss !== 'netlify' || sha256 !== digestOf(body)) return null
  const { id, state, context } = fieldsIn(body)
  const why_not =
    unless(state, 'ready', 'The deploy is not ready') ?? unless(context, 'production', 'Only production counts')
  return { key: `${id} ${state}`.slice(0, 200), source: `Netlify, ${text(context)}`, why_not, fields: {} }
}

const LIVE = ['deployment.succeeded', 'deployment.promoted']

function vercel({ headers, body, secret }: Asked): Proof | null {
  if (!isSame(headers.get('x-vercel-signature') ?? '', hmac('sha1', secret, body).toString('hex'))) return null
  const { id, type, payload } = fieldsIn(body)
  const target = isFields(payload) ? payload.target : null
  const why_not = LIVE.includes(String(type))
    ? unless(target, 'production', 'Only production counts')
    : `The event “${text(type)}” is no deploy`
  return { key: String(id).slice(0, 200), source: `Vercel, ${text(target)}`, why_not, fields: {} }
}

/** The address is the proof. A call without URLs only asks for a run, so each of them counts. */
function address({ body }: Asked): Proof {
  const fields = fieldsIn(body)
  const key = fields.urls === undefined ? null : digestOf(body)
  return { key, source: 'Call', why_not: null, fields }
}

const digestOf = (body: Uint8Array): string => new Bun.CryptoHasher('sha256').update(body).digest('hex')
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : 'unknown')
const textOf = (body: Uint8Array): string => new TextDecoder().decode(body)

/** An object of JSON; without any, `invalid` says so to those that read on. */
function fieldsIn(body: Uint8Array): Fields {
  if (body.length === 0) return {}
  try {
    const value: unknown = JSON.parse(textOf(body))
    return isFields(value) ? value : { invalid: true }
  } catch {
    return { invalid: true }
  }
}
