/** Orders pages for Google's Indexing API, each read first, and answers each. */
import { INDEXING_SCOPE } from '../../../domains/checks/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { type Caller, partyOf } from '../../../kernel/operation/caller.ts'
import { conflict, invalid } from '../../../kernel/operation/fault.ts'
import { inParallel } from '../../../kernel/scheduling/in-parallel.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { googleOf } from '../client.ts'
import { propertyOf } from '../properties.ts'
import { refusedBecause } from './allowed.ts'
import { postedBy, publishPostings } from './queue.ts'
import type { PostingRow } from './tables.ts'

const AT_ONCE = 8

type Order = { tenant_id: string; urls: readonly string[]; type: PostingRow['type'] }
export type Posted = Pick<PostingRow, 'url' | 'state' | 'why'>

/** Throws 409 for pages whose property does not allow it, and 422 where Google takes none of them: nothing is called then. */
export async function orderPostings(app: App, caller: Caller, { tenant_id, urls, type }: Order, signal: AbortSignal) {
  const given = [...new Set(urls)]
  const published = app.db.read((tx) => {
    googleOf(tx, app)
    for (const [i, url] of given.entries()) assertAllowed(tx, tenant_id, url, `urls.${i}`)
    return new Set(given.filter((url) => rowOf(tx, tenant_id, url)?.updated_at))
  })
  const why = new Map<string, string | null>()
  await inParallel(given, AT_ONCE, async (url) => {
    const asked = { url, type, published: published.has(url) }
    why.set(url, (await refusedBecause(app, asked, { party: partyOf(caller), signal }))?.why ?? null)
  })
  if (given.every((url) => why.get(url)))
    throw invalid(...given.map((url, i) => ({ path: `urls.${i}`, message: why.get(url)! })))
  app.db.write((tx) => {
    for (const url of given) keep(tx, { tenant_id, url, type, why: why.get(url) ?? null })
    return null
  })
  await publishPostings(app, signal)
  return app.db.read((tx) => {
    const rows = given.map((url) => rowOf(tx, tenant_id, url)!)
    return {
      results: rows.map(({ url, state, why }): Posted => ({ url, state, why })),
      published_by: rows.some(({ state }) => state === 'queued') ? postedBy(tx) : null,
    }
  })
}

const rowOf = (tx: ReadTx, tenant_id: string, url: string): PostingRow | null =>
  tx.row<PostingRow>('select * from job_postings where tenant_id = ? and url = ?', tenant_id, url)

function keep(tx: Tx, { tenant_id, url, type, why }: Pick<PostingRow, 'tenant_id' | 'url' | 'type' | 'why'>): number {
  return tx.run(
    `insert into job_postings (id, tenant_id, url, type, state, why, asked_at, read_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
     on conflict (tenant_id, url) do update set type = ?4, state = ?5, why = ?6, asked_at = ?7, read_at = ?7
     where state <> 'sending'`,
    ...[newId(), tenant_id, url, type, why === null ? 'queued' : 'refused', why, tx.now],
  )
}

function assertAllowed(tx: ReadTx, tenant_id: string, url: string, path: string): void {
  if (!URL.canParse(url)) throw invalid({ path, message: 'is no web address' })
  if (propertyOf(tx, tenant_id, url, 'indexing')) return
  const known = propertyOf(tx, tenant_id, url, 'inspect') ?? propertyOf(tx, tenant_id, url, 'impressions')
  if (!known) throw invalid({ path, message: 'is on a host of no property that serves this workspace' })
  const account = tx.row<{ scopes: string }>('select scopes from google_accounts where id = ?', known.account_id)
  throw conflict(
    account?.scopes.split(' ').includes(INDEXING_SCOPE)
      ? `Job postings are switched off for ${known.site_url}: switch them on at its account first.`
      : `The consent for ${known.site_url} lacks ${INDEXING_SCOPE}. Connect the account again with job postings.`,
    { scope: INDEXING_SCOPE },
  )
}
