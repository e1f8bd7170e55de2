/** Joins pages that Google showed with links: all other pages are forgotten at once. */
import { recordShown, type ShownLink, type ShownPage } from '../../../domains/checks/index.ts'
import { LOOK_DAYS } from '../../../domains/plans/index.ts'
import { normaliseUrl } from '../../../domains/preflight/index.ts'
import { answerDay, hashOf, settleLooks } from '../../../domains/pushes/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { counted } from '../../../kernel/operation/wording.ts'
import { pacer } from '../../../kernel/scheduling/pause.ts'
import { dayInWords } from '../../../kernel/time/zones.ts'
import { boundsOf } from './days.ts'
import type { ImpressionDay } from './tables.ts'

type Pages = Map<bigint, number>

/** Pages by the hash of their canonical address. Google counts places within a page on their own. */
export async function hashed(part: readonly ShownPage[], breathe = pacer()): Promise<Pages> {
  const pages: Pages = new Map()
  for (const { url, impressions } of part) {
    await breathe()
    const taken = normaliseUrl(url)
    if (!taken.ok) continue
    const hash = hashOf(taken.url)
    pages.set(hash, (pages.get(hash) ?? 0) + impressions)
  }
  return pages
}

type Found = { i: number; tenant_id: string; link_id: number }

/** Keeps those that are links of the served workspaces (null: of all), and settles what waits for an answer. */
export function keepShown(
  app: App,
  tx: Tx,
  day: ImpressionDay,
  pages: Pages,
  served: ReadonlySet<string> | null,
): number {
  const hashes = [...pages.keys()]
  const counts = [...pages.values()]
  const found = tx
    .rows<Found>(
      `select e.key as i, s.tenant_id, s.link_id from json_each(?) e cross join sent_urls s on s.url_hash = e.value`,
      `[${hashes.join()}]`,
    )
    .filter(({ tenant_id }) => served === null || served.has(tenant_id))
  if (found.length === 0) return 0
  tx.run(
    `insert into impressions (tenant_id, url_hash, day, property, impressions)
     select value ->> 0, value ->> 1, ?1, ?2, value ->> 2 from json_each(?3) where true
     on conflict do update set impressions = iif(property = excluded.property, excluded.impressions,
       max(impressions, excluded.impressions))`,
    day.day,
    day.property,
    `[${found.map(({ i, tenant_id }) => `["${tenant_id}",${hashes[i]},${counts[i]}]`).join()}]`,
  )
  const shown = settling(tx, day.day, new Map(found.map(({ i, link_id }) => [link_id, counts[i]!])))
  recordShown(tx, shown, (inner, looks) => settleLooks(app, inner, looks))
  return found.length
}

type WaitingLink = {
  link_id: number
  job_id: string
  tenant_id: string
  url: string
  state: 'sent' | 'held_out' | 'not_indexed'
  looks: number
  since: string
}

/** Links that wait for a yes and were sent, or left out for comparison, before that day began. */
function settling(tx: Tx, day: string, counts: ReadonlyMap<number, number>): ShownLink[] {
  const { from, until } = boundsOf(day)
  const links = tx.rows<WaitingLink>(
    `select l.id as link_id, l.job_id, j.tenant_id, l.url, l.state, l.looks, coalesce(l.sent_at, l.settled_at) as since
     from json_each(?) e join links l on l.id = e.value join jobs j on j.id = l.job_id
     where coalesce(l.sent_at, l.settled_at) <= ? and j.deleted_at is null
       and (l.state in ('sent', 'not_indexed') or l.state = 'held_out' and l.indexed <> 'yes' and l.looks < ?)`,
    JSON.stringify([...counts.keys()]),
    from,
    LOOK_DAYS.length,
  )
  return links.map(({ looks, state, since, ...link }) => {
    const times = counts.get(link.link_id)!
    const planned = state === 'held_out' ? (LOOK_DAYS[looks] ?? LOOK_DAYS[0]) : LOOK_DAYS[0]
    return {
      ...link,
      purpose: PURPOSE[state],
      day: state === 'not_indexed' ? null : Math.max(planned, answerDay(since, until)),
      evidence: `Google showed it ${counted(times, 'time')} on ${dayInWords(day)}`,
      raw: JSON.stringify({ page: link.url, day, impressions: times }),
      at: until,
    }
  })
}

const PURPOSE = { sent: 'guarantee', held_out: 'holdout', not_indexed: 'recheck' } as const
