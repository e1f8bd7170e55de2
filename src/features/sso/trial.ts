/** A trial in words: the result of a sign-in with these claims. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { type Fields, isFields } from '../../kernel/operation/shape.ts'
import type { EntryDecision } from './people/entry.ts'
import { type GrantedRoles, inWords } from './people/groups.ts'
import { SsoRefused } from './protocol/refused.ts'

export function trialOutcome(tx: ReadTx, decision: EntryDecision | SsoRefused): string {
  if (decision instanceof SsoRefused) return `Refused: ${decision.message}`
  switch (decision.act) {
    case 'enter':
      return `Signed in as ${decision.user.email}${rolesOf(tx, decision.grants)}.`
    case 'create':
      return `New account ${decision.email} for ${decision.name}${rolesOf(tx, decision.grants)}.`
    case 'letter':
      return decision.user
        ? `Not connected: ${decision.email} would get an e-mail that asks whether to connect the account.`
        : `Not signed in: no account of this address can be connected or made.`
  }
}

const rolesOf = (tx: ReadTx, grants: GrantedRoles | null): string =>
  grants === null ? '' : `, ${inWords(tx, grants).join(', ') || 'without a workspace'}`

/** Claims as they are shown: without those of the protocol. */
export const shownClaims = ({ claims }: { claims: Fields }): [string, string][] =>
  Object.entries(claims)
    .filter(([name]) => !PROTOCOL.includes(name))
    .map(([name, value]) => [name, inText(value).slice(0, 500)])

const inText = (value: unknown): string =>
  isFields(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)

const PROTOCOL = ['nonce', 'at_hash', 'c_hash', 's_hash', 'jti', 'sid', 'nbf']
