/** Keeps consents alive, and finds out in time that one is gone. */
import type { App } from '../../kernel/operation/app.ts'
import { taskName } from '../../kernel/scheduling/task.ts'
import { DAY, HOUR, plus } from '../../kernel/time/clock.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import { accessToken } from './accounts.ts'
import { openGoogle } from './client.ts'
import { keepProperties } from './connect.ts'

export const REFRESH_GOOGLE = taskName('refresh_google_accounts')

const AT_A_TIME = 50

/**
 * Refreshes each account once a week, and at the ages at which a consent screen in Testing shows: just before and just
 * after 7 days. Returns how many.
 */
export async function refreshAccounts(app: App, signal: AbortSignal): Promise<number> {
  const { due, google } = app.db.read((tx) => ({
    google: openGoogle(tx, app),
    due: tx.rows<{ id: string }>(
      `select id from google_accounts where state = 'ok' and (refreshed_at <= ?1
         or (connected_at <= ?2 and refreshed_at < strftime('%Y-%m-%dT%H:%M:%fZ', connected_at, '+6 days'))
         or (connected_at <= ?3 and refreshed_at < strftime('%Y-%m-%dT%H:%M:%fZ', connected_at, '+7 days')))
       order by refreshed_at, id limit ?4`,
      ...[plus(tx.now, -7 * DAY), plus(tx.now, -6 * DAY), plus(tx.now, -7 * DAY - HOUR), AT_A_TIME],
    ),
  }))
  if (!google) return 0
  let done = 0
  for (const { id } of due) {
    if (signal.aborted) break
    try {
      const sites = await google.sites(await accessToken(app, id, signal, true), signal)
      app.db.write((tx) => keepProperties(tx, id, sites) ?? null)
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      app.log.warn('a Google account could not be refreshed', {
        account: id,
        failure: error.failure,
        reason: error.message,
      })
    }
    done += 1
  }
  return done
}
