/** The owner of an account agrees to a letter's offer, in the browser that signed in at the provider, with a fresh proof. */

import { hasFactor, proveByAnyCode, provePassword, wasNeverEntered } from '../../domains/accounts/index.ts'
import { type Said, said, text } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { conflict, Fault, notFound } from '../../kernel/operation/fault.ts'
import { hashSecret } from '../../kernel/secrets/ids.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { connectTo } from './connect.ts'
import { type Offer, offerOf } from './people/offers.ts'

/** Proofs to enter. `sign_in`: the person signs in first, because they have none that can be entered here. */
type RequiredProofs = { password: boolean; code: boolean; sign_in: boolean }

/** The person who is signed in in this browser, and until when their last proof counts. */
export type SignedInAs = { user_id: string; proved_until: Time } | null

export const findOffer = ({ db }: Pick<App, 'db'>, token: string, browser: string | null): Offer | null =>
  db.read((tx) => offerOf(tx, token, browser))

const NOTHING: RequiredProofs = { password: false, code: false, sign_in: false }

/** Nothing after a proof of the last 15 minutes, and in an account that nobody was ever in: there the mailbox counts. */
export const neededFor = ({ db }: Pick<App, 'db'>, { user }: Offer, visitor: SignedInAs): RequiredProofs =>
  db.read((tx) => {
    if (visitor?.user_id === user.id && visitor.proved_until > tx.now) return NOTHING
    if (wasNeverEntered(tx, user)) return NOTHING
    const need = { password: user.password_hash !== null, code: hasFactor(tx, user.id) }
    return { ...need, sign_in: !need.password && !need.code }
  })

type OfferAnswer = {
  token: string
  browser: string | null
  password: string
  code: string
  visitor: SignedInAs
  ip: string | null
}

/** Connects the account: 404 for a link that no longer works, 409 in another browser, 422 for a wrong password or code. */
export async function redeemOffer(
  app: App,
  { token, browser, password, code, visitor, ip }: OfferAnswer,
): Promise<Offer> {
  const offer = findOffer(app, token, browser)
  if (!offer) throw notFound('connection')
  if (!offer.here) throw conflict(elsewhere(offer))
  const { user } = offer
  const need = neededFor(app, offer, visitor)
  if (need.sign_in) throw conflict(text('Sign in first, then open the link of the e-mail again.'))
  if (need.password) await provePassword(app, user, password, 'password')
  if (need.code) proveByAnyCode(app, user, code)
  app.db.write((tx) => {
    const open = offerOf(tx, token, browser)
    if (!open) throw new Fault('not_found', 'This link was used already.')
    const { provider, subject, email } = open
    connectTo(tx, app, provider, user, { subject, email, by: 'letter' }, ip)
    tx.run('delete from sso_offers where token_hash = ?', hashSecret(token))
  })
  return offer
}

/** The person at the provider and the reader of the letter have to be one: the browser shows it. */
export const elsewhere = ({ provider }: Offer): Said =>
  said(
    'Open the link in the browser in which you signed in at {name}. Or sign in here, and connect it on your account page.',
    { name: provider.name },
  )
