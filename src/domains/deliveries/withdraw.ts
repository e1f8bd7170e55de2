import type { Tx } from '../../kernel/database/database.ts'
import { withdrawMail } from '../mail/index.ts'

/** Letters to the recipient that no server has yet are not sent. */
export function withdrawLetters(tx: Tx, recipient_id: string): void {
  const waiting = tx.rows<{ id: string; mail_id: string }>(
    "select id, mail_id from report_deliveries where recipient_id = ? and state = 'queued' and mail_id is not null",
    recipient_id,
  )
  for (const { mail_id } of waiting) withdrawMail(tx, mail_id, WITHDRAWN)
}

const WITHDRAWN = 'It was withdrawn, because its reader no longer gets reports at this address.'
