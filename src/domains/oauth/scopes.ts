/** Scopes of apps. Each includes those before it, and is an upper limit to the person's present rights. */
import { type Text, text } from '../../kernel/language/say.ts'
import { atLeast, higher, lower, type Role } from '../../kernel/operation/caller.ts'
import { type AnyOperation, changes } from '../../kernel/operation/operation.ts'

export const SCOPES = ['read', 'write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

const CEILING: Record<Scope, Role> = { read: 'client_viewer', write: 'member', admin: 'admin' }

/** Title of each scope on the consent page. */
export const SCOPE_TITLES: Record<Scope, Text> = {
  read: text('Read'),
  write: text('Read and push'),
  admin: text('Read, push and manage'),
}

export const scopesFor = (role: Role): Scope[] =>
  SCOPES.filter((scope) => scope === 'read' || atLeast(role, CEILING[scope]))

/** The role of a person who acts through an app with this scope. */
export const roleWithin = (scope: Scope, role: Role): Role => lower(CEILING[scope], role)

/** The highest scope in a text. Unknown ones are ignored, and an empty text is `read`. */
export function scopeIn(text: string): Scope {
  const named = text.split(' ')
  return SCOPES.findLast((scope) => named.includes(scope)) ?? 'read'
}

/** A scope with those that it includes, as in tokens and challenges: `read write`. */
export const withLower = (scope: Scope): string => SCOPES.slice(0, SCOPES.indexOf(scope) + 1).join(' ')

/** Whether `scope` includes `wanted`. */
export const holds = (scope: Scope, wanted: Scope): boolean => SCOPES.indexOf(scope) >= SCOPES.indexOf(wanted)

/**
 * The scope that an app lacks for an operation which the person may do themselves. Null when the role is missing
 * instead: another consent would not help.
 */
export function lackedScope(operation: AnyOperation, scope: Scope, role: Role): Scope | null {
  if (operation.role === 'platform') return null
  const needed = higher(operation.role ?? 'client_viewer', changes(operation) ? 'member' : 'client_viewer')
  const least = SCOPES.find((one) => atLeast(CEILING[one], needed))
  return !least || holds(scope, least) || !atLeast(role, needed) ? null : least
}
