/** A call of a deploy hook: proven, compared with earlier ones, and noted for when the site has settled. */

import { hostOf, takeList } from '../../../domains/preflight/index.ts'
import { NOT_ARCHIVED } from '../../../domains/tenants/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { Fault, invalid } from '../../../kernel/operation/fault.ts'
import { meantName } from '../../../kernel/operation/input/suggested-name.ts'
import { type Fields, MAX_URLS } from '../../../kernel/operation/shape.ts'
import { hashSecret, looksLikeSecret, newId } from '../../../kernel/secrets/ids.ts'
import { sealContext } from '../../../kernel/secrets/seal.ts'
import { DAY, MINUTE, plus, SECOND, type Time } from '../../../kernel/time/clock.ts'
import { networkOf } from '../../../kernel/web-fetch/addresses.ts'
import type { HookRow } from '../tables.ts'
import { ANSWER_DEPLOY_HOOKS } from '../task-name.ts'
import { HOOK_PREFIX, HOOK_SECRETS } from './hooks.ts'
import { assertSize, type HookProof, prove } from './proofs.ts'

type Call = { token: string; headers: Headers; body: Uint8Array; ip: string | null }
type HookAnswer = { status: number; answer: object }

/** Fifty calls in a minute are one run, so that many must be let in. */
const PER_MINUTE = 60
const PER_DAY = 1000
const WRONG_PER_MINUTE = 20
/** A hook that waits for no site still waits for other calls of the same deploy. */
const GATHER = SECOND
/** How long a repeated call is known by its key. */
const REMEMBERED = { address: 10 * MINUTE, others: 7 * DAY }

/** Throws 401, 404, 413, 422 and 429. Calls of one network are counted before the body is hashed to prove them. */
export async function receiveCall(app: App, call: Call): Promise<HookAnswer> {
  const hook = hookAt(app, call.token)
  const network = networkOf(call.ip ?? '')
  const countWrong = () => app.limits.take(`deploy:${network}`, WRONG_PER_MINUTE, null)
  if (!hook) {
    countWrong()
    throw new Fault('not_found', 'There is no such deploy hook. Copy its address again, or rotate it.')
  }
  app.limits.take(`deploy:${hook.id} from ${network}`, PER_MINUTE, null)
  assertSize(hook.mode, call.body)
  const secret = hook.secret_sealed ? app.sealer.open(hook.secret_sealed, sealContext(HOOK_SECRETS, hook.id)) : ''
  const proof = prove(hook.mode, { ...call, secret, now: app.clock.now() })
  if (!proof) {
    countWrong()
    throw new Fault('unauthorized', 'The signature is not one that the secret of this hook made of this body.')
  }
  app.limits.take(`deploy:${hook.id}`, PER_MINUTE, PER_DAY)
  if (hook.paused) throw new Fault('conflict', 'This deploy hook is paused. Resume it first.')
  const { urls, wants_run } = proof.why_not ? { urls: [], wants_run: false } : await wishOf(hook, proof.fields)
  return app.db.write((tx) => note(tx, app, { hook, proof, urls, wants_run, ip: call.ip }))
}

const hookAt = (app: App, token: string): HookRow | null =>
  looksLikeSecret(HOOK_PREFIX, token)
    ? app.db.read((tx) =>
        tx.row<HookRow>(
          `select * from deploy_hooks where token_hash = ? and tenant_id in (select id from tenants where ${NOT_ARCHIVED})`,
          hashSecret(token),
        ),
      )
    : null

/**
 * The order in a body: `urls` of listed hosts, and a run unless it says `run: false`. Where the hook runs a standing push,
 * any other body asks for the run: shops and builders send their own events as JSON, forms or text.
 */
