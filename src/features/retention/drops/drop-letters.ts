/** One letter a day at most about links that dropped or came back, of all workspaces that follow the same settings. */
import { siteOf } from '../../../domains/branding/index.ts'
import type { MailApp } from '../../../domains/mail/index.ts'
import { below, isArchived, namedWorkspace, zoneOf } from '../../../domains/tenants/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import { localDay, nextMomentAt } from '../../../kernel/time/zones.ts'
import { storedNotices, tellReaders } from '../../notices/index.ts'
import { settingsFor } from '../settings.ts'
import type { DropCause } from '../shapes.ts'
import type { RetentionRow } from '../tables.ts'

/** Notes links of a drop for the letter of the workspace whose settings hold: at its hour, on a day without one. */
export function noteForLetter(
  tx: Tx,
  drop: { id: string; tenant_id: string },
  ids: readonly number[],
  is_back: 0 | 1,
): void {
  const root = settingsFor(tx, drop.tenant_id)
  if (!root) return
  tx.run(
    `insert into drop_news (root_id, drop_id, is_back, links, last_yes_at, first_no_at)
     select ?1, ?2, ?3, count(*), min(last_yes_at), max(first_no_at) from watches
     where link_id in (select value from json_each(?4)) having count(*) > 0
     on conflict do update set links = links + excluded.links, last_yes_at = min(last_yes_at, excluded.last_yes_at),
       first_no_at = max(first_no_at, excluded.first_no_at)`,
    ...[root.tenant_id, drop.id, is_back, JSON.stringify(ids)],
  )
  expectLetter(tx, root)
}

/** When the next letter of these settings is due. */
function expectLetter(tx: Tx, root: RetentionRow): void {
  if (root.letter_at !== null) return
  const { time_zone, digest_hour } = storedNotices(tx, root.tenant_id)
  const at = nextMomentAt(time_zone, digest_hour, tx.now, root.letter_day)
  tx.run('update retention set letter_at = ? where tenant_id = ?', at, root.tenant_id)
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

/** Writes the letter that is due for longest; false when none is. */
export function writeDropLetter(tx: Tx, app: MailApp): boolean {
  const due = tx.row<{ tenant_id: string }>(
    'select tenant_id from retention where letter_at <= ? order by letter_at limit 1',
    tx.now,
  )
  if (!due) return false
  const root = namedWorkspace(tx, due.tenant_id)
  const lines = tx.rows<DropLine>(
    `select d.id, d.tenant_id, t.name as tenant_name, d.host, d.cause, n.is_back, n.links, n.last_yes_at, n.first_no_at
     from drop_news n join drops d on d.id = n.drop_id join tenants t on t.id = d.tenant_id
     where n.root_id = ? and t.path >= ? and t.path < ? order by n.links desc, d.id`,
    root.id,
    ...below(root.path),
  )
  const zone = zoneOf(tx, root.id)
  const day = localDay(storedNotices(tx, root.id).time_zone, tx.now)
  tx.run('delete from drop_news where root_id = ?', root.id)
  tx.run('update retention set letter_at = null, letter_day = ? where tenant_id = ?', day, root.id)
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
