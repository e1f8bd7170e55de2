/**
 * The way to Google and back. Rows hold hashes alone: the verifier is derived from the state and a cookie of the browser
 * that began, so nobody else can end the flow, not even with the database.
 */
import { INDEXING_SCOPE, READ_SCOPE, WRITE_SCOPE } from '../../domains/checks/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../kernel/secrets/ids.ts'
import { hmac } from '../../kernel/secrets/signatures.ts'
import { MINUTE, plus } from '../../kernel/time/clock.ts'
import { googleOf, redirectOf } from './client.ts'
import type { Invite } from './invites.ts'

const LASTS = 10 * MINUTE

export const verifierOf = (browser: string, state: string): string =>
  hmac('sha256', browser, `google verifier ${state}`).toString('base64url')

const challengeOf = (verifier: string): string => Bun.SHA256.hash(verifier, 'base64url').replace(/=+$/, '')

export const browserToken = (cookie: string | null): string =>
  cookie !== null && looksLikeSecret('spw', cookie) ? cookie : newSecret('spw')

type Begun = { browser: string; origin: string; session_id: string | null }

/** The address at Google where a person consents. Throws 409 while there is no client. */
export function beginFlow(tx: Tx, app: App, invite: Invite, { browser, origin, session_id }: Begun): string {
  const google = googleOf(tx, app)
  const state = newSecret('spz')
  tx.run(
    `insert into google_flows (state_hash, invite_hash, browser_hash, origin, session_id, expires_at)
     values (?, ?, ?, ?, ?, ?)`,
    ...[hashSecret(state), invite.token_hash, hashSecret(browser), origin, session_id, plus(tx.now, LASTS)],
  )
  return google.consentUrl({
    redirect_uri: redirectOf(app),
    state,
    challenge: challengeOf(verifierOf(browser, state)),
    scope: `openid email ${invite.sitemaps ? WRITE_SCOPE : READ_SCOPE}${invite.indexing ? ` ${INDEXING_SCOPE}` : ''}`,
  })
}

export type Flow = { invite_hash: string; browser_hash: string; origin: string; session_id: string | null }

/** A flow that is under way; it stays. */
export const flowOf = (tx: Pick<Tx, 'row' | 'now'>, state: string): Flow | null =>
  looksLikeSecret('spz', state)
    ? tx.row<Flow>(
        'select invite_hash, browser_hash, origin, session_id from google_flows where state_hash = ? and expires_at > ?',
        hashSecret(state),
        tx.now,
      )
    : null

/** Ends a flow and returns it, once, to the browser and the session that began it; null for anybody else. */
export function takeFlow(tx: Tx, state: string, browser: string | null, session_id: string | null): Flow | null {
  const flow = flowOf(tx, state)
  tx.run('delete from google_flows where state_hash = ?', hashSecret(state))
  const same = flow !== null && browser !== null && flow.browser_hash === hashSecret(browser)
  return same && (flow.session_id === null || flow.session_id === session_id) ? flow : null
}

/** Deletes flows that are over; returns their number. */
export const dropOldFlows = (tx: Tx, limit: number): number =>
  tx.run(
    'delete from google_flows where state_hash in (select state_hash from google_flows where expires_at <= ? limit ?)',
    tx.now,
    limit,
  )
