/** Icons of the hosts of workspaces: fetched once, kept here, and shown until a person removes them. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { inParallel } from '../../kernel/scheduling/in-parallel.ts'
import { pauseAfter, RETRIES } from '../../kernel/scheduling/retries.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { futureTimes } from '../../kernel/time/clock-repair.ts'
import { ARCHIVED, partyAtPath } from '../tenants/index.ts'
import { findIcon } from './favicon.ts'
import { hashOf, type ServedPicture } from './logo.ts'
import type { SiteIconRow } from './tables.ts'

export const FETCH_SITE_ICONS = taskName('fetch_site_icons')

/** One request for the page and its pictures, and as many again as there are pauses. */
export const MOST_ATTEMPTS = RETRIES.site_icon.listed.length + 1

const AT_ONCE = 4
const MOST = 40

type Due = Pick<SiteIconRow, 'tenant_id' | 'host' | 'attempts'> & { path: string }

/** Fetches the icons that are due; returns their number. */
export async function fetchDueIcons(app: App, signal: AbortSignal): Promise<number> {
  const due = app.db.write((tx) => claimDue(tx))
  await inParallel(due, AT_ONCE, async (one) => {
    if (signal.aborted) return
    const found = await findIcon(app.fetch, one.host, partyAtPath(one.path), signal)
    app.db.write((tx) => settle(tx, one, found.icon, found.icon === null && found.lost))
  })
  return due.length
}

/** An attempt counts before it is made, so that one that ends the process is not repeated for ever. */
function claimDue(tx: Tx): Due[] {
  const due = tx.rows<Due>(
    `select i.tenant_id, i.host, i.attempts + 1 as attempts, t.path from site_icons i join tenants t on t.id = i.tenant_id
     where i.state = 'due' and i.next_at <= ? and i.attempts < ? and i.tenant_id not in ${ARCHIVED}
     order by i.next_at limit ?`,
    tx.now,
    MOST_ATTEMPTS,
    MOST,
  )
  for (const { tenant_id, attempts } of due) {
    const pause = pauseAfter('site_icon', Math.min(attempts, MOST_ATTEMPTS - 1))
    tx.run(
      'update site_icons set attempts = ?, next_at = ? where tenant_id = ?',
      attempts,
      plus(tx.now, pause),
      tenant_id,
    )
  }
  return due
}

/** Nothing is written if a person asked for another icon, or removed this one, meanwhile. */
function settle(tx: Tx, { tenant_id, host, attempts }: Due, body: Uint8Array | null, lost: boolean): void {
  if (lost && attempts < MOST_ATTEMPTS) return
  tx.run(
    `update site_icons set state = ?, next_at = null, hash = ?, body = ?, updated_at = ?
     where tenant_id = ? and host = ? and attempts = ? and state = 'due'`,
    body ? 'kept' : 'none',
    body && hashOf(body),
    body,
    tx.now,
    tenant_id,
    host,
    attempts,
  )
}

/** Asks for the icon of a host, also after it was removed. The present one is shown until then. */
export function wantIcon(tx: Tx, app: Pick<App, 'wake'>, tenant_id: string, host: string): void {
  tx.run(
    `insert into site_icons (tenant_id, host, state, attempts, next_at, updated_at) values (?1, ?2, 'due', 0, ?3, ?3)
     on conflict (tenant_id) do update set host = ?2, state = 'due', attempts = 0, next_at = ?3, updated_at = ?3`,
    tenant_id,
    host,
    tx.now,
  )
  tx.afterCommit(() => app.wake(FETCH_SITE_ICONS))
}

/** Removes it for good: no host that is added later brings one. Whether there was one to remove. */
export const removeIcon = (tx: Tx, tenant_id: string, host: string): boolean =>
  tx.run(
    `insert into site_icons (tenant_id, host, state, attempts, updated_at) values (?1, ?2, 'removed', 0, ?3)
     on conflict (tenant_id) do update set state = 'removed', next_at = null, hash = null, body = null, updated_at = ?3
     where state <> 'removed'`,
    tenant_id,
    host,
    tx.now,
  ) > 0

export const iconOf = (tx: ReadTx, tenant_id: string): Omit<SiteIconRow, 'body'> | null =>
  tx.row(
    'select tenant_id, host, state, attempts, next_at, hash, updated_at from site_icons where tenant_id = ?',
    tenant_id,
  )

/** The icon with this hash; null for every other, so that the address of an old one shows nothing else. */
export function iconAt(tx: ReadTx, tenant_id: string, hash: string): ServedPicture | null {
  const found = tx.row<{ body: Uint8Array }>(
    'select body from site_icons where tenant_id = ? and hash = ?',
    tenant_id,
    hash,
  )
  return found && { body: found.body, type: 'image/png' }
}

/** Paths of the tiles of workspaces for a caller: the own logo, else the icon of the host. */
export function tilesOf(tx: ReadTx, caller: Caller, ids: readonly string[]): Map<string, string> {
  const rows = tx.rows<{ id: string; logo: string | null; kind: string; icon: string | null }>(
    `select w.value as id, l.hash as logo, l.kind, i.hash as icon from json_each(?) w
     left join logos l on l.tenant_id = w.value left join site_icons i on i.tenant_id = w.value
     where l.hash is not null or i.hash is not null`,
    JSON.stringify(ids),
  )
  return new Map(
    rows.map(({ id, logo, kind, icon }) => [
      id,
      logo ? `/app/brand/${id}.${logo}.${kind}` : `/app/w/${caller.tenant_id}/clients/${id}/icon/${icon}.png`,
    ]),
  )
}

export const ICONS_IN_FUTURE = futureTimes('site_icons', 'tenant_id', 'next_at', 2 * DAY)
