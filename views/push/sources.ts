/** Sources of a list: a sitemap, or the links of an earlier push. */
import { hostOf } from '../../src/domains/preflight/index.ts'
import { sitemapAt } from '../../src/doors/pages/sitemap.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { getJobOrder } from '../../src/operations/jobs/job.ts'
import { listJobs } from '../../src/operations/jobs/jobs.ts'
import { listLinks } from '../../src/operations/links.ts'
import { getResults } from '../../src/operations/results.ts'
import { many, number } from '../parts/text/format.ts'
import type { OrderValues } from './order.ts'

export type SourceLinks = { urls: string[]; news: string } | { refused: string }

/** Links of a sitemap, up to the limit of a push. */
export async function fromSitemap(call: SignedInCall, address: string, limit: number): Promise<SourceLinks> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    return { refused: 'Give the full address of the sitemap, such as https://www.florist.example/sitemap.xml.' }
  const read = await sitemapAt(call, address, limit)
  if (read === 'slow') return { refused: 'The sitemap took longer than 25 seconds. Give the address of a smaller one.' }
  if ('failed' in read) {
    const { failed, advice } = read
    return { refused: `${capital(failed)}. ${advice ? `${capital(advice)}.` : NAMED}` }
  }
  const { urls, found, files, cut, left, words, nothing } = read
  if (nothing) return { refused: `${capital(nothing)}.` }
  const more = found > urls.length ? `; a push takes ${number(limit)}, so the others are left out` : ''
  const from = `${cut === files ? 'the first part of ' : ''}${many(files, 'sitemap')}`
  return {
    urls,
    news: `${many(urls.length, 'page')} read from ${from}${more}.${words ? ` ${words}` : ''}${cut ? partOf(cut) : ''}${leftWords(left)}`,
  }
}

const capital = (text: string): string => (/^https?:/.test(text) ? text : text[0]!.toUpperCase() + text.slice(1))

/** Sitemaps that are named when they were not read. */
const MOST_NAMED = 3

function leftWords(left: readonly string[]): string {
  if (left.length === 0) return ''
  const more = left.length > MOST_NAMED ? `; and ${number(left.length - MOST_NAMED)} more` : ''
  return ` Not read: ${left.slice(0, MOST_NAMED).join('; ')}${more}.`
}

const NAMED = 'robots.txt of the site names its sitemap, if it has one.'
const partOf = (files: number): string =>
  ` ${files === 1 ? 'One sitemap is' : `${number(files)} sitemaps are`} larger than 4 MB or 50,000 pages: pages beyond that were not read.`

/** Prefix of a step that reads the sitemap of a host. */
export const HOST = 'host:'
const MOST_HOSTS = 3

/** Last pushed hosts, then those pushed most. */
export async function lastHosts(call: SignedInCall, tenant_id?: string): Promise<string[]> {
  const { items } = await call.call(listLinks, { page_size: NEWEST, tenant_id }, { here: true })
  const { rows } = await call.call(getResults, { by: 'host', tenant_id }, { here: true })
  const hosts = [...items.map(({ url }) => hostOf(url)), ...rows.map(({ key }) => key)]
  return [...new Set(hosts)].slice(0, MOST_HOSTS)
}

/** Links of a job that were checked, are not indexed and are not being pushed again. */
export const fromJob = (call: SignedInCall, id: string): Promise<SourceLinks> =>
  fromLinks(call, id, 'unseen', 'was checked and not found, or they are being pushed again already')

/** Links of a push that are not indexed: those that `pastPushes` counts. */
export const fromPush = (call: SignedInCall, id: string): Promise<SourceLinks> =>
  fromLinks(call, id, 'unindexed', 'was watched to the end and is not indexed')

async function fromLinks(
  call: SignedInCall,
  id: string,
  links: 'unseen' | 'unindexed',
  none: string,
): Promise<SourceLinks> {
  const { urls, name } = await call.call(getJobOrder, { id, links }, { here: true })
  if (urls.length === 0) return { refused: `No link of “${name}” ${none}.` }
  return { urls, news: `${many(urls.length, 'link')} of “${name}”.` }
}

/** The form of an earlier push. */
export async function orderAgain(
  call: SignedInCall,
  id: string,
): Promise<Omit<OrderValues, 'page' | 'sitemap' | 'client' | 'engine'>> {
  const { urls, ...order } = await call.call(getJobOrder, { id, links: 'all' }, { here: true })
  return { ...order, urls: urls.join('\n'), anyway_flag: [] }
}

/** Pushes in the choice, out of the newest ones. */
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
