/** When Google showed a page to people. A page without such a day may be indexed all the same. */
import { hashOf } from '../../../domains/pushes/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'

export const lastShown = (tx: ReadTx, tenant_id: string, url: string): { day: string; impressions: number } | null =>
  tx.row(
    `select day, impressions from impressions where tenant_id = ? and url_hash = cast(? as integer)
     order by day desc limit 1`,
    tenant_id,
    String(hashOf(url)),
  )
