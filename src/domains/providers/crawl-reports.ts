import type { ReadTx } from '../../kernel/database/database.ts'
import type { Time } from '../../kernel/time/clock.ts'

/** The suppliers' latest reports on a push: who, how many links they have, how many they crawled. */
type CrawlReports = { adapters: string[]; links: number; crawled: number; asked_at: Time | null }

/** The total of the suppliers' reports on a push; null before a supplier has any of it. It moves no credit. */
export function crawlReportsOf(tx: ReadTx, job_id: string): CrawlReports | null {
  const rows = tx.rows<{ adapter: string; links: number; crawled: number | null; at: Time | null }>(
    `select adapter, url_count - rejected as links, report ->> '$.indexed' as crawled, report ->> '$.at' as at
     from batches where job_id = ? and state = 'sent'`,
    job_id,
  )
  if (rows.length === 0) return null
  const sum = (values: (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return {
    adapters: [...new Set(rows.map(({ adapter }) => adapter))],
    links: sum(rows.map(({ links }) => links)),
    crawled: sum(rows.map(({ crawled }) => crawled)),
    asked_at:
      rows
        .flatMap(({ at }) => at ?? [])
        .sort()
        .at(-1) ?? null,
  }
}
