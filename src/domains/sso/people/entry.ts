/**
 * Decides from verified claims whether a person gets in. Deciding changes nothing, so that a trial shows the same. An
 * e-mail address alone never signs in to an account: a known address gets a letter at most.
 */
import type { ReadTx } from '../../../kernel/database/database.ts'
import { mayEnter, plainEmail, roleIn, type UserRow, userByEmail, userById } from '../../accounts/index.ts'
import { pathOfTenant } from '../../tenants/index.ts'
import { optionsOf, type ProviderOptions } from '../options.ts'
import type { Claims } from '../protocol/id-token.ts'
import { SsoRefused } from '../protocol/refused.ts'
import type { IdentityRow, ProviderRow } from '../tables.ts'
import { type GrantedRoles, grantsOf, groupsIn, homeOf } from './groups.ts'
import { identityOf } from './identities.ts'

export type EntryDecision =
  /** `grants`: null leaves the memberships as they are. */
  | { act: 'enter'; user: UserRow; identity: IdentityRow; grants: GrantedRoles | null }
  | { act: 'create'; email: string; name: string; verified: boolean; grants: GrantedRoles }
  /** A letter to this address, where it may be connected; anybody else is shown the same. */
  | { act: 'letter'; email: string; user: UserRow | null; may: boolean }
  /** The DNS has to prove this domain first. */
  | { act: 'look_up'; domain: string }

type IdentityFacts = { claims: Claims; proved: boolean | null }

/** Throws `SsoRefused` with the allowed alternatives. */
export function decide(tx: ReadTx, provider: ProviderRow, { claims, proved }: IdentityFacts): EntryDecision {
  const options = optionsOf(provider)
  assertOrganisation(provider, options, claims)
  const email = emailIn(claims)
  if (email !== null) assertDomain(options, email)
  const known = identityOf(tx, provider.id, claims.sub)
  const groups = groupsIn(claims, options)
  const grants = options.rules.length === 0 || groups.left_out ? null : grantsOf(tx, provider, groups)
  const none = options.rules.length > 0 && !groups.left_out && grants === null
  if (none && options.no_match === 'refuse')
    throw new SsoRefused('groups', `None of your groups at ${provider.name} gives access here.`)
  if (known) return entering(tx, provider, known, none ? homeOf(provider) : grants)
  if (email === null)
    throw new SsoRefused(
      'no_email',
      `${provider.name} sent no e-mail address. Its admin has to release it (scope email).`,
    )
  const user = userByEmail(tx, email)
  if (user) return { act: 'letter', email, user, may: mayConnect(tx, provider, user) }
  if (!options.creates || !options.domains.includes(domainOf(email)))
    return { act: 'letter', email, user: null, may: false }
  return creating(provider, { email, claims, proved, grants: grants ?? homeOf(provider) })
}

function entering(
  tx: ReadTx,
  provider: ProviderRow,
  identity: IdentityRow,
  grants: GrantedRoles | null,
): EntryDecision {
  const user = userById(tx, identity.user_id)!
  const noAccess = (why: string) => new SsoRefused('no_access', why)
  if (!mayEnter(user.status)) throw noAccess('This account is suspended.')
  const { tenant_id } = provider
  if (tenant_id !== null && user.platform_admin === 1)
    throw noAccess('Platform admins do not sign in through the provider of a workspace.')
  if (tenant_id !== null && !belongs(tx, user, tenant_id) && !grants?.size)
    throw noAccess('You are no longer a member of this workspace.')
  return { act: 'enter', user, identity, grants }
}

type NewPerson = { email: string; claims: Claims; proved: boolean | null; grants: GrantedRoles }

/** A workspace proves its domains in the DNS. The install's operator names them, and its provider verifies the address. */
function creating(provider: ProviderRow, { email, claims, proved, grants }: NewPerson): EntryDecision {
  const verified = claims.email_verified === true
  const trusted = proved || (provider.tenant_id === null && verified)
  if (!trusted && proved === null) return { act: 'look_up', domain: domainOf(email) }
  if (!trusted)
    throw new SsoRefused(
      'domain',
      `The domain ${domainOf(email)} is not verified here. Ask an admin to publish its TXT record.`,
    )
  return { act: 'create', email, name: nameIn(claims, email), verified, grants }
}

/** The claim decides; the wish from the start is only a hint. */
function assertOrganisation({ kind, name }: ProviderRow, { organisation }: ProviderOptions, { hd, tid }: Claims): void {
  if (organisation === null) return
  const said = kind === 'google' ? hd : tid
  if (typeof said !== 'string' || said.toLowerCase() !== organisation)
    throw new SsoRefused('organisation', `Only people of ${organisation} sign in through ${name}.`)
}

function assertDomain({ domains }: ProviderOptions, email: string): void {
  if (domains.length === 0 || domains.includes(domainOf(email))) return
  throw new SsoRefused('domain', `Only addresses of ${domains.join(', ')} sign in here. Choose another account there.`)
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** An address of the claims, if it is one. */
export function emailIn({ email }: Claims): string | null {
  if (typeof email !== 'string' || email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return null
  return plainEmail(email)
}

function nameIn({ name, preferred_username }: Claims, email: string): string {
  const given = [name, preferred_username].find((one): one is string => typeof one === 'string' && one.trim() !== '')
  const plain = (given ?? email.split('@')[0]!).replace(/\p{C}/gu, ' ').trim()
  return plain.slice(0, 120) || email.split('@')[0]!
}

/** Whether the account belongs to the workspace, or to one above or below it. */
const belongs = (tx: ReadTx, user: UserRow, tenant_id: string): boolean => {
  const path = pathOfTenant(tx, tenant_id)!
  return roleIn(tx, user.id, path) !== null || tx.row(BELOW, user.id, path, `${path}~`) !== null
}

const BELOW = `select 1 from members m join tenants t on t.id = m.tenant_id
  where m.user_id = ? and t.path >= ? and t.path < ? limit 1`

/**
 * Whether an account may be connected to a provider. A workspace's provider never gets a platform admin, and nobody who
 * also belongs elsewhere: its owner would decide who they are there.
 */
export function mayConnect(tx: ReadTx, { tenant_id }: ProviderRow, user: UserRow): boolean {
  if (!mayEnter(user.status)) return false
  if (tenant_id === null) return true
  if (user.platform_admin === 1) return false
  const path = pathOfTenant(tx, tenant_id)!
  const places = tx.rows<{ path: string }>(PLACES, user.id)
  return places.length > 0 && places.every((place) => place.path.startsWith(path))
}

const PLACES = `select t.path from members m join tenants t on t.id = m.tenant_id where m.user_id = ?1
  union select t.path from invitations i join tenants t on t.id = i.tenant_id where i.user_id = ?1`
