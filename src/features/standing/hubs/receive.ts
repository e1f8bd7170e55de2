/** Calls of a hub to our callback: it verifies, it refuses, or the topic has changed. */
import type { App } from '../../../kernel/operation/app.ts'
import { looksLikeSecret } from '../../../kernel/secrets/ids.ts'
import { hmac, isSame } from '../../../kernel/secrets/signatures.ts'
import { MINUTE, plus } from '../../../kernel/time/clock.ts'
import type { PushRow, SubscriptionRow } from '../tables.ts'
import { RUN_STANDING_PUSHES } from '../task-name.ts'
import { beginLease, endLease, HUB_PREFIX, isLeased, secretsOf, subscriptionAt } from './subscriptions.ts'

const PER_MINUTE = 60
/** A hub may bring the next run forward, but not closer than this to the last. */
const GAP = 5 * MINUTE

const find = (app: App, token: string): SubscriptionRow | null =>
  looksLikeSecret(HUB_PREFIX, token) ? app.db.read((tx) => subscriptionAt(tx, token)) : null

/** Returns the answer to a verification: the challenge, nothing to a denial, or null for 404. */
export function verifyIntent(app: App, token: string, query: URLSearchParams): string | null {
  const row = find(app, token)
  const [mode, challenge, topic] = ['mode', 'challenge', 'topic'].map((name) => query.get(`hub.${name}`))
  if (!row || topic !== row.topic) return null
  if (mode === 'denied') {
    app.db.write((tx) => endLease(tx, row, `The hub refuses. ${query.get('hub.reason') ?? ''}`.trim()))
    return ''
  }
  if (mode !== 'subscribe' || !challenge || row.awaits === 0) return null
  const seconds = Number(query.get('hub.lease_seconds'))
  app.db.write((tx) => beginLease(tx, row, Number.isFinite(seconds) ? seconds : 0))
  return challenge
}

/** Lets the push run soon where the signature is right. A wrong one changes nothing, and is answered the same. False: 410. */
export function takeNews(app: App, token: string, signature: string, body: Uint8Array): boolean {
  const row = find(app, token)
  if (!row) return false
  app.limits.take(`websub:${row.push_id}`, PER_MINUTE, null)
  if (!isLeased(row, app.clock.now()) || !isSigned(secretsOf(app, row).secret, signature, body)) return true
  app.db.write((tx) => {
    tx.run('update hub_subscriptions set heard_at = ? where push_id = ?', tx.now, row.push_id)
    const push = tx.row<PushRow>(
      'select * from standing_pushes where id = ? and paused = 0 and asked_at is null',
      row.push_id,
    )
    if (!push) return
    const soonest = push.ran_at && plus(push.ran_at, GAP)
    tx.run(
      "update standing_pushes set asked_at = ?, asked_by = 'hub', next_run_at = ? where id = ?",
      tx.now,
      soonest && soonest > tx.now ? soonest : tx.now,
      row.push_id,
    )
    tx.afterCommit(() => app.wake(RUN_STANDING_PUSHES))
  })
  return true
}

/**
 * `method=hex` over the body (WebSub, 5.1.2). Google's hub and Superfeedr sign by SHA-1 alone, which is not broken as an
 * HMAC: w3c/websub, implementation reports (read 2026-11).
 */
function isSigned(secret: string, signature: string, body: Uint8Array): boolean {
  const [, method, hex] = /^(sha1|sha256|sha384|sha512)=([0-9a-f]{40,128})$/i.exec(signature.trim()) ?? []
  if (!method || !hex) return false
  return isSame(hmac(method.toLowerCase() as 'sha1', secret, body).toString('hex'), hex.toLowerCase())
}
