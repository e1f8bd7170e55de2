/** What an app may be allowed. Each scope holds those before it, and is a ceiling on what the person may do at the time. */
import { atLeast, higher, lower, type Role } from '../../kernel/caller.ts'
import { type AnyOperation, changes } from '../../kernel/operation.ts'

export const SCOPES = ['read', 'write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

const CEILING: Record<Scope, Role> = { read: 'client_viewer', write: 'member', admin: 'admin' }

/** The role of somebody who acts through an app of this scope. */
export const roleWithin = (scope: Scope, role: Role): Role => lower(CEILING[scope], role)

/** The highest scope that a text names. Unknown ones mean nothing, and none at all is `read`. */
export function scopeIn(text: string): Scope {
  const named = text.split(' ')
  return SCOPES.findLast((scope) => named.includes(scope)) ?? 'read'
}

/** A scope with those that it holds, as tokens and challenges name them: `read write`. */
export const withLower = (scope: Scope): string => SCOPES.slice(0, SCOPES.indexOf(scope) + 1).join(' ')

/** Whether `scope` holds `wanted`. */
export const holds = (scope: Scope, wanted: Scope): boolean => SCOPES.indexOf(scope) >= SCOPES.indexOf(wanted)

/**
 * The scope that an app lacks for an operation which the person may do themselves; null where more scope would not help:
 * the role is what is missing then, and asking the person again would lead round in circles.
 */
export function lackedScope(operation: AnyOperation, scope: Scope, role: Role): Scope | null {
  if (operation.role === 'platform') return null
  const needed = higher(operation.role ?? 'client_viewer', changes(operation) ? 'member' : 'client_viewer')
  const least = SCOPES.find((one) => atLeast(CEILING[one], needed))
  return !least || holds(scope, least) || !atLeast(role, needed) ? null : least
}
