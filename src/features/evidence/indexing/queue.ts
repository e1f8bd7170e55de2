/** Pages that wait for Google's Indexing API: 200 a day for all workspaces of the install, which take turns. */
import { idsOf, NOT_ARCHIVED, pathOfTenant } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Expiry } from '../../../kernel/database/expiry.ts'
import type { App } from '../../../kernel/operation/app.ts'
import {
  type Allowance,
  etaOf,
  headroom,
  nextQuotaDay,
  pauseQuota,
  returnQuota,
  takeQuota,
  usedToday,
} from '../../../kernel/scheduling/quota.ts'
import { DAY, HOUR, MINUTE, plus, type Time } from '../../../kernel/time/clock.ts'
import { momentAt } from '../../../kernel/time/zones.ts'
import { mayHaveCounted, UpstreamError } from '../../../kernel/web-fetch/upstream-error.ts'
import { withToken } from '../accounts.ts'
import { googleDay, PACIFIC } from '../broker/uses.ts'
import { openGoogle } from '../client.ts'
import { propertyOf } from '../properties.ts'
import { refusedBecause } from './allowed.ts'
import type { PostingRow } from './tables.ts'

/** One quota for all accounts of the client (developers.google.com/search/apis/indexing-api/v3/quota-pricing). */
const LIMITS: Allowance & { per_day: number } = { per_day: 200, zone: PACIFIC }
const NAME = 'google_indexing'
const LANES = 4
/** A page that was read so long ago is read again. */
const FRESH = HOUR
/** A call without an answer for so long is lost. */
const LOST = 2 * MINUTE
const KEPT = 400 * DAY
/** A page that cannot be read for now is read again after this time, for so long. */
const READ_AGAIN = 30 * MINUTE
const PATIENCE = DAY

export const indexingDay = (tx: ReadTx) => ({
  per_day: LIMITS.per_day,
  used: usedToday(tx, NAME, LIMITS),
  resets_at: nextQuotaDay(tx.now, LIMITS),
})

/** When the last of those that wait is called, if nothing comes before. */
export const postedBy = (tx: ReadTx): Time =>
  etaOf(tx, NAME, LIMITS, tx.number("select count(*) from job_postings where state = 'queued'"))

/**
 * The one that is next: of the workspace that was called least on this day. Those that failed go behind its others, and
 * those of archived workspaces wait.
 */
const NEXT = `select q.* from job_postings q
  where q.state = 'queued' and (q.why is null or q.called_at <= ?1) and q.tenant_id in (select id from tenants where ${NOT_ARCHIVED}) order by
  (select count(*) from job_postings d where d.tenant_id = q.tenant_id and d.called_at >= ?2), coalesce(q.called_at, ''), q.asked_at, q.id
  limit 1`

function claim(tx: Tx): PostingRow | null {
  if (headroom(tx, NAME, LIMITS).left <= 0) return null
  const row = tx.row<PostingRow>(NEXT, plus(tx.now, -READ_AGAIN), momentAt(PACIFIC, googleDay(tx.now), 0))
  if (!row) return null
  takeQuota(tx, NAME, 1, LIMITS)
  tx.run("update job_postings set state = 'sending', called_at = ? where id = ?", tx.now, row.id)
  return { ...row, state: 'sending', called_at: tx.now }
}

/** `called_at` names the call: another may be under way for the same page. */
const settle = (
  tx: Tx,
  { id, type, called_at }: PostingRow,
  state: 'published' | 'refused',
  why: string | null,
): undefined =>
  void tx.run(
    `update job_postings set state = ?1, why = ?2, published_at = iif(?1 = 'published', ?3, published_at),
       updated_at = iif(?1 = 'published', iif(?4 = 'URL_UPDATED', ?3, null), updated_at)
     where id = ?5 and state = 'sending' and called_at = ?6`,
    ...[state, why, tx.now, type, id, called_at],
  )

/** It was not called after all. */
const putBack = (tx: Tx, { id, called_at }: PostingRow): number =>
  tx.run(
    "update job_postings set state = 'queued', why = null where id = ? and state = 'sending' and called_at = ?",
    ...[id, called_at],
  )

