/**
 * Decides from verified claims whether a person gets in. Deciding changes nothing, so that a trial shows the same. An
 * e-mail address alone never signs in to an account: a known address gets a letter at most.
 */

import {
  assertOneScript,
  mayEnter,
  plainEmail,
  type UserRow,
  userByEmail,
  userById,
} from '../../../domains/accounts/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { said, text } from '../../../kernel/language/say.ts'
import { EMAIL } from '../../../kernel/operation/input/validation-errors.ts'
import { optionsOf, type ProviderOptions } from '../options.ts'
import type { Claims } from '../protocol/claims.ts'
import { SsoRefused } from '../protocol/refused.ts'
import type { IdentityRow, ProviderRow } from '../tables.ts'
import { type GrantedRoles, grantsOf, groupsIn, homeOf } from './groups.ts'
import { identityOf } from './identities.ts'

export type EntryDecision =
  /** `grants`: null leaves the memberships as they are. */
  | { act: 'enter'; user: UserRow; identity: IdentityRow; grants: GrantedRoles | null }
  | { act: 'create'; email: string; name: string; grants: GrantedRoles }
  /** A letter to this address, where `user` may be connected; anybody else is shown the same. */
  | { act: 'letter'; email: string; user: UserRow | null }

/** Throws `SsoRefused` with the allowed alternatives. */
export function decide(tx: ReadTx, provider: ProviderRow, claims: Claims): EntryDecision {
  const options = optionsOf(provider)
  assertOrganisation(provider, options, claims)
  const email = emailIn(claims)
  if (email !== null) assertDomain(options, email)
  const known = identityOf(tx, provider.id, claims.sub)
  const groups = groupsIn(claims, options)
  const grants = options.rules.length === 0 || groups.left_out ? null : grantsOf(tx, provider, groups)
  const none = options.rules.length > 0 && !groups.left_out && grants === null
  if (none && options.no_match === 'refuse')
    throw new SsoRefused('groups', said('None of your groups at {name} gives access here.', { name: provider.name }))
  if (known) {
    const user = userById(tx, known.user_id)!
    if (!mayEnter(user.status)) throw new SsoRefused('no_access', text('This account is suspended.'))
    return { act: 'enter', user, identity: known, grants: none ? homeOf(provider) : grants }
  }
  if (email === null)
    throw new SsoRefused(
      'no_email',
      said('{name} sent no e-mail address. Its admin has to release it (scope email).', { name: provider.name }),
    )
  const user = userByEmail(tx, email)
  const creates = options.creates && options.domains.includes(domainOf(email))
  if (user || !creates)
    return { act: 'letter', email, user: user && mayEnter(user.status) && isVerified(provider, claims) ? user : null }
  if (!isVerified(provider, claims))
    throw new SsoRefused(
      'domain',
      said('{name} did not say that it verified your address. Ask its admin, or ask for an invitation here.', {
        name: provider.name,
      }),
    )
  return { act: 'create', email, name: nameIn(claims, email), grants: grants ?? homeOf(provider) }
}

/**
 * Whether the provider says that the person has the address. Entra says instead whether the organisation proved the
 * domain (learn.microsoft.com, optional claims reference: `xms_edov`).
 */
const isVerified = ({ kind }: ProviderRow, { email_verified, xms_edov }: Claims): boolean =>
  email_verified === true || (kind === 'entra' && [true, 1, '1', 'true'].includes(xms_edov as never))

/** The claim decides; the wish from the start is only a hint. */
function assertOrganisation({ kind, name }: ProviderRow, { organisation }: ProviderOptions, { hd, tid }: Claims): void {
  if (organisation === null) return
  const theirs = kind === 'google' ? hd : tid
  if (typeof theirs !== 'string' || theirs.toLowerCase() !== organisation)
    throw new SsoRefused(
      'organisation',
      said('Only people of {organisation} sign in through {name}.', { organisation, name }),
    )
}

function assertDomain({ domains }: ProviderOptions, email: string): void {
  if (domains.length === 0 || domains.includes(domainOf(email))) return
  throw new SsoRefused(
    'domain',
    said('Only addresses of {domains} sign in here. Choose another account there.', { domains: domains.join(', ') }),
  )
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** An address of the claims, if it is one that is taken elsewhere, too. */
export function emailIn({ email }: Claims): string | null {
  const plain = typeof email === 'string' && email.length <= 254 ? plainEmail(email) : ''
  return isAddress(plain) ? plain : null
}

const ADDRESS = new RegExp(EMAIL, 'u')

export function isAddress(email: string): boolean {
  try {
    assertOneScript(email)
    return ADDRESS.test(email)
  } catch {
    return false
  }
}

function nameIn({ name, preferred_username }: Claims, email: string): string {
  const given = [name, preferred_username].find((one): one is string => typeof one === 'string' && one.trim() !== '')
  const plain = (given ?? email.split('@')[0]!).replace(/\p{C}/gu, ' ').trim()
  return plain.slice(0, 120) || email.split('@')[0]!
}
