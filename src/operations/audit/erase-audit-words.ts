import Type from 'typebox'
import { userByEmail } from '../../domains/accounts/index.ts'
import { forgetLettersTo } from '../../domains/mail/index.ts'
import { forgetStranger } from '../../features/signups/index.ts'
import { newestLink } from '../../kernel/audit/append.ts'
import { accountOf, eraseWords } from '../../kernel/audit/upkeep.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Email } from '../../kernel/operation/shape.ts'
import { pause } from '../../kernel/scheduling/pause.ts'

/** Rows read in one transaction. */
const STEP = 500

export const eraseAuditWords = outbound({
  name: 'erase_audit_words',
  route: 'POST /audit/erase',
  role: 'platform',
  proof: true,
  local: true,
  summary: 'Erase a former user’s names and addresses from the audit trail, and the e-mails and invites to them.',
  description:
    'The act, its time and its workspace stay, with the id of the account. The hash chain still verifies. 409 while an account has this address. If it is interrupted, call it again: erased texts are not counted twice. Backups keep what they hold.',
  input: Type.Object({
    email: Email(),
    name: Type.Optional(
      Type.String({ title: 'Name', minLength: 2, maxLength: 200, description: 'As it was written, whole' }),
    ),
    user_id: Type.Optional(
      Type.String({
        title: 'Id of the account',
        maxLength: 64,
        description: 'Left out: the one that acted under this address',
      }),
    ),
  }),
  output: Type.Object({ rows: Type.Integer({ minimum: 0, description: 'Rows that named the person' }) }),
  example: { email: 'gone@northwind.example', name: 'Gone Person' },
  faults: ['conflict'],

  async handle({ app, read, write, changed, signal }, { email, name = null, user_id = null }) {
    if (read((tx) => userByEmail(tx, email)))
      throw conflict('An account has this address. Delete the account first (DELETE /users/{id}).')
    const id = user_id ?? read((tx) => accountOf(tx, email))
    const end = read((tx) => newestLink(tx))?.seq ?? 0
    let rows = 0
    for (let above = 0; above < end && !signal.aborted; above += STEP) {
      rows += app.db.write((tx) => eraseWords(tx, { email, name, user_id: id }, above, above + STEP))
      await pause()
    }
    changed({ target: id ?? undefined, after: { rows } })
    return write((tx) => {
      forgetLettersTo(tx, email)
      forgetStranger(tx, email)
      return { rows }
    })
  },
})
