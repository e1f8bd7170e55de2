import type { Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import type { OutboundCall } from '../../kernel/operation/operation.ts'
import { claim, handOver } from './delivery.ts'
import { type NewMail, queueMail } from './outbox.ts'
import { MAIL_COLUMNS, type Mail } from './shapes.ts'

/**
 * Writes a letter and hands it over while the caller waits, so that the answer reports the result. It goes to the given
 * address, else to the caller's own. A passive install only queues it.
 */
export async function sendNow(
  { app, caller, read, write, changed }: OutboundCall<unknown>,
  to: string | undefined,
  mail: (to: string) => NewMail,
): Promise<Static<typeof Mail>> {
  const own = () => read((tx) => tx.row<{ email: string }>('select email from users where id = ?', caller.user_id))
  const address = to ?? own()?.email
  if (!address) throw invalid({ path: 'to', message: 'is required: you have no address of your own' })
  const id = write((tx) => {
    const made = queueMail(tx, { ...app, wake: () => {} }, mail(address))!
    changed({ target: made, after: { to: address } })
    return made
  })
  const claimed = app.config.passive ? null : claim(app, id)
  if (claimed) await handOver(app, claimed.mail, claimed.open)
  return read((tx) => readMail(tx, id))
}

export const readMail = (tx: ReadTx, id: string): Static<typeof Mail> =>
  tx.row<Static<typeof Mail>>(`select ${MAIL_COLUMNS} from mails where id = ?`, id)!
