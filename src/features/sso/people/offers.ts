/** Letters that ask the owner of an account whether to connect it to a person of a provider. */

import {
  brandOfPerson,
  mayEnter,
  nameInGreeting,
  rowOfLink,
  type UserRow,
  unlinked,
  userById,
} from '../../../domains/accounts/index.ts'
import { queueMail } from '../../../domains/mail/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Install } from '../../../kernel/operation/app.ts'
import { hashSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../../kernel/time/clock.ts'
import { providerById } from '../providers.ts'
import { type ProviderRow, ssoOffers } from '../tables.ts'

const LASTS = DAY
/** A person gets at most one letter about any provider in this time. */
const EVERY = DAY

export const CONNECT = '/app/sso/connect'

type NewOffer = { provider: ProviderRow; user: UserRow; subject: string; email: string; browser: string }

/** Writes to the owner of the account, unless they got such a letter within a day. */
export function offer(tx: Tx, app: Install, { provider, user, subject, email, browser }: NewOffer): void {
  const sent = 'select 1 from sso_offers where user_id = ? and made_at > ?'
  if (tx.row(sent, user.id, plus(tx.now, -EVERY))) return
  const token = newSecret('spo')
  const times = { made_at: tx.now, expires_at: plus(tx.now, LASTS) }
  tx.orm
    .insert(ssoOffers)
    .values({
      ...times,
      token_hash: hashSecret(token),
      provider_id: provider.id,
      subject,
      email,
      user_id: user.id,
      browser_hash: hashSecret(browser),
    })
    .run()
  queueMail(tx, app, {
    ref: `connect ${hashSecret(token)}`,
    tenant_id: null,
    brand_of: brandOfPerson(tx, user),
    template: 'connect_provider',
    to: user.email,
    facts: { name: nameInGreeting(user), provider: unlinked(provider.name) },
    link: `${app.config.site_url}${CONNECT}?token=${token}`,
  })
}

/** `here`: whether this browser is the one that signed in at the provider. */
export type Offer = { provider: ProviderRow; subject: string; email: string; user: UserRow; here: boolean }

/** The offer of a letter; null when it is unknown, used or too old, or may not be connected any more. */
export function offerOf(tx: ReadTx, token: string, browser: string | null): Offer | null {
  const found = rowOfLink<typeof ssoOffers.$inferSelect>(tx, '* from sso_offers', 'spo', token)
  const provider = found && providerById(tx, found.provider_id)
  const user = found && userById(tx, found.user_id)
  if (!provider?.enabled || !user || !mayEnter(user.status)) return null
  const here = browser !== null && found.browser_hash === hashSecret(browser)
  return { provider, user, subject: found.subject, email: found.email, here }
}

/** Deletes offers that are too old; returns their number. */
export const dropOldOffers = (tx: Tx, limit: number): number =>
  tx.run(
    'delete from sso_offers where token_hash in (select token_hash from sso_offers where expires_at <= ? limit ?)',
    tx.now,
    limit,
  )
