/** Callers of a deploy hook: each has its own way to prove who calls, and to report that a site is live. */

import { Fault } from '../../../kernel/operation/fault.ts'
import { hasMore, readJson } from '../../../kernel/operation/input/json.ts'
import { type Fields, isFields } from '../../../kernel/operation/shape.ts'
import { hmac, isSame } from '../../../kernel/secrets/signatures.ts'
import { judgeSignatures, TOLERANCE_S } from '../../../kernel/secrets/webhook-signatures.ts'
import { millis, SECOND, type Time } from '../../../kernel/time/clock.ts'
import type { Mode } from '../words.ts'

type HookRequest = { headers: Headers; body: Uint8Array; secret: string; now: Time }

/** `key` names the call, so that a repeated one is known; null when each call counts. `why_not`: proven, but no deploy. */
export type HookProof = { key: string | null; source: string; why_not: string | null; fields: Fields }

/** Bytes of a body without URLs. */
const MOST_BYTES = 1 << 20
const BRINGS_URLS: readonly Mode[] = ['standard', 'address']

/** Throws 413 for a body that is larger than the events of its sender are. The door limits those that bring URLs. */
export function assertSize(mode: Mode, body: Uint8Array): void {
  if (body.length > MOST_BYTES && !BRINGS_URLS.includes(mode))
    throw new Fault('body_too_large', 'The body of an event may have at most 1 MiB.', { limit: MOST_BYTES })
}

/** Reads a call of a sender; null when it does not prove who sends it, as where no secret was entered yet. */
export const prove = (mode: Mode, asked: HookRequest): HookProof | null =>
  asked.secret === '' && mode !== 'address' ? null : PROOFS[mode](asked)

const PROOFS: Record<Mode, (asked: HookRequest) => HookProof | null> = { standard, github, netlify, vercel, address }

function standard({ headers, body, secret, now }: HookRequest): HookProof | null {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
    (name) => headers.get(`webhook-${name}`) ?? '',
  )
  const age = Math.abs(millis(now) - Number(timestamp) * SECOND)
  if (id === '' || !/^[1-9]\d{0,11}$/.test(timestamp!) || age > TOLERANCE_S * SECOND) return null
  const judged = judgeSignatures(signature!, [secret], { id: id!, timestamp: Number(timestamp), body })
  if (!judged.some(({ matches }) => matches)) return null
  return { key: id!.slice(0, 200), source: 'Call', why_not: null, fields: fieldsIn(body) }
}

function github({ headers, body, secret }: HookRequest): HookProof | null {
  if (!isSame(headers.get('x-hub-signature-256') ?? '', `sha256=${hmac('sha256', secret, body).toString('hex')}`))
    return null
  const event = headers.get('x-github-event') ?? ''
  const form = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
  const fields = fieldsIn(form ? payloadIn(body) : body)
  // The delivery id is not signed, so a replay could change it. The body is, and no two events have the same.
  const key = digestOf(body)
  return { key, source: `GitHub ${event.slice(0, 60)}`, why_not: noGithubDeploy(event, fields), fields: {} }
}

/** GitHub's form has one field. */
function payloadIn(body: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(body)
  return Buffer.from(hasMore(text, '&', MOST_FORM_FIELDS - 1) ? '' : (new URLSearchParams(text).get('payload') ?? ''))
}

const MOST_FORM_FIELDS = 10

function noGithubDeploy(event: string, fields: Fields): string | null {
  const part = (name: string): Fields => (isFields(fields[name]) ? fields[name] : {})
  if (event === 'deployment_status')
    return (
      unless(part('deployment_status').state, 'success', 'The deployment is not a success') ??
      noProduction(part('deployment'), part('deployment_status'))
    )
  if (event === 'page_build') return unless(part('build').status, 'built', 'The pages are not built')
  if (event === 'workflow_run')
    return fields.action === 'completed'
      ? (unless(part('workflow_run').conclusion, 'success', 'The workflow is not a success') ??
          notDefaultBranch(part('workflow_run'), part('repository')))
      : 'The workflow has not ended'
  return event === 'ping' ? 'A test by GitHub: the hook works' : `The event “${event.slice(0, 60)}” is no deploy`
}

/** `production_environment` is true only where the sender says so, or calls the environment `production`. */
function noProduction(deployment: Fields, status: Fields): string | null {
  const name = String(deployment.environment ?? status.environment ?? '').slice(0, 60)
  if (deployment.transient_environment === true || PREVIEW.test(name)) return `Only production counts: ${name}`
  if (deployment.production_environment === false && !PRODUCTION.test(name)) return `Only production counts: ${name}`
  return null
}

