/**
 * The unsubscribe link of a workspace's notices, without sign-in (RFC 8058). It seals the address, so nobody can make
 * one for another address, and it works as long as the secret key is kept.
 */

import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { siteOf } from '../branding/index.ts'

export type Stopped = { tenant_id: string; email: string }

const PLACE = 'unsubscribe'

export function stopLink(tx: ReadTx, app: Pick<App, 'catalog' | 'config' | 'sealer'>, stopped: Stopped): string {
  const token = app.sealer.seal(JSON.stringify([stopped.tenant_id, stopped.email]), PLACE)
  return `${siteOf(tx, app, stopped.tenant_id)}/unsubscribe?token=${encodeURIComponent(token)}`
}

/** Content of a token; null when it was changed, or made with a lost key. */
export function openStopToken({ sealer }: Pick<App, 'sealer'>, token: string): Stopped | null {
  try {
    const [tenant_id, email] = JSON.parse(sealer.open(token, PLACE)) as [string, string]
    return { tenant_id, email }
  } catch {
    return null
  }
}
