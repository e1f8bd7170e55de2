/** One letter a day at most about links that dropped or came back, of all workspaces that follow the same settings. */
import { siteOf } from '../../../domains/branding/index.ts'
import type { MailApp } from '../../../domains/mail/index.ts'
import { below, isArchived, namedWorkspace, type WorkspaceRef, zoneOf } from '../../../domains/tenants/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { DAY, dayOf, plus, type Time } from '../../../kernel/time/clock.ts'
import { hoursOf, type LocalDay, localDay, nextMomentAt } from '../../../kernel/time/zones.ts'
import { DROPS_COUNT_DAYS, storedNotices, tellReaders } from '../../notices/index.ts'
import { membersOf, rootAt, settingsFor } from '../settings.ts'
import type { DropCause } from '../shapes.ts'
import type { DropRow, RetentionRow } from '../tables.ts'

/** Notes links of a drop for the letter of the workspace whose settings hold: at its time, on a day without one. */
export function noteForLetter(
  tx: Tx,
  drop: Pick<DropRow, 'id' | 'tenant_id' | 'event_id'>,
  ids: readonly number[],
  is_back: 0 | 1,
): void {
  const root = settingsFor(tx, drop.tenant_id)
  if (!root || (drop.event_id !== null && (is_back || isKnown(tx, root, drop.event_id)))) return
  tx.run(
    `insert into drop_news (root_id, drop_id, is_back, noted_on, links, last_yes_at, first_no_at)
     select ?1, ?2, ?3, ?5, count(*), min(last_yes_at), max(first_no_at) from watches
     where link_id in (select value from json_each(?4)) having count(*) > 0
     on conflict do update set links = links + excluded.links, last_yes_at = min(last_yes_at, excluded.last_yes_at),
       first_no_at = max(first_no_at, excluded.first_no_at)`,
    ...[root.tenant_id, drop.id, is_back, JSON.stringify(ids), dayOf(tx.now)],
  )
  expectLetter(tx, root)
}

/** An event of an engine has one letter: what it takes later, and what comes back, is on its page. */
const isKnown = (tx: Tx, root: RetentionRow, event_id: string): boolean =>
  tx.number(
    `select exists (select 1 from drops where event_id = ?1 and opened_at < ?2 and tenant_id in (select value from json_each(?3)))
       and not exists (select 1 from drop_news n join drops d on d.id = n.drop_id where n.root_id = ?4 and d.event_id = ?1)`,
    ...[event_id, tx.now, JSON.stringify(membersOf(tx, rootAt(tx, root))), root.tenant_id],
  ) === 1

/** When the next letter of these settings is due. */
function expectLetter(tx: Tx, root: RetentionRow): void {
  if (root.letter_at !== null) return
  const at = nextLetterAt(tx, root.tenant_id, root.letter_day)
  tx.run('update retention set letter_at = ? where tenant_id = ?', at, root.tenant_id)
}

function nextLetterAt(tx: Tx, root_id: string, last: LocalDay | null): Time {
  const { time_zone, digest_time } = storedNotices(tx, root_id)
  return nextMomentAt(time_zone, hoursOf(digest_time), tx.now, last)
}

/** Links that left a drop altogether are said to those who read about the workspace that they moved to. */
export function moveLetter(tx: Tx, from: string, drop: { id: string; tenant_id: string }): void {
  const root = settingsFor(tx, drop.tenant_id)
  const moved = tx.run(
    `update or replace drop_news set drop_id = ?1, root_id = ?2 where drop_id = ?3 and ?2 is not null
       and not exists (select 1 from watches where drop_id = ?3)`,
    ...[drop.id, root?.tenant_id ?? null, from],
  )
  if (root && moved > 0) expectLetter(tx, root)
}

/** A line of the letter, for its words. */
export type DropLine = {
  id: string
  tenant_id: string
  tenant_name: string
  host: string
  cause: DropCause
  is_back: 0 | 1
  links: number
  last_yes_at: Time
  first_no_at: Time | null
}

/** Lines of a letter. */
const MOST = 30

/**
 * Lines about hosts of which enough links dropped or came back, and the drops of all others. These wait for more, and are
 * let go once they are too old to count on the day of the letter, however late it is written.
 */
function newsOf(tx: Tx, root: WorkspaceRef, least: number, due_at: Time): { lines: DropLine[]; waiting: string[] } {
  tx.run(
    'delete from drop_news where root_id = ? and noted_on <= ?',
    root.id,
    dayOf(plus(due_at, -DROPS_COUNT_DAYS * DAY)),
  )
  const rows = tx.rows<DropLine & { of_host: number }>(
    `select d.id, d.tenant_id, t.name as tenant_name, d.host, d.cause, n.is_back, sum(n.links) as links,
       min(n.last_yes_at) as last_yes_at, max(n.first_no_at) as first_no_at,
       sum(sum(n.links)) over (partition by d.tenant_id, d.host, n.is_back) as of_host
     from drop_news n join drops d on d.id = n.drop_id join tenants t on t.id = d.tenant_id
     where n.root_id = ? and t.path >= ? and t.path < ? group by d.id, n.is_back order by links desc, d.id`,
    root.id,
    ...below(root.path),
  )
  const hosts = [...Map.groupBy(rows, (row) => `${row.tenant_id} ${row.host}`).values()]
  const enough = new Set(hosts.filter((of) => of.some(({ of_host }) => of_host >= least)).flat())
  return {
    lines: rows.filter((row) => enough.has(row)).map(({ of_host: _, ...line }) => line),
    waiting: rows.filter((row) => !enough.has(row)).map(({ id }) => id),
  }
}

/** Writes the letter that is due for longest; false when none is. */
export function writeDropLetter(tx: Tx, app: MailApp): boolean {
  const due = tx.row<{ tenant_id: string; letter_at: Time }>(
    'select tenant_id, letter_at from retention where letter_at <= ? order by letter_at limit 1',
    tx.now,
  )
  if (!due) return false
  const root = namedWorkspace(tx, due.tenant_id)
  const { time_zone, least_dropped } = storedNotices(tx, root.id)
  const { lines, waiting } = newsOf(tx, root, least_dropped, due.letter_at)
  const zone = zoneOf(tx, root.id)
  const day = localDay(time_zone, tx.now)
  tx.run(
    'delete from drop_news where root_id = ? and drop_id not in (select value from json_each(?))',
    root.id,
    JSON.stringify(waiting),
  )
  const next = waiting.length > 0 ? nextLetterAt(tx, root.id, day) : null
  tx.run('update retention set letter_at = ?, letter_day = ? where tenant_id = ?', next, day, root.id)
  if (lines.length === 0 || isArchived(tx, root.path)) return true
  tellReaders(tx, app, root, 'links_dropped', {
    ref: `drops ${root.id} ${day}`,
    facts: {
      zone,
      site: siteOf(tx, app, root.id),
      dropped: count(lines, 0),
      returned: count(lines, 1),
      lines: JSON.stringify(lines.slice(0, MOST)),
      more: String(Math.max(0, lines.length - MOST)),
    },
    under: '/still-there',
  })
  return true
}

const count = (lines: readonly DropLine[], is_back: 0 | 1): string =>
  String(lines.reduce((sum, line) => sum + (line.is_back === is_back ? line.links : 0), 0))
