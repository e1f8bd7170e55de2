/** Roles by groups: the grants from the claims, and the memberships from the grants. */

import { putMember, takeMembership, type UserRow } from '../../../domains/accounts/index.ts'
import { pathOfTenant } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { higher, ROLES, type Role } from '../../../kernel/operation/caller.ts'
import { type Fields, isFields } from '../../../kernel/operation/shape.ts'
import { optionsOf, type ProviderOptions } from '../options.ts'
import type { ProviderRow } from '../tables.ts'

/** A workspace and the role there. */
export type GrantedRoles = Map<string, Role>

/** Groups in the claims. `left_out`: the claim is missing, or too many for the token (Entra): nothing follows. */
type GroupClaims = { values: Set<string>; left_out: boolean }

export function groupsIn(claims: Fields, { groups_claim }: ProviderOptions): GroupClaims {
  const value = claims[groups_claim] ?? at(claims, groups_claim.split('.'))
  const list = typeof value === 'string' ? [value] : Array.isArray(value) ? value : null
  const elsewhere = isFields(claims._claim_names) && groups_claim in claims._claim_names
  if (list === null) return { values: new Set(), left_out: elsewhere || claims.hasgroups !== undefined }
  return { values: new Set(list.filter((one) => typeof one === 'string')), left_out: false }
}

const at = (claims: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    claims,
  )

/** The highest role in each workspace that a rule gives; null where no rule matches. */
export function grantsOf(tx: ReadTx, provider: ProviderRow, { values }: GroupClaims): GrantedRoles | null {
  const grants: GrantedRoles = new Map()
  for (const { value, tenant_id, role } of optionsOf(provider).rules) {
    // A workspace may have been deleted since the rule was written.
    if (!values.has(value) || pathOfTenant(tx, tenant_id) === null) continue
    const known = grants.get(tenant_id)
    grants.set(tenant_id, known ? higher(known, role) : role)
  }
  return grants.size > 0 ? grants : null
}

/** The membership that a person has without a matching rule. */
export function homeOf(provider: ProviderRow): GrantedRoles {
  const { home, default_role } = optionsOf(provider)
  return new Map(home === null ? [] : [[home, default_role]])
}

type RoleFromGroup = { tenant_id: string; granted: string; role: Role }
const GIVEN = `select g.tenant_id, g.role as granted, m.role from sso_memberships g
  join members m on m.tenant_id = g.tenant_id and m.user_id = g.user_id where g.user_id = ? and g.provider_id = ?`

/**
 * Makes a person's memberships follow the grants: those that a rule gave before and none gives now end. Memberships
 * that people gave or changed stay, unless the provider manages all. The last owner of a workspace stays one.
 */
export function applyGrants(tx: Tx, provider: ProviderRow, user: UserRow, grants: GrantedRoles): void {
  const { manage_all } = optionsOf(provider)
  for (const { tenant_id, granted, role } of tx.rows<RoleFromGroup>(GIVEN, user.id, provider.id))
    if (granted === role && !grants.has(tenant_id)) takeMembership(tx, tenant_id, user.id)
  for (const [tenant_id, role] of grants) {
    const has = tx.row<{ role: Role; granted: string | null }>(HAS, tenant_id, user.id)
    const ours = has === null || has.granted === has.role || manage_all
    if (!ours || (has?.role === role && has.granted === role)) continue
    if (has?.role === 'owner' && role !== 'owner' && isLastOwner(tx, tenant_id, user.id)) continue
    putMember(tx, tenant_id, user.id, role)
    tx.run(
      `insert into sso_memberships (tenant_id, user_id, provider_id, role) values (?, ?, ?, ?)
       on conflict (tenant_id, user_id) do update set provider_id = excluded.provider_id, role = excluded.role`,
      ...[tenant_id, user.id, provider.id, role],
    )
  }
}

const HAS = `select m.role, g.role as granted from members m
  left join sso_memberships g on g.tenant_id = m.tenant_id and g.user_id = m.user_id
  where m.tenant_id = ? and m.user_id = ?`

const isLastOwner = (tx: ReadTx, tenant_id: string, user_id: string): boolean =>
  tx.row("select 1 from members where tenant_id = ? and role = 'owner' and user_id <> ?", tenant_id, user_id) === null

/** Grants in words, highest first. */
export const inWords = (tx: ReadTx, grants: GrantedRoles): string[] =>
  [...grants]
    .toSorted(([, a], [, b]) => ROLES.indexOf(b) - ROLES.indexOf(a))
    .map(
      ([id, role]) => `${role} of ${tx.row<{ name: string }>('select name from tenants where id = ?', id)?.name ?? id}`,
    )
