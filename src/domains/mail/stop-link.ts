/**
 * The unsubscribe links of a workspace's notices and of its reports, without sign-in (RFC 8058). They seal the address,
 * so nobody can make one for another address, and they work as long as the secret key is kept.
 */

import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { writeAudit } from '../../kernel/operation/audit.ts'
import { type RequestOrigin, systemCaller } from '../../kernel/operation/caller.ts'
import { siteOf } from '../branding/index.ts'

/** The letters that a link ends. Neither kind ends the other. */
export type StopKind = 'notices' | 'reports'
type StopTarget = { tenant_id: string; email: string }

const PLACES: Record<StopKind, string> = { notices: 'unsubscribe', reports: 'unsubscribe from reports' }
const PAGES: Record<StopKind, string> = { notices: '/unsubscribe', reports: '/unsubscribe/reports' }

/** Writes an audit line of a person who acts by a link, without an account. */
export function noteAnswer<Person extends StopTarget & { id?: string }>(
  tx: Tx,
  person: Person,
  action: string,
  seen: RequestOrigin,
): Person {
  const { tenant_id, email, id: target = email } = person
  const who = { ...systemCaller(tenant_id), label: email, platform: false }
  writeAudit(tx, who, { action, tenant_id, target, ...seen })
  return person
}

export function stopLink(
  tx: ReadTx,
  app: Pick<App, 'catalog' | 'config' | 'sealer'>,
  stopped: StopTarget,
  stops: StopKind = 'notices',
): string {
  const token = app.sealer.seal(JSON.stringify([stopped.tenant_id, stopped.email]), PLACES[stops])
  return `${siteOf(tx, app, stopped.tenant_id)}${PAGES[stops]}?token=${encodeURIComponent(token)}`
}

/** Content of a token; null when it was changed, or made with a lost key. */
export function openStopToken(
  { sealer }: Pick<App, 'sealer'>,
  token: string,
  stops: StopKind = 'notices',
): StopTarget | null {
  try {
    const [tenant_id, email] = JSON.parse(sealer.open(token, PLACES[stops])) as [string, string]
    return { tenant_id, email }
  } catch {
    return null
  }
}