async function wishOf(hook: HookRow, fields: Fields) {
  const runs = hook.standing_push_id !== null
  const { invalid: is_invalid, name: _, urls: sent, run, ...unknown } = fields
  if (is_invalid && !runs) throw invalid({ path: '', message: 'the body must be a JSON object, or empty' })
  for (const strange of hook.mode === 'standard' ? Object.keys(unknown) : []) {
    const meant = meantName(strange, ['urls', 'run', 'name'])
    if (!meant && runs) continue
    const message = meant ? `is not known: did you mean ${meant}?` : 'is not known; send urls, run or name'
    throw invalid({ path: strange.slice(0, 60), message })
  }
  const foreign_event = runs && hook.mode === 'address'
  const are_urls = Array.isArray(sent) && sent.every((url) => typeof url === 'string')
  if (sent !== undefined && !are_urls && !foreign_event)
    throw invalid({ path: 'urls', message: 'must be a list of URLs' })
  const urls = are_urls ? (sent as string[]) : []
  if (urls.length > MAX_URLS)
    throw new Fault('too_many_urls', `A call may bring ${MAX_URLS.toLocaleString('en')} URLs. Send more than one call.`)
  if (run !== undefined && typeof run !== 'boolean' && !foreign_event)
    throw invalid({ path: 'run', message: 'must be true or false' })
  const taken = await takeList(urls)
  const [wrong] = taken.invalid
  if (wrong) throw invalid({ path: 'urls', message: `“${wrong.given.slice(0, 100)}” is not a URL: ${wrong.reason}` })
  const hosts = new Set(JSON.parse(hook.hosts) as string[])
  const foreign = [...new Set(taken.urls.map(hostOf))].filter((host) => !hosts.has(host))
  if (foreign.length)
    throw invalid({ path: 'urls', message: `${foreign.slice(0, 5).join(', ')} is not on the host list of this hook` })
  const wants_run = runs && run !== false
  if (taken.urls.length === 0 && !wants_run)
    throw invalid({ path: 'urls', message: 'are needed: this hook runs no standing push' })
  return { urls: taken.urls, wants_run }
}

type ReceivedCall = { hook: HookRow; proof: HookProof; urls: string[]; wants_run: boolean; ip: string | null }

function note(tx: Tx, app: App, { hook, proof, urls, wants_run, ip }: ReceivedCall): HookAnswer {
  const { key, source, why_not } = proof
  const since = plus(tx.now, -(hook.mode === 'address' ? REMEMBERED.address : REMEMBERED.others))
  const before =
    key !== null &&
    tx.row<{ id: string }>(
      'select id from deploy_calls where hook_id = ? and replay_key = ? and at > ? limit 1',
      hook.id,
      key,
      since,
    )
  if (before) return { status: 200, answer: { call_id: before.id, replayed: true } }
  const open = why_not ? null : waitingOf(tx, hook.id)
  const runs_at = why_not ? null : (open ?? plus(tx.now, Math.max(hook.settle_seconds * SECOND, GATHER)))
  const id = newId()
  tx.run(
    `insert into deploy_calls (id, hook_id, replay_key, at, from_ip, source, state, due_at, wants_run, urls, links, note)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    hook.id,
    key,
    tx.now,
    ip,
    source,
    why_not ? 'ignored' : 'waiting',
    runs_at,
    Number(wants_run),
    urls.length ? JSON.stringify(urls) : null,
    urls.length,
    why_not && `${why_not}.`,
  )
  tx.run('update deploy_hooks set used_at = ? where id = ?', tx.now, hook.id)
  if (why_not) return { status: 200, answer: { call_id: id, ignored: `${why_not}.` } }
  if (hook.settle_seconds === 0 && open === null)
    tx.afterCommit(() => void setTimeout(() => app.wake(ANSWER_DEPLOY_HOOKS), GATHER).unref())
  return { status: 202, answer: { call_id: id, runs_at, joined: open !== null } }
}

/** When the calls that wait already are answered: one that comes meanwhile joins them. */
const waitingOf = (tx: Tx, hook_id: string): Time | null =>
  tx.row<{ due_at: Time }>(
    "select due_at from deploy_calls where hook_id = ? and state = 'waiting' and due_at > ? order by id desc limit 1",
    hook_id,
    tx.now,
  )?.due_at ?? null
