/** Passkeys: added, used to sign in and used as a proof. One that verifies its person is both factors. */

import type { Tx } from '../../../kernel/database/database.ts'
import { said, text } from '../../../kernel/language/say.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { conflict, Fault, invalid } from '../../../kernel/operation/fault.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { mayEnter } from '../access.ts'
import { writeEntry } from '../sign-in/entry-row.ts'
import { noteFailedSignIn } from '../sign-in/failed-sign-in.ts'
import { type OpenedSession, openSession, type SignInOrigin } from '../sign-in/sessions.ts'
import { type BegunSignIn, endStep, stepOf } from '../sign-in/sign-in-steps.ts'
import type { UserRow } from '../tables.ts'
import { userById } from '../users.ts'
import { type Ceremony, takeChallenge } from './ceremonies.ts'
import { assertRoomForFactor, confirmed, writeFactorLetter } from './factors.ts'
import { type FactorRow, factors } from './tables.ts'
import {
  assertAnswer,
  type NewPasskey,
  PasskeyRefused,
  type PasskeyResponse,
  type RelyingParty,
  readAnswer,
  readNewPasskey,
} from './webauthn.ts'

type AddedPasskey = { id: string; recovery_codes: string[] | null }

/** Reads the answer to our challenge as a new passkey: 422 when it is refused. */
export const newPasskeyFrom = (app: App, site: RelyingParty, user: UserRow, response: string): NewPasskey =>
  judged(() => {
    const answer = readAnswer(response)
    takeChallenge(app.db, answer, { purpose: 'add', site, of: user.id })
    return readNewPasskey(answer, site)
  }) ?? refuseResponse()

/** Stores a new passkey; the recovery codes, if it is the first factor. */
export function addPasskey(
  tx: Tx,
  app: App,
  { rp_id }: RelyingParty,
  user: UserRow,
  made: NewPasskey & { name: string },
): AddedPasskey {
  assertRoomForFactor(tx, user.id)
  if (tx.row('select 1 from factors where credential_id = ?', made.credential_id))
    throw conflict('This passkey is added already.')
  const id = newId()
  tx.orm
    .insert(factors)
    .values({
      ...made,
      id,
      user_id: user.id,
      kind: 'passkey',
      rp_id,
      transports: made.transports.join(' '),
      backup_eligible: Number(made.backup_eligible),
      backed_up: Number(made.backed_up),
      created_at: tx.now,
    })
    .run()
  return {
    id,
    recovery_codes: confirmed(tx, app, user, id, said('The passkey {name} was added.', { name: made.name })),
  }
}

/** The result, or null when the answer is refused. */
function judged<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof PasskeyRefused) return null
    throw error
  }
}

const refuseResponse = (): never => {
  throw invalid({ path: 'response', message: text('was not accepted: use a passkey of this site, then try again') })
}

/** Checks a passkey of the person: 422 when it is refused. */
export function proveByPasskey(app: App, site: RelyingParty | null, user: UserRow, response: string): void {
  const ceremony = site && { purpose: 'prove' as const, site, of: user.id }
  if (!ceremony || takeAnswer(app, ceremony, response)?.user_id !== user.id) refuseResponse()
}

/** Opens the session of the passkey's owner: 401 for every refusal, 409 for an old challenge. */
export async function signInByPasskey(
  app: App,
  { site, browser, step = null }: { site: RelyingParty; browser: string; step?: string | null },
  response: string,
  from: SignInOrigin,
): Promise<OpenedSession & { handoff: string | null }> {
  const factor = takeAnswer(app, { purpose: 'sign_in', site, of: browser }, response)
  const user = factor && app.db.read((tx) => userById(tx, factor.user_id))
  const begun = user && begunBy(app, step, user, from)
  const elsewhere = user && !begun && app.db.read((tx) => app.mustUseProvider(tx, user.id))
  if (!user || !mayEnter(user.status) || elsewhere) {
    const reason = !user ? 'factor' : elsewhere ? 'enforced' : 'suspended'
    noteFailedSignIn(app, { account: 'passkey', user, reason, from, method: 'passkey' })
    throw new Fault('unauthorized', text('This passkey was not accepted. Sign in with your password.'))
  }
  const methods = begun ? 'sso webauthn' : 'webauthn'
  app.db.write((tx) => {
    if (begun) endStep(tx, step!)
    writeEntry(tx, user, from, methods)
  })
  return { ...(await openSession(app, user.id, from, methods, begun?.ends_at)), handoff: begun?.handoff ?? null }
}

/** The sign-in of this person through a provider that waits for its second step here. */
const begunBy = ({ db }: App, token: string | null, user: UserRow, from: SignInOrigin): BegunSignIn | null =>
  db.read((tx) => {
    const step = stepOf(tx, token, from)
    return step?.user.id === user.id && step.begun.first === 'sso' ? step.begun : null
  })

/** The passkey that answered, or null. Its challenge is used up before anything is judged. */
const takeAnswer = (app: App, ceremony: Ceremony, response: string): FactorRow | null =>
  judged(() => {
    const answer = readAnswer(response)
    takeChallenge(app.db, answer, ceremony)
    return app.db.write((tx) => takePasskey(tx, app, answer, ceremony))
  })

const FIND = 'select * from factors where credential_id = ? and rp_id = ? and confirmed_at is not null and suspect = 0'

/** A counter that went back marks the passkey, which is refused from then on. */
function takePasskey(tx: Tx, app: App, answer: PasskeyResponse, { site, purpose }: Ceremony): FactorRow | null {
  const factor = tx.row<FactorRow>(FIND, answer.id, site.rp_id)
  if (!factor) return null
  const { counter, user_handle, backup_eligible, backed_up } = assertAnswer(answer, factor.public_key!, site)
  // At sign-in the passkey says whose it is; for a proof it may leave that out.
  if (user_handle === null ? purpose === 'sign_in' : !isHandleOf(tx, user_handle, factor.user_id)) return null
  if (backup_eligible !== (factor.backup_eligible === 1)) return null
  if ((counter > 0 || factor.counter > 0) && counter <= factor.counter) return suspected(tx, app, factor)
  const sql = 'update factors set counter = ?, backed_up = ?, last_used_at = ? where id = ?'
  tx.run(sql, counter, Number(backed_up), tx.now, factor.id)
  return factor
}

/** Passkeys of before the random handles know the person by the id of the account. */
const isHandleOf = (tx: Tx, handle: string, user_id: string): boolean =>
  handle === userById(tx, user_id)?.passkey_handle || handle === Buffer.from(user_id).toString('base64url')

function suspected(tx: Tx, app: App, factor: FactorRow): null {
  tx.run('update factors set suspect = 1 where id = ?', factor.id)
  const what = said('The passkey {name} was refused, because there may be a copy of it. Remove it and add a new one.', {
    name: factor.name,
  })
  writeFactorLetter(tx, app, userById(tx, factor.user_id)!, what)
  return null
}
