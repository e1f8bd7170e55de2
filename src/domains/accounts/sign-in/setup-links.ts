/** One-time links: for the first run, and for an admin to give to an invited person. Stored as hashes. */

import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { hashSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { DAY, MINUTE, plus } from '../../../kernel/time/clock.ts'
import { rowOfLink } from '../one-time-links.ts'
import { setupLinks } from '../tables.ts'
import { hasUsers } from '../users.ts'

const FIRST_RUN = 30 * MINUTE
const INVITATION = 7 * DAY

/** The address that sets up a fresh install, for 30 minutes; null once it has users. An older one stops working. */
export function createSetupLink({ db, config }: Pick<App, 'db' | 'config'>): string | null {
  return db.write((tx) => {
    if (hasUsers(tx)) return null
    tx.run('delete from setup_links where user_id is null')
    return `${config.site_url}/setup?token=${issue(tx, { tenant_id: null, user_id: null }, FIRST_RUN)}`
  })
}

/** The address on `site` where an invited person chooses a password, for 7 days. An older one stops working. */
export function createInvitation(tx: Tx, site: string, tenant_id: string, user_id: string): string {
  endLink(tx, user_id)
  return `${site}/welcome?token=${issue(tx, { tenant_id, user_id }, INVITATION)}`
}

/** Deletes the person's unopened invitation link. */
export const endLink = (tx: Tx, user_id: string): number => tx.run('delete from setup_links where user_id = ?', user_id)

/** The person of a link (none: the first run), or null when it is unknown, used or expired. */
export const findSetupLink = (tx: ReadTx, token: string): LinkFor | null =>
  rowOfLink<LinkFor>(tx, 'tenant_id, user_id from setup_links', 'spi', token)

/** Uses a link. Returns whether it still worked. */
export const useSetupLink = (tx: Tx, token: string): boolean =>
  tx.run('delete from setup_links where token_hash = ? and expires_at > ?', hashSecret(token), tx.now) === 1

type LinkFor = { tenant_id: string; user_id: string } | { tenant_id: null; user_id: null }

function issue(tx: Tx, whose: LinkFor, life: number): string {
  const token = newSecret('spi')
  tx.orm
    .insert(setupLinks)
    .values({ ...whose, token_hash: hashSecret(token), expires_at: plus(tx.now, life) })
    .run()
  return token
}
