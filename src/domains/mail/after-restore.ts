/** Letters of a backup, which may have left after it. */
import type { Tx } from '../../kernel/database/database.ts'
import type { Time } from '../../kernel/time/clock.ts'

/** The replaced database says that these were sent. */
export const keepLostLetters = (tx: Tx, letters: readonly { id: string; sent_at: Time }[]): number =>
  tx.run(
    `update mails set status = 'sent', sent_at = l.sent_at, next_attempt_at = null, handing_over_since = null from
     (select value ->> 'id' as id, value ->> 'sent_at' as sent_at from json_each(?)) l where mails.id = l.id and mails.status = 'queued'`,
    JSON.stringify(letters),
  )

/** Letters that waited when the backup was made. */
export const countOldLetters = (tx: Pick<Tx, 'number'>, made_at: Time): number =>
  tx.number("select count(*) from mails where status = 'queued' and created_at <= ?", made_at)

/** They are not sent, but can be sent again from the log. */
export const dropOldLetters = (tx: Tx, made_at: Time): number =>
  tx.run(
    `update mails set status = 'suppressed', next_attempt_at = null, handing_over_since = null, error = 'Dropped after a restore'
     where status = 'queued' and created_at <= ?`,
    made_at,
  )
