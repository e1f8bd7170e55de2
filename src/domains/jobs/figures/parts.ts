import type { ReadTx } from '../../../kernel/database/database.ts'

/** Links of the jobs that one transaction may count again; each link of such a job takes 0.13 µs. */
const COUNTED = 20_000

/** Splits items into transactions of at most `most` items: of one large job, or of several small ones. */
export function partsByJob<T>(tx: ReadTx, items: T[], jobOf: (item: T) => string, most: number): T[][] {
  const jobs = Map.groupBy(items, jobOf)
  const sizes = new Map(
    tx
      .rows<{ id: string; link_count: number }>(
        'select id, link_count from jobs where id in (select value from json_each(?))',
        JSON.stringify([...jobs.keys()]),
      )
      .map(({ id, link_count }) => [id, link_count]),
  )
  const parts: T[][] = []
  let weight = Number.POSITIVE_INFINITY
  for (const [job_id, all] of jobs)
    for (let from = 0; from < all.length; from += most) {
      const some = all.slice(from, from + most)
      const links = sizes.get(job_id) ?? 0
      if (weight + links > COUNTED || parts.at(-1)!.length + some.length > most) {
        parts.push([])
        weight = 0
      }
      parts.at(-1)!.push(...some)
      weight += links
    }
  return parts
}
