/** Names of the people who acted, because answers have their addresses; and whether they get e-mail. */

import { knownName } from '../../domains/accounts/index.ts'
import { canSend, storedEmail } from '../../domains/mail/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { SignedInCall } from './web.ts'

/** Whether the install can send e-mail. */
export const sendsMail = (app: App): boolean => app.db.read((tx) => canSend(storedEmail(tx)))

/** Turns an actor of an answer into a name: `ada@northwind.example by Claude` into `Ada by Claude`. */
export type NameOf = (actor: string) => string

const WORDS: Readonly<Record<string, string>> = { system: 'The system', operator: 'The operator' }

/** For one page: each address is looked up once. */
export function namesFor({ app, caller }: Pick<SignedInCall, 'app' | 'caller'>): NameOf {
  const known = new Map<string, string>()
  const nameOf = (email: string): string => {
    const name = known.get(email) ?? app.db.read((tx) => knownName(tx, caller, email)) ?? email
    known.set(email, name)
    return name
  }
  return (actor) => WORDS[actor] ?? actor.replace(/^\S+@\S+/, nameOf)
}
