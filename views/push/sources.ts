/** Where a list comes from besides the keyboard: a sitemap, the links of a push before. */
import { gunzip } from 'node:zlib'
import { hostOf, readSitemap, SitemapError, type SitemapText } from '../../src/domains/preflight/index.ts'
import { partyOf } from '../../src/domains/tenants/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { codeOf } from '../../src/kernel/operation/fault.ts'
import { SECOND } from '../../src/kernel/time/clock.ts'
import { onBehalfOf, SafeFetchError } from '../../src/kernel/web-fetch/safe-fetch.ts'
import { getJobOrder } from '../../src/operations/jobs/get-job-order.ts'
import { listJobs } from '../../src/operations/jobs/list-jobs.ts'
import { listLinks } from '../../src/operations/links/list-links.ts'
import { getResults } from '../../src/operations/results/get-results.ts'
import { many, number } from '../parts/format.ts'
import type { PushValues } from './push-props.ts'

/** Sitemaps of one site that are read for a push, letters of each, and how long that may take. */
const MOST_FILES = 20
const MOST_BYTES = 4 << 20
const MOST_UNPACKED = 4 * MOST_BYTES
const PATIENCE = 25 * SECOND

export type Found = { urls: string[]; news: string } | { refused: string }

/** The pages that a sitemap lists, as many as a push may carry. */
export async function fromSitemap(call: SignedInCall, address: string, limit: number): Promise<Found> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    return { refused: 'Give the full address of the sitemap, such as https://www.florist.example/sitemap.xml.' }
  const signal = AbortSignal.any([call.request.signal, AbortSignal.timeout(PATIENCE)])
  const get = onBehalfOf(call.app.fetch, partyOf(call.caller.path))
  const download = async (url: string): Promise<SitemapText> => {
    const answer = await get(url, { max_body: MOST_BYTES, on_too_large: 'truncate', signal })
    if (answer.status !== 200) throw new SitemapError(`${url} answers ${answer.status}`, '')
    return textOf(answer, url)
  }
  try {
    const bounds = { most_files: MOST_FILES, most_pages: limit, signal }
    const { entries, files, cut } = await readSitemap(address, { download, ...bounds })
    const urls = entries.slice(0, limit).map(({ url }) => url)
    if (urls.length === 0) return { refused: `${address} lists no pages.` }
    const more = entries.length > urls.length ? `; a push takes ${number(limit)}, so the others are left out` : ''
    const read = `${many(urls.length, 'page')} read from ${cut === files ? 'the first part of ' : ''}${many(files, 'sitemap')}`
    return { urls, news: `${read}${more}.${cut ? partOf(cut) : ''}` }
  } catch (error) {
    if (signal.aborted && !call.request.signal.aborted)
      return { refused: 'The sitemap took longer than 25 seconds. Give the address of a smaller one.' }
    if (!(error instanceof SitemapError || error instanceof SafeFetchError)) throw error
    const said = error instanceof SitemapError ? error.message : `${address}: ${error.message}`
    const next = error instanceof SitemapError && error.advice === SMALLER ? SMALLER : NAMED
    return { refused: `${said}. ${next}` }
  }
}

const NAMED = 'robots.txt of the site names its sitemap, if it has one.'
const SMALLER = 'Give the address of a smaller one.'
const partOf = (files: number): string =>
  ` ${files === 1 ? 'One sitemap is' : `${number(files)} sitemaps are`} larger than 4 MB: pages beyond that were not read.`

function textOf(
  { body, truncated }: { body: Uint8Array; truncated: boolean },
  url: string,
): SitemapText | Promise<SitemapText> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return { text: new TextDecoder().decode(body), cut: truncated }
  // The first part of a packed file cannot be unpacked.
  if (truncated) throw new SitemapError(`${url} is too large: packed, it has more than 4 MB`, SMALLER)
  return new Promise((resolve, reject) => {
    gunzip(body, { maxOutputLength: MOST_UNPACKED }, (error, text) => {
      if (!error) resolve({ text: text.toString(), cut: false })
      else if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE')
        reject(new SitemapError(`${url} is too large: unpacked, it has more than 16 MB`, SMALLER))
      else reject(new SitemapError(`${url} is packed, and damaged`, ''))
    })
  })
}

/** A step that begins with this reads the sitemap of the host that follows. */
export const HOST = 'host:'
const MOST_HOSTS = 3

/** The hosts that were pushed last, then those that are pushed most. */
export async function lastHosts(call: SignedInCall): Promise<string[]> {
  const { items } = await call.call(listLinks, { page_size: NEWEST }, { here: true })
  const { rows } = await call.call(getResults, { by: 'host' }, { here: true })
  const hosts = [...items.map(({ url }) => hostOf(url)), ...rows.map(({ key }) => key)]
  return [...new Set(hosts)].slice(0, MOST_HOSTS)
}

/** The links of a job that were looked at and not seen, and are not being pushed again. */
export const fromJob = (call: SignedInCall, id: string): Promise<Found> =>
  fromLinks(call, id, 'unseen', 'was looked at and not seen, or they are being pushed again already')

/** The links of a push that are not indexed: those that `pastPushes` counts. */
export const fromPush = (call: SignedInCall, id: string): Promise<Found> =>
  fromLinks(call, id, 'unindexed', 'was watched to the end and is not indexed')

async function fromLinks(call: SignedInCall, id: string, links: 'unseen' | 'unindexed', none: string): Promise<Found> {
  const { urls, name } = await call.call(getJobOrder, { id, links }, { here: true })
  if (urls.length === 0) return { refused: `No link of “${name}” ${none}.` }
  return { urls, news: `${many(urls.length, 'link')} of “${name}”.` }
}

/** The form that a push was ordered by. */
export async function orderAgain(
  call: SignedInCall,
  id: string,
): Promise<Omit<PushValues, 'page' | 'sitemap' | 'client'>> {
  const { urls, ...order } = await call.call(getJobOrder, { id, links: 'all' }, { here: true })
  return { ...order, urls: urls.join('\n'), anyway_flag: [] }
}

/** Pushes that are offered, of the newest that are looked through. */
const OFFERED = 20
const NEWEST = 100

/** Pushes with links that are not indexed, the newest first. */
export async function pastPushes(call: SignedInCall): Promise<{ id: string; name: string; missing: number }[]> {
  const { items } = await call.call(listJobs, { type: 'index', page_size: NEWEST }, { here: true })
  return items
    .map(({ id, name, outcome }) => ({ id, name, missing: outcome.states.not_indexed ?? 0 }))
    .filter(({ missing }) => missing > 0)
    .slice(0, OFFERED)
}
