/** The second step of a sign-in: the code of a factor opens the session. */

import type { Tx } from '../../../kernel/database/database.ts'
import { said, text } from '../../../kernel/language/say.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { Fault } from '../../../kernel/operation/fault.ts'
import { writeEntry } from '../sign-in/entry-row.ts'
import { type OpenedSession, openSession, type SignInMethods, type SignInOrigin } from '../sign-in/sessions.ts'
import { countTry, endStep, stepOf } from '../sign-in/sign-in-steps.ts'
import { forgiveTries, takeTry } from '../sign-in/sign-in-throttle.ts'
import type { UserRow } from '../tables.ts'
import { takeAppCode, takeCode, writeFactorLetter, wrongCode } from './factors.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/** `codes_left`: recovery codes, after one was used. `handoff`: the provider's part of the session. */
type FinishedSignIn = OpenedSession & { codes_left: number | null; handoff: string | null }

/** Opens the session for the right code: 422 for a wrong one, 401 when the step is over, 429 after too many tries. */
export async function finishStep(app: App, token: string, code: string, from: SignInOrigin): Promise<FinishedSignIn> {
  const step = app.db.read((tx) => stepOf(tx, token, from))
  if (!step) throw stepOver()
  const { user, begun } = step
  const who = codesOf(user.id)
  app.db.write((tx) => {
    takeTry(tx, who, from.ip)
    return countTry(tx, token)
  })
  const done = app.db.write((tx) => {
    const method = takeCode(tx, app.sealer, user.id, code)
    if (!method) return null
    if (!endStep(tx, token)) throw stepOver()
    forgiveTries(tx, who, from.ip)
    const methods: SignInMethods = `${begun.first} ${method}`
    writeEntry(tx, user, from, methods)
    return { methods, codes_left: method === 'code' ? codeUsed(tx, app, user) : null }
  })
  if (!done) throw wrongCode()
  const opened = await openSession(app, user.id, from, done.methods, begun.ends_at)
  return { ...opened, codes_left: done.codes_left, handoff: begun.handoff }
}

function codeUsed(tx: Tx, app: App, user: UserRow): number {
  const left = countRecoveryCodes(tx, user.id)
  writeFactorLetter(tx, app, user, said('A recovery code was used to sign in; {left} remain.', { left }))
  return left
}

/** The count of wrong codes, apart from that of passwords: a right password does not reset it. */
export const codesOf = (user_id: string): string => `codes ${user_id}`

const stepOver = () => new Fault('unauthorized', text('This sign-in took too long. Start again.'))

/** Checks a code of the person's authenticator app: 422 when it is wrong, 429 after too many tries. */
export const proveByCode = (app: CodeApp, { id }: Pick<UserRow, 'id'>, code: string): void =>
  assertCode(app, id, (tx) => takeAppCode(tx, app.sealer, id, code))

/** The same for a person who is not signed in; a recovery code counts too. */
export const proveByAnyCode = (app: CodeApp, { id }: Pick<UserRow, 'id'>, code: string): void =>
  assertCode(app, id, (tx) => takeCode(tx, app.sealer, id, code) !== null)

type CodeApp = Pick<App, 'db' | 'sealer'>

function assertCode({ db }: CodeApp, user_id: string, take: (tx: Tx) => boolean): void {
  const who = `own ${codesOf(user_id)}`
  db.write((tx) => takeTry(tx, who, null))
  const right = db.write((tx) => {
    const taken = take(tx)
    if (taken) forgiveTries(tx, who, null)
    return taken
  })
  if (!right) throw wrongCode()
}
