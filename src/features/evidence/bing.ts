/** Sites of the operator's account at Bing, what may be submitted to each, and submissions where no key file can be. */
import { engineInUse, type OwnSites, openEngine } from '../../domains/checks/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { readSetting, writeSetting } from '../../kernel/database/settings.ts'
import type { App } from '../../kernel/operation/app.ts'
import { conflict, invalid } from '../../kernel/operation/fault.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { mayHaveCounted, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'

/** URLs that Bing takes on the rest of the day, and of the month, as it last said. */
export type BingSite = { site_url: string; day: number; month: number }
type Stored = { asked_at: Time; sites: BingSite[]; more: number }
/** A batch that Bing may have taken, with what was left before it. */
type Doubtful = BingSite & { urls: string[] }

const STORED = 'bing_quota'
const DOUBTFUL = 'bing_batches_in_doubt'
/** Bing answers three calls a second. */
const MOST_SITES = 20
/** Public clients send at most these many in one call. */
const A_BATCH = 500

const NO_ACCOUNT = 'Bing Webmaster is not set up: enter its key as the check engine for Bing.'

function bingOf(tx: ReadTx, app: App): OwnSites {
  const own = engineInUse(tx, 'scan_bing') && openEngine(tx, app, 'scan_bing')?.own_sites
  if (!own) throw conflict(NO_ACCOUNT)
  return own
}

export function bingQuota(tx: ReadTx) {
  const { asked_at = null, sites = [], more = 0 } = readSetting<Stored>(tx, STORED) ?? {}
  return {
    connected: engineInUse(tx, 'scan_bing')?.adapter === 'bing_webmaster',
    ...{ asked_at, more },
    sites: sites.map((site) => ({ ...site, key_file: hasKeyFile(tx, URL.parse(site.site_url)?.host ?? '') })),
  }
}

const hasKeyFile = (tx: ReadTx, host: string): boolean =>
  tx.number("select count(*) from indexnow_sites where host = ? and enabled = 1 and status = 'verified'", host) > 0

export async function askQuota(app: App, signal: AbortSignal): Promise<void> {
  const own = app.db.read((tx) => bingOf(tx, app))
  const all = await own.list(signal)
  const sites: BingSite[] = []
  for (const site_url of all.slice(0, MOST_SITES)) sites.push({ site_url, ...(await own.left(site_url, signal)) })
  app.db.write((tx) => keep(tx, { asked_at: tx.now, sites, more: all.length - sites.length }) as undefined)
}

const keep = (tx: Tx, stored: Stored): void => writeSetting(tx, STORED, stored)

/** Submits as many as Bing takes today; a batch above that would fail whole. Returns the rest. */
export async function submitToBing(app: App, urls: readonly string[], signal: AbortSignal) {
  const bad = urls.find((url) => !URL.canParse(url))
  if (bad !== undefined) throw invalid({ path: 'urls', message: `has ${bad}, which is no web address` })
  const own = app.db.read((tx) => bingOf(tx, app))
  const reached = [...new Set(urls.map((url) => new URL(url).host))].filter((host) =>
    app.db.read((tx) => hasKeyFile(tx, host)),
  )
  if (reached.length > 0)
    throw invalid({ path: 'urls', message: `are on ${reached[0]}, which has a key file: IndexNow reaches Bing there` })
  const groups = new Map<string, string[]>()
  for (const url of new Set(urls)) {
    const site = await own.siteOf(url, signal)
    if (site === null)
      throw invalid({ path: 'urls', message: `has ${url}, which no verified site of the account covers` })
    groups.set(site, [...(groups.get(site) ?? []), url])
  }
  let submitted = 0
  const left_over: string[] = []
  for (const [site_url, own_urls] of groups)
    try {
      const left = { site_url, ...(await own.left(site_url, signal)) }
      const taken = app.db.write((tx) => takenBefore(tx, left))
      const rest = own_urls.filter((url) => !taken.includes(url))
      const now = rest.slice(0, Math.min(left.day, left.month, A_BATCH))
      if (now.length > 0) await submitBatch(app, own, { ...left, urls: now }, signal)
      submitted += own_urls.length - rest.length + now.length
      left_over.push(...rest.slice(now.length))
    } catch (error) {
      // Sites before it have theirs, so the answer says which URLs are to be submitted again.
      if (submitted === 0) throw error
      left_over.push(...own_urls)
    }
  return { submitted, left_over }
}

/** The batch is kept before the call, since an answer may be lost after Bing took it. */
async function submitBatch(app: App, own: OwnSites, batch: Doubtful, signal: AbortSignal): Promise<void> {
  const { site_url, urls, day, month } = batch
  const settle = (tx: Tx) =>
    writeSetting(
      tx,
      DOUBTFUL,
      doubts(tx).filter((one) => one.site_url !== site_url),
    )
  app.db.write((tx) => writeSetting(tx, DOUBTFUL, [...doubts(tx), batch]) as undefined)
  try {
    await own.submit(site_url, urls, signal)
  } catch (error) {
    if (!(error instanceof UpstreamError) || !mayHaveCounted(error)) app.db.write((tx) => settle(tx) as undefined)
    throw error
  }
  app.db.write((tx) => {
    settle(tx)
    noteLeft(tx, { site_url, day: day - urls.length, month: month - urls.length })
  })
}

const doubts = (tx: ReadTx): Doubtful[] => readSetting<Doubtful[]>(tx, DOUBTFUL) ?? []

/** URLs of a batch without an answer that Bing took after all: what it lets us submit fell by their number. */
function takenBefore(tx: Tx, left: BingSite): string[] {
  const all = doubts(tx)
  const mine = all.filter(({ site_url }) => site_url === left.site_url)
  if (mine.length === 0) return []
  writeSetting(
    tx,
    DOUBTFUL,
    all.filter((one) => !mine.includes(one)),
  )
  return mine.flatMap(({ urls, month }) => (left.month <= month - urls.length ? urls : []))
}

function noteLeft(tx: Tx, left: BingSite): void {
  const known = readSetting<Stored>(tx, STORED)
  if (known) keep(tx, { ...known, sites: known.sites.map((site) => (site.site_url === left.site_url ? left : site)) })
}
