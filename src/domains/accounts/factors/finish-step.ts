/** The second step of a sign-in: the code of a factor opens the session. */
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { writeAudit } from '../../../kernel/operation/audit.ts'
import { Fault } from '../../../kernel/operation/fault.ts'
import { type From, type Methods, type Opened, openSession } from '../sign-in/sessions.ts'
import { actor } from '../sign-in/sign-in.ts'
import { countTry, endStep, personOfStep } from '../sign-in/sign-in-steps.ts'
import { forgiveTries, takeTry } from '../sign-in/sign-in-throttle.ts'
import type { UserRow } from '../tables.ts'
import { takeAppCode, takeCode, writeFactorLetter, wrongCode } from './factors.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/** `codes_left`: recovery codes, after one was used. */
export type Finished = Opened & { codes_left: number | null }

/** Opens the session for the right code: 422 for a wrong one, 401 when the step is over, 429 after too many tries. */
export async function finishStep(app: App, token: string, code: string, from: From): Promise<Finished> {
  const user = app.db.read((tx) => personOfStep(tx, token))
  if (!user) throw stepOver()
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
    writeEntry(tx, user, from, `pwd ${method}`)
    return { methods: `pwd ${method}` as Methods, codes_left: method === 'code' ? codeUsed(tx, app, user) : null }
  })
  if (!done) throw wrongCode()
  return { ...(await openSession(app, user.id, from, done.methods)), codes_left: done.codes_left }
}

function codeUsed(tx: Tx, app: App, user: UserRow): number {
  const left = countRecoveryCodes(tx, user.id)
  writeFactorLetter(tx, app, user, `A recovery code was used to sign in; ${left} remain.`)
  return left
}

/** The count of wrong codes, apart from that of passwords: a right password does not reset it. */
export const codesOf = (user_id: string): string => `codes ${user_id}`

/** Notes a finished sign-in. */
export function writeEntry(tx: Tx, user: UserRow, { ip }: From, methods: Methods): void {
  const entry = { action: 'sign_in', tenant_id: null, target: user.id, after: { methods }, ip, request_id: null }
  writeAudit(tx, actor(user), entry)
  tx.run('update users set last_seen_at = ? where id = ?', tx.now, user.id)
}

const stepOver = () => new Fault('unauthorized', 'This sign-in took too long. Start again with your password.')

/** Checks a code of the person's authenticator app: 422 when it is wrong, 429 after too many tries. */
export function proveByCode(app: Pick<App, 'db' | 'sealer'>, user: Pick<UserRow, 'id'>, code: string): void {
  const who = `own ${codesOf(user.id)}`
  app.db.write((tx) => takeTry(tx, who, null))
  const right = app.db.write((tx) => takeAppCode(tx, app.sealer, user.id, code) && forgive(tx, who))
  if (!right) throw wrongCode()
}

function forgive(tx: Tx, who: string): true {
  forgiveTries(tx, who, null)
  return true
}
