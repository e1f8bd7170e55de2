/** The months before: pages that are watched after their guarantee, and a client who connects Search Console. */
import type { App } from '../kernel/operation/app.ts'
import { parseNetworks } from '../kernel/web-fetch/addresses.ts'
import { createSafeFetch } from '../kernel/web-fetch/safe-fetch.ts'
import type { Install } from '../upstream/install.ts'
import { simulatedDay } from '../upstream/simulated.ts'
import type { GoogleOnLoopback } from './google.ts'
import type { asPerson } from './last-month.ts'
import type { SmallWeb } from './web.ts'
import { DAYS } from './week.ts'

/** Days from the first push of the season to the pushes of last month. */
export const SEASON = 90
/** Days of the season with work: checks of the guarantee, then those of days 14, 30 and 60, which spread over a week. */
const WORK = [1, DAYS, 23, 39, 70]
const CONNECTED = DAYS
const LEFT_OUT = 39
const BUDGET = 60
/** Index credits a month for links that Google left out. */
const RE_PUSHES = 5

export type SeasonClient = { id: string; site: string; topic: string; links: number }
type Story = {
  app: App
  web: SmallWeb
  google: GoogleOnLoopback
  call: ReturnType<typeof asPerson>
  tenant_id: string
  /** The first client connects Google; the other's checks cost credits. */
  clients: readonly [SeasonClient, SeasonClient]
  day: () => Promise<void>
  skip: (days: number) => void
}

export async function playSeason({ app, web, google, call, tenant_id, clients, day, skip }: Story): Promise<void> {
  await call('update_retention', {
    ...{ id: tenant_id, on: true, budget_month: BUDGET, re_push: 'auto', re_push_budget_month: RE_PUSHES },
  })
  for (const { id, site, topic, links } of clients)
    await call('submit_index_job', { tenant_id: id, name: 'Summer', urls: pagesOf(site, topic, links) })
  await day()
  let passed = 0
  for (const next of WORK) {
    skip(next - passed)
    passed = next
    await day()
    if (passed === CONNECTED) await connectGoogle(app, google, call, clients[0].id)
    if (passed === LEFT_OUT) google.leaveOut(seenOf(web, clients[0]).slice(-2))
  }
  skip(SEASON - passed)
}

type Survival = { points: { day: number; at_risk: number; share: number | null }[] }
type Drops = { items: { title: string; links: number; state: string }[] }

/** Links that are still there at the end of the season, and why others are not. */
export async function stillThere(api: Install): Promise<string> {
  const { points } = await api.get<Survival>('/survival')
  const { items } = await api.get<Drops>('/drops')
  const last = points.find(({ day }) => day === SEASON)
  const worst = items.toSorted((a, b) => b.links - a.links)
  const dropped = worst.map(
    ({ title, links, state }) => `${links} (${title}${state === 'pushed' ? ': pushed again' : ''})`,
  )
  return `${Math.round((last?.share ?? 0) * 100)} % of the links of ${SEASON} days ago; dropped: ${dropped.join(', ')}`
}

const pagesOf = (site: string, topic: string, links: number): string[] =>
  Array.from({ length: links }, (_, i) => `${site}/${topic}/${i + 1}`)

/** A few pages of a client get a noindex after their guarantee. */
export const forbidSome = (web: SmallWeb, client: SeasonClient): void => web.forbid(seenOf(web, client).slice(0, 3))

/** Pages of a client that got into the index, those of the first days first. */
function seenOf(web: SmallWeb, { site, topic, links }: SeasonClient): string[] {
  const days = pagesOf(site, topic, links).map((url) => ({ url, day: simulatedDay(web.nameOf(url)) }))
  const seen = days.flatMap(({ url, day }) => (day === null ? [] : [{ url, day }]))
  return seen.sort((a, b) => a.day - b.day).map(({ url }) => url)
}

type Postings = { results: { state: string }[] }

/** Hands a job posting and an ordinary page to the Indexing API. Returns how many it took, of how many. */
export async function postJobs(
  call: Story['call'],
  { id, site, topic }: SeasonClient,
): Promise<[taken: number, of: number]> {
  const urls = [`${site}/jobs/baker`, ...pagesOf(site, topic, 1)]
  const { results } = await call<Postings>('publish_job_posting', { tenant_id: id, urls })
  return [results.filter(({ state }) => state === 'published').length, results.length]
}

type Property = { id: string; site_url: string }

/** The operator registers a client at Google; the owner of the site opens an invitation and agrees. */
async function connectGoogle(app: App, google: GoogleOnLoopback, call: Story['call'], tenant_id: string) {
  await call('put_google_client', google.client)
  await call('test_google_client', {})
  const { url } = await call<{ url: string }>('connect_google', { tenant_id, sitemaps: true, indexing: true })
  const browse = createSafeFetch({ allow_networks: parseNetworks('127.0.0.1'), user_agent: 'Mozilla/5.0' })
  const leading = await browse(url, { method: 'POST', headers: { origin: app.config.site_url } })
  const consent = leading.headers.get('refresh')!.replace(/^.*?url=/, '')
  const cookie = leading.headers.get('set-cookie')!.split(';', 1)[0]!
  const back = await browse(google.agree(consent), { headers: { cookie } })
  if (back.status !== 200) throw new Error(`Google could not be connected: ${new TextDecoder().decode(back.body)}`)
  const { items } = await call<{ items: Property[] }>('list_google_properties', { tenant_id })
  for (const { id } of items)
    await call('update_google_property', { id, tenant_ids: [tenant_id], sitemaps: true, indexing: true })
}
