/** The owner of an account agrees to a letter's offer: signed in, or with the password, or by the link alone where there is none. */
import type { App } from '../../kernel/operation/app.ts'
import { Fault, notFound } from '../../kernel/operation/fault.ts'
import { hashSecret } from '../../kernel/secrets/ids.ts'
import { hasFactor, proveByAnyCode, provePassword } from '../accounts/index.ts'
import { connectTo } from './connect.ts'
import { type Offer, offerOf } from './people/offers.ts'

type RequiredProofs = { password: boolean; code: boolean }

export const findOffer = ({ db }: Pick<App, 'db'>, token: string): Offer | null => db.read((tx) => offerOf(tx, token))

/** Proofs that the person has to enter: none when the account is theirs to use already. */
export const neededFor = ({ db }: Pick<App, 'db'>, { user }: Offer, signed_in_as: string | null): RequiredProofs =>
  signed_in_as === user.id
    ? { password: false, code: false }
    : db.read((tx) => ({ password: user.password_hash !== null, code: hasFactor(tx, user.id) }))

type OfferAnswer = { password: string; code: string; signed_in_as: string | null; ip: string | null }

/** Connects the account: 404 for a link that no longer works, 422 for a wrong password or code. */
export async function redeemOffer(
  app: App,
  token: string,
  { password, code, signed_in_as, ip }: OfferAnswer,
): Promise<Offer> {
  const offer = findOffer(app, token)
  if (!offer) throw notFound('connection')
  const { user } = offer
  const need = neededFor(app, offer, signed_in_as)
  if (need.password) await provePassword(app, user, password, 'password')
  if (need.code) proveByAnyCode(app, user, code)
  app.db.write((tx) => {
    const open = offerOf(tx, token)
    if (!open) throw new Fault('not_found', 'This link was used already.')
    const { provider, subject, email } = open
    connectTo(tx, provider, user, { subject, email, by: 'letter' }, ip)
    tx.run('delete from sso_offers where token_hash = ?', hashSecret(token))
  })
  return offer
}
