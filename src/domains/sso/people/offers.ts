/** Letters that ask the owner of an account whether to connect it to a person of a provider. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Install } from '../../../kernel/operation/app.ts'
import { hashSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { DAY, HOUR, plus } from '../../../kernel/time/clock.ts'
import { brandOfPerson, mayEnter, nameInGreeting, rowOfLink, type UserRow, userById } from '../../accounts/index.ts'
import { queueMail } from '../../mail/index.ts'
import { providerById } from '../providers.ts'
import { type ProviderRow, ssoOffers } from '../tables.ts'

const LASTS = DAY
/** A person gets at most one letter about a provider in this time. */
const EVERY = HOUR

export const CONNECT = '/app/sso/connect'

type NewOffer = { provider: ProviderRow; user: UserRow; subject: string; email: string }

/** Writes to the owner of the account, unless they got such a letter within the hour. */
export function offer(tx: Tx, app: Install, { provider, user, subject, email }: NewOffer): void {
  const sent = 'select 1 from sso_offers where user_id = ? and provider_id = ? and made_at > ?'
  if (tx.row(sent, user.id, provider.id, plus(tx.now, -EVERY))) return
  const token = newSecret('spo')
  const times = { made_at: tx.now, expires_at: plus(tx.now, LASTS) }
  tx.orm
    .insert(ssoOffers)
    .values({ token_hash: hashSecret(token), provider_id: provider.id, subject, email, user_id: user.id, ...times })
    .run()
  queueMail(tx, app, {
    ref: `connect ${hashSecret(token)}`,
    tenant_id: null,
    brand_of: brandOfPerson(tx, user),
    template: 'connect_provider',
    to: user.email,
    facts: { name: nameInGreeting(user), provider: provider.name },
    link: `${app.config.site_url}${CONNECT}?token=${token}`,
  })
}

export type Offer = { provider: ProviderRow; subject: string; email: string; user: UserRow }

/** The offer of a letter; null when it is unknown, used or too old, or may not be connected any more. */
export function offerOf(tx: ReadTx, token: string): Offer | null {
  const found = rowOfLink<typeof ssoOffers.$inferSelect>(tx, '* from sso_offers', 'spo', token)
  const provider = found && providerById(tx, found.provider_id)
  const user = found && userById(tx, found.user_id)
  if (!provider?.enabled || !user || !mayEnter(user.status)) return null
  return { provider, user, subject: found.subject, email: found.email }
}

/** Deletes offers that are too old; returns their number. */
export const dropOldOffers = (tx: Tx): number => tx.run('delete from sso_offers where expires_at <= ?', tx.now)
