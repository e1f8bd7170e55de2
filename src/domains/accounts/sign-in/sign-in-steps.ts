/** Between a sign-in's first step and the second factor: a row of its own, which is no session. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { ProofMethod } from '../../../kernel/operation/caller.ts'
import { hashSecret, looksLikeSecret, newSecret } from '../../../kernel/secrets/ids.ts'
import { MINUTE, plus, type Time } from '../../../kernel/time/clock.ts'
import { mayEnter } from '../access.ts'
import { demandOnKeys } from '../factors/factor-rules.ts'
import type { FactorRow } from '../factors/tables.ts'
import { signInSteps, type UserRow } from '../tables.ts'
import { userById } from '../users.ts'
import { type FirstStep, isByProvider } from './sessions.ts'

const LASTS = 10 * MINUTE
const TRIES = 10

type Kind = FactorRow['kind']

/** Kinds of a person's factors that count. */
const kindsOf = (tx: ReadTx, user_id: string): Kind[] =>
  tx.remember(`factor kinds ${user_id}`, () =>
    tx
      .rows<{ kind: Kind }>('select distinct kind from factors where user_id = ? and confirmed_at is not null', user_id)
      .map(({ kind }) => kind),
  )

/** Whether the person needs more than the password to sign in. */
export const hasFactor = (tx: ReadTx, user_id: string): boolean => kindsOf(tx, user_id).length > 0

/** Whether keys and apps of the person are stopped until they add a second factor. */
export const lacksFactor = (tx: ReadTx, user_id: string): boolean =>
  demandOnKeys(tx, user_id) && !hasFactor(tx, user_id)

const PROVES: Record<Kind, ProofMethod> = { totp: 'code', passkey: 'passkey' }

/** How the person proves who they are: by a factor where there is one, else by the method that opened the session. */
export function proofsOf(tx: ReadTx, user_id: string, methods: string): readonly ProofMethod[] {
  const kinds = kindsOf(tx, user_id)
  if (kinds.length > 0) return kinds.map((kind) => PROVES[kind])
  return [isByProvider(methods) ? 'provider' : 'password']
}

/** The first step of a sign-in, and the latest end of its session. `handoff` names the provider's part of it. */
export type BegunSignIn = { first: FirstStep; handoff: string | null; ends_at: Time | null }
/** A step waits at the address where it began: a workspace's own domain, or the install's (null). */
export type WaitingAt = { domain_of: string | null }
const BY_PASSWORD: BegunSignIn = { first: 'pwd', handoff: null, ends_at: null }

/** Begins the step; its token, for a cookie of this browser. */
export function beginStep(
  tx: Tx,
  user_id: string,
  { domain_of = null }: Partial<WaitingAt>,
  begun: BegunSignIn = BY_PASSWORD,
): string {
  const token = newSecret('spt')
  tx.orm
    .insert(signInSteps)
    .values({ ...begun, token_hash: hashSecret(token), user_id, domain_of, tries: 0, expires_at: plus(tx.now, LASTS) })
    .run()
  return token
}

/** The person of a step that still waits; null when it is unknown, over, or was tried too often. */
export const personOfStep = (tx: ReadTx, token: string | null, at: Partial<WaitingAt>): UserRow | null =>
  stepOf(tx, token, at)?.user ?? null

/** The same, with the first step of the sign-in. */
export function stepOf(
  tx: ReadTx,
  token: string | null,
  { domain_of = null }: Partial<WaitingAt>,
): { user: UserRow; begun: BegunSignIn } | null {
  if (token === null || !looksLikeSecret('spt', token)) return null
  const found = tx.row<BegunSignIn & { user_id: string }>(
    `select user_id, first, handoff, ends_at from sign_in_steps
     where token_hash = ? and expires_at > ? and tries < ? and domain_of is ?`,
    hashSecret(token),
    tx.now,
    TRIES,
    domain_of,
  )
  const user = found && userById(tx, found.user_id)
  return user && mayEnter(user.status) ? { user, begun: found } : null
}

/** Counts a try of a step. */
export const countTry = (tx: Tx, token: string): number =>
  tx.run('update sign_in_steps set tries = tries + 1 where token_hash = ?', hashSecret(token))

/** Ends the step that waits with this part of a provider. */
export const endHandedOn = (tx: Tx, handoff: string): number =>
  tx.run('delete from sign_in_steps where handoff = ?', handoff)

/** Ends a step; whether it was still there. */
export const endStep = (tx: Tx, token: string): boolean =>
  tx.run('delete from sign_in_steps where token_hash = ? and expires_at > ?', hashSecret(token), tx.now) === 1
