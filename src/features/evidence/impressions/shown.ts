/** When Google showed pages to people, for those who ask whether they are indexed. */
import { hashOf } from '../../../domains/pushes/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'

export type Shown = { url: string; tenant_id: string; day: string; impressions: number }

/** The last day after `after` on which each of these pages was shown. A page without one may be indexed all the same. */
export function lastShown(
  tx: ReadTx,
  pages: readonly { url: string; tenant_id: string }[],
  after: string,
): Map<string, Shown> {
  const rows = tx.rows<{ i: number; day: string; impressions: number }>(
    `select e.key as i, max(s.day) as day, s.impressions from json_each(?) e cross join impressions s
       on s.tenant_id = e.value ->> 0 and s.url_hash = e.value ->> 1 and s.day > ? group by e.key`,
    `[${pages.map(({ url, tenant_id }) => `["${tenant_id}",${hashOf(url)}]`).join()}]`,
    after,
  )
  return new Map(rows.map(({ i, ...shown }) => [`${pages[i]!.tenant_id} ${pages[i]!.url}`, { ...pages[i]!, ...shown }]))
}
