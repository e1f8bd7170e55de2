import type { App } from '../../kernel/operation/app.ts'
import { inParallel } from '../../kernel/scheduling/in-parallel.ts'
import { DAY, HOUR, plus } from '../../kernel/time/clock.ts'
import { ARCHIVED } from '../tenants/index.ts'
import { lookAtKeyFile } from './key-file.ts'
import { readSiteRow, recordCheck } from './sites.ts'
import type { SiteRow } from './tables.ts'

const VERIFIED_EVERY = DAY
const FAILING_EVERY = HOUR
const AT_ONCE = 16

/** Checks the key files that are due: of a verified site daily, of a failing one hourly. */
export function verifyDueSites(app: App, signal: AbortSignal): Promise<SiteRow[]> {
  const due = app.db.read((tx) =>
    tx.rows<{ id: string }>(
      `select id from indexnow_sites where enabled = 1
         and (status = 'verified' and checked_at <= ? or status = 'failing' and checked_at <= ?)
         and tenant_id not in ${ARCHIVED}`,
      plus(tx.now, -VERIFIED_EVERY),
      plus(tx.now, -FAILING_EVERY),
    ),
  )
  return verifySites(app, due, signal)
}

/** Checks the key files of all enabled sites that were verified once, due or not. */
export function verifyAllSites(app: App, signal: AbortSignal): Promise<SiteRow[]> {
  const all = app.db.read((tx) =>
    tx.rows<{ id: string }>("select id from indexnow_sites where enabled = 1 and status <> 'pending'"),
  )
  return verifySites(app, all, signal)
}

/** Returns the sites after the check. */
async function verifySites(app: App, sites: { id: string }[], signal: AbortSignal): Promise<SiteRow[]> {
  const after = await inParallel(sites, AT_ONCE, async ({ id }) =>
    signal.aborted ? undefined : await verifySite(app, id, signal),
  )
  return after.flatMap((site) => site ?? [])
}

async function verifySite(app: App, id: string, signal: AbortSignal): Promise<SiteRow | undefined> {
  const site = app.db.read((tx) => readSiteRow(tx, id))
  if (!site) return undefined
  const check = await lookAtKeyFile(app, site, signal)
  return app.db.write((tx) => recordCheck(tx, site, check))
}
