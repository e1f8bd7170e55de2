/** Reads the pages of links that were missed, and finds what changed on them. */
import { type Facts, saysAnother, screenUrls } from '../../../domains/preflight/index.ts'
import { readingFor } from '../../../domains/pushes/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { leftSource } from '../../standing/index.ts'
import { pageCause } from '../drops/causes.ts'
import { placeDropped } from '../drops/drops.ts'
import type { WatchRow } from '../tables.ts'
import { dropped } from './judge.ts'
import { dropNow } from './watch-states.ts'

/** Pages that are read side by side, and those whose causes are stored in a transaction. */
const GROUP = 100
const A_STEP = 20

/** `sketch`: of the text before the push; links from before sketches have none. */
type Missed = WatchRow & { url: string; sketch: string | null }

export async function examineMissed(app: App, signal: AbortSignal): Promise<number> {
  let examined = 0
  for (let rows = missed(app); rows.length > 0 && !signal.aborted; rows = missed(app)) {
    const found = await screenUrls(
      rows.map(({ url }) => url),
      readingFor(app, rows[0]!.tenant_id, signal),
    )
    for (let from = 0; from < rows.length; from += A_STEP) {
      const some = [from, from + A_STEP] as const
      app.db.write((tx) => settle(tx, rows.slice(...some), found.slice(...some)))
      await pause()
    }
    examined += rows.length
  }
  return examined
}

/** The next links of one workspace: its share of the requests reads their pages. */
const missed = ({ db }: App): Missed[] =>
  db.read((tx) => {
    const rows = tx.rows<Missed>(
      `select w.*, l.url, l.facts ->> 'sketch' as sketch from watches w join links l on l.id = w.link_id where w.examine = 1 order by w.tenant_id, w.link_id limit ${GROUP}`,
    )
    return rows.filter(({ tenant_id }) => tenant_id === rows[0]!.tenant_id)
  })

function settle(tx: Tx, rows: readonly Missed[], found: readonly Facts[]): void {
  const left = leftSource(tx, rows)
  const facts = rows.map((row, i) => [
    row.link_id,
    pageCause(found[i]!) ??
      (left.has(row.link_id) ? 'left_sitemap' : saysAnother(row.sketch, found[i]!.sketch) ? 'content_changed' : null),
    shown(found[i]!),
  ])
  tx.run(
    `update watches set examine = 0, cause = v.value ->> 1, facts = v.value ->> 2 from json_each(?) v
     where watches.link_id = v.value ->> 0 and examine = 1`,
    JSON.stringify(facts),
  )
  const now = tx.rows<WatchRow>(
    'select * from watches where link_id in (select value from json_each(?))',
    JSON.stringify(rows.map(({ link_id }) => link_id)),
  )
  // Google's own no and a fault on the page agree: no second no is needed.
  const clear = now.filter(
    ({ state, cause, vantage }) => state === 'suspect' && cause && vantage?.endsWith('inspection'),
  )
  if (clear.length > 0)
    dropNow(
      tx,
      clear.map((before) => ({ before, after: dropped(before, tx.now) })),
    )
  placeDropped(
    tx,
    now.map(({ link_id }) => link_id),
  )
}

/** The facts that are compared with those from before the push. */
const shown = ({ flags, final_url, status, robots, noindex, canonical }: Facts): string =>
  JSON.stringify({ flags, final_url, status, robots, noindex, canonical })