/** Its page failed for a passing reason, which stays with it: while there is one, `read_at` is from before the first. */
const readLater = (tx: Tx, { id, called_at, why: before }: PostingRow, why: string): number =>
  tx.run(
    `update job_postings set state = 'queued', why = ?1, read_at = iif(?2 is null, ?3, read_at)
     where id = ?4 and state = 'sending' and called_at = ?5`,
    ...[why, before, plus(tx.now, -FRESH - MINUTE), id, called_at],
  )

/** Publishes what the day allows, in turns; returns how many pages Google took. */
export async function publishPostings(app: App, signal: AbortSignal): Promise<number> {
  let sum = await settleLost(app, signal)
  const lane = async (): Promise<void> => {
    for (let row = app.db.write(claim); row; row = app.db.write(claim)) {
      sum += (await publish(app, row, signal)) ? 1 : 0
      if (signal.aborted) return
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return sum
}

const accessTo = (app: App, { tenant_id, url }: PostingRow) =>
  app.db.read((tx) => ({
    google: openGoogle(tx, app),
    account_id: propertyOf(tx, tenant_id, url, 'indexing')?.account_id ?? null,
    party: { agency: idsOf(pathOfTenant(tx, tenant_id) ?? '')[0] ?? '', workspace: tenant_id },
  }))

const mayWait = ({ why, read_at }: PostingRow, now: Time): boolean =>
  why === null || read_at > plus(now, -FRESH - PATIENCE)

async function publish(app: App, row: PostingRow, signal: AbortSignal): Promise<boolean> {
  const refuse = (why: string) => app.db.write((tx) => settle(tx, row, 'refused', why))
  const { google, account_id, party } = accessTo(app, row)
  try {
    const refusal =
      google === null || account_id === null
        ? { why: 'its property no longer lets job postings be published', is_passing: false }
        : row.read_at < plus(app.clock.now(), -FRESH)
          ? await refusedBecause(app, { ...row, published: row.updated_at !== null }, { party, signal })
          : null
    if (refusal !== null) {
      const { why, is_passing } = refusal
      app.db.write((tx) => {
        if (is_passing && mayWait(row, tx.now)) readLater(tx, row, why)
        else settle(tx, row, 'refused', why)
        returnQuota(tx, NAME, 1, LIMITS)
      })
      return false
    }
    await withToken(app, account_id!, signal, (token) => google!.publish(token, row, signal))
    app.db.write((tx) => settle(tx, row, 'published', null))
    return true
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (error.failure === 'invalid') refuse(error.message)
    else if (error.failure === 'auth') {
      // It concerns this account alone: others of the install go on.
      refuse(error.message)
      app.db.write((tx) => returnQuota(tx, NAME, 1, LIMITS) as undefined)
    } else if (!mayHaveCounted(error))
      app.db.write((tx) => {
        putBack(tx, row)
        returnQuota(tx, NAME, 1, LIMITS)
        pauseQuota(
          tx,
          NAME,
          plus(tx.now, error.retryAfter ?? (error.failure === 'rate' ? HOUR : 10 * MINUTE)),
          error.message,
        )
      })
    return false
  }
}

/** A call whose answer was lost: Google says whether it has it, before it is made again. */
async function settleLost(app: App, signal: AbortSignal): Promise<number> {
  const lost = app.db.read((tx) =>
    tx.rows<PostingRow>("select * from job_postings where state = 'sending' and called_at <= ?", plus(tx.now, -LOST)),
  )
  let sum = 0
  for (const row of lost) {
    const { google, account_id } = accessTo(app, row)
    try {
      const known =
        google &&
        account_id &&
        (await withToken(app, account_id, signal, (token) => google.notified(token, row.url, signal)))
      // Google's clock and ours differ by less than the pause before it is asked.
      const has = known && (known[row.type] ?? '') >= plus(row.called_at!, -LOST)
      app.db.write((tx) => (has ? settle(tx, row, 'published', null) : void putBack(tx, row)))
      sum += has ? 1 : 0
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      // Asking again would find the same: a person may hand the page over again.
      if (error.failure === 'auth' || error.failure === 'invalid')
        app.db.write((tx) => settle(tx, row, 'refused', `whether it was published is unknown: ${error.message}`))
    }
  }
  return sum
}

export const forgetPostings: Expiry = (tx, limit) =>
  tx.run(
    'delete from job_postings where id in (select id from job_postings where asked_at < ? order by asked_at limit ?)',
    plus(tx.now, -KEPT),
    limit,
  )