const PRODUCTION = /(?:^|[^a-z])(?:prod|production|live|github-pages|main|master|www|public)(?:[^a-z]|$)/i
const PREVIEW =
  /(?:^|[^a-z])(?:preview|pr|pull|review|staging|stage|dev|development|test|testing|qa|branch)(?:[^a-z]|$)/i

/** A workflow of a pull request, a fork or another branch changes no live site. One of a release or its tag does. */
function notDefaultBranch(run: Fields, repository: Fields): string | null {
  const event = String(run.event ?? '').slice(0, 60)
  if (/^(pull_request|merge_group)/.test(event)) return `Only the default branch counts: ${event}`
  const from = isFields(run.head_repository) ? run.head_repository.full_name : undefined
  if (from !== undefined && from !== repository.full_name) return `Only the default branch counts: ${text(from)}`
  const [branch, wanted] = [run.head_branch, repository.default_branch]
  if (typeof branch !== 'string' || typeof wanted !== 'string' || event === 'release' || RELEASE.test(branch))
    return null
  return unless(branch, wanted, 'Only the default branch counts')
}

/** The tag of a release, which GitHub names as the branch. */
const RELEASE = /^v?\d+\.\d+/

const unless = (value: unknown, wanted: string, message: string): string | null =>
  value === wanted ? null : `${message}: ${String(value).slice(0, 60)}`

function netlify({ headers, body, secret }: HookRequest): HookProof | null {
  const [head = '', claims = '', signature = ''] = (headers.get('x-webhook-signature') ?? '').split('.')
  const expected = hmac('sha256', secret, `${head}.${claims}`).toString('base64url')
  if (!isSame(signature, expected)) return null
  const { alg } = fieldsIn(Buffer.from(head, 'base64url'))
  const { iss, sha256 } = fieldsIn(Buffer.from(claims, 'base64url'))
  if (alg !== 'HS256' || iss !== 'netlify' || sha256 !== digestOf(body)) return null
  const { id, state, context } = fieldsIn(body)
  const why_not =
    unless(state, 'ready', 'The deploy is not ready') ?? unless(context, 'production', 'Only production counts')
  return { key: `${id} ${state}`.slice(0, 200), source: `Netlify, ${text(context)}`, why_not, fields: {} }
}

/** A promotion and a rollback change the live site, whatever the deployment was made for. */
const LIVE = ['deployment.promoted', 'deployment.rollback']

function vercel({ headers, body, secret }: HookRequest): HookProof | null {
  if (!isSame(headers.get('x-vercel-signature') ?? '', hmac('sha1', secret, body).toString('hex'))) return null
  const { id, type, payload } = fieldsIn(body)
  const target = isFields(payload) ? payload.target : null
  const why_not =
    type === 'deployment.succeeded' || (LIVE.includes(String(type)) && typeof target === 'string')
      ? unless(target, 'production', 'Only production counts')
      : LIVE.includes(String(type))
        ? null
        : `The event “${text(type)}” is no deploy`
  return { key: String(id).slice(0, 200), source: `Vercel, ${text(target)}`, why_not, fields: {} }
}

/** The address is the proof. A call without URLs only asks for a run, so each of them counts. */
function address({ headers, body }: HookRequest): HookProof {
  const form = /^application\/x-www-form-urlencoded/i.test(headers.get('content-type') ?? '')
  const fields = form ? formIn(body) : fieldsIn(body)
  const key = fields.urls === undefined ? null : digestOf(body)
  return { key, source: 'Call', why_not: null, fields }
}

/** A form may bring `run` and `urls`, as `curl -d` sends them; any other field is its sender's own. */
function formIn(body: Uint8Array): Fields {
  const json = fieldsIn(body)
  if (!json.invalid) return json
  const whole = new TextDecoder().decode(body)
  if (hasMore(whole, '&', MOST_VALUES)) return { invalid: true }
  const form = new URLSearchParams(whole)
  const urls = [...form.getAll('urls'), ...form.getAll('urls[]')].flatMap((one) => one.split(/\s+/)).filter(Boolean)
  const run = form.get('run')
  return {
    ...(urls.length > 0 && { urls }),
    ...(run !== null && { run: !/^(false|0|no|off)$/i.test(run.trim()) }),
    ...(urls.length === 0 && run === null && { invalid: true }),
  }
}

const digestOf = (body: Uint8Array): string => new Bun.CryptoHasher('sha256').update(body).digest('hex')
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : 'unknown')

/** An object of JSON, within the limits of REST; without any, `invalid` says so to those that read on. */
function fieldsIn(body: Uint8Array): Fields {
  const { rest, issues } = readJson(body, MOST_VALUES)
  return !issues && isFields(rest) ? rest : { invalid: true }
}

/** Three times the URLs of a call: the colons of URLs count too. */
const MOST_VALUES = 30_000
