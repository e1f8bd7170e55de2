/** The last letters to the recipients of a workspace. */
import type { Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { KINDS, type LastNotice } from './shapes.ts'

/** Letters that are read back; a busy workspace writes this many in some weeks. */
const READ_BACK = 500

export const lastSent = (
  tx: ReadTx,
  tenant_id: string,
  recipients: readonly { email: string }[],
): Static<typeof LastNotice>[] =>
  tx.rows<Static<typeof LastNotice>>(
    `select template as kind, to_address as email, sent_at from mails where id in (
       select max(id) from (
         select id, template, to_address, status from mails where tenant_id = ?1 order by id desc limit ${READ_BACK})
       where status = 'sent' and template in (select value from json_each(?2))
         and to_address in (select value from json_each(?3))
       group by template, to_address)
     order by sent_at desc`,
    tenant_id,
    JSON.stringify(KINDS),
    JSON.stringify(recipients.map(({ email }) => email)),
  )
