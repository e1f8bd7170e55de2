/** The last letters to the recipients of a workspace. */
import type { Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { KINDS, type LastNotice, type NoticeSettings } from './shapes.ts'

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

/** Letters that each recipient got in 7 days, among those read back. */
export const sentLately = (
  tx: ReadTx,
  tenant_id: string,
  recipients: readonly { email: string }[],
): Static<typeof NoticeSettings>['sent_7_days'] =>
  tx.rows(
    `select to_address as email, count(*) as letters from (
       select template, to_address, status, sent_at from mails where tenant_id = ?1 order by id desc limit ${READ_BACK})
     where status = 'sent' and sent_at >= ?2 and template in (select value from json_each(?3))
       and to_address in (select value from json_each(?4))
     group by to_address order by 2 desc, 1`,
    tenant_id,
    plus(tx.now, -7 * DAY),
    JSON.stringify(KINDS),
    JSON.stringify(recipients.map(({ email }) => email)),
  )
