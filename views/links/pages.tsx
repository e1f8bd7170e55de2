import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { csvResponse } from '../../src/doors/rest/csv.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { fromText } from '../../src/kernel/operation/shape.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { getPricing } from '../../src/operations/catalog/get-pricing.ts'
import { checkIndex } from '../../src/operations/checks/check-index.ts'
import { getRawCheckResult } from '../../src/operations/jobs/get-raw-check-result.ts'
import { recheckJob } from '../../src/operations/jobs/recheck-job.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { exportLinksCsv } from '../../src/operations/links/export-links-csv.ts'
import { getLink } from '../../src/operations/links/get-link.ts'
import { listLinks } from '../../src/operations/links/list-links.ts'
import { askToStop, callOff } from '../jobs/stop.ts'
import { inUse } from '../others.ts'
import type { Question } from '../parts/dialogs.tsx'
import { RawAnswer } from '../parts/evidence.tsx'
import { many } from '../parts/format.ts'
import { askedOf, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { appPage, confirmPage, may, mayWrite, requireMay, zoneOf } from '../shell.tsx'
import { type Asking, LinkPage } from './link.tsx'
import { Links } from './links.tsx'
import { linkHref } from './receipt.tsx'

export const linkScreens: readonly Screen[] = [
  page('/links', links),
  page('/links/csv', linksFile),
  action('/links/push', pushPicked),
  action('/links/check', checkPicked),
  action('/links/stop', stop),
  action('/links/call-off', async (call) => callOff(call, idsOf(await ticked(call)), `${call.base}/links`)),
  page('/links/:uid', link),
  page('/links/:uid/answers/:rid', answer),
  action('/links/:uid/check', check),
]

type Listing = typeof listLinks | typeof exportLinksCsv

/** An address may come from a half-typed form: a value that the operation would refuse is left out. */
function wanted<O extends Listing>(operation: O, query: Query) {
  const fits = ([name, text]: [string, unknown]) =>
    operation.parse(fromText(operation.input, { [name]: text })).issues.length === 0
  const asked = Object.fromEntries(Object.entries(askedOf<O['input']>(operation, query)).filter(fits))
  return asked.moment && asked.moment !== 'ordered' ? { sort: 'at', ...asked } : asked
}

async function links(call: SignedInCall) {
  const { query, base } = call
  const props = {
    list: await call.call(listLinks, wanted(listLinks, query), HERE),
    query,
    clients: await inUse(call),
    can_write: mayWrite(call),
    base,
    zone: zoneOf(call),
  }
  return appPage(call, 'Links', <Links {...props} />)
}

const HERE = { here: true }

async function linksFile(call: SignedInCall) {
  const file = await call.call(exportLinksCsv, wanted(exportLinksCsv, call.query), HERE)
  return csvResponse(file, (error) => call.app.log.error('a list could not be sent', { error }))
}

const MOST_ROWS = 200

/** The links that were ticked, of any job in reach. */
async function ticked(call: SignedInCall) {
  const uids = call.all('uids').filter((uid) => /^\d{1,15}$/.test(uid))
  if (uids.length === 0) return []
  const asked = { uids: uids.slice(0, MOST_ROWS).join(','), page_size: MOST_ROWS, dir: 'asc' as const }
  return (await call.call(listLinks, asked, HERE)).items
}

/** The addresses of the links that were ticked. */
const picked = async (call: SignedInCall) => [...new Set((await ticked(call)).map(({ url }) => url))]

const pickFirst = (call: SignedInCall) => goTo(`${call.base}/links`, { text: 'Tick the links first.', tone: 'bad' })

/** An address longer than this is not taken everywhere: then a page carries the list on. */
const LONGEST = 6000

async function pushPicked(call: SignedInCall) {
  requireMay(call, submitIndexJob)
  const urls = await picked(call)
  if (urls.length === 0) return pickFirst(call)
  return carried(call, urls, `${call.base}/push`, {
    title: `Push ${many(urls.length, 'link')} again`,
    body: 'They are screened for free first, and the bill is shown before anything is pushed.',
    verb: 'Screen them',
    tone: 'plain',
  })
}

async function checkPicked(call: SignedInCall) {
  requireMay(call, checkIndex)
  const urls = await picked(call)
  if (urls.length === 0) return pickFirst(call)
  return carried(call, urls, `${call.base}/checks/new`, {
    title: `Check ${many(urls.length, 'link')}`,
    body: 'The bill is shown before anything is looked at.',
    verb: 'Show the bill',
    tone: 'plain',
  })
}

const idsOf = (links: readonly { uid: number }[]): number[] => links.map(({ uid }) => uid)

async function stop(call: SignedInCall) {
  const back = `${call.base}/links`
  const crumbs = [{ label: 'Links', href: back }]
  return askToStop(call, idsOf(await ticked(call)), back, (question, { ids, ...fields }) =>
    confirmPage(call, question, { href: `${back}/call-off`, back, crumbs, fields: { uids: ids, ...fields } }),
  )
}

/** Takes a list to the page that bills it. */
function carried(call: SignedInCall, urls: string[], href: string, question: Question) {
  const text = urls.join('\n')
  const address = `${href}?${new URLSearchParams({ urls: text })}`
  if (address.length <= LONGEST) return goTo(address)
  const back = `${call.base}/links`
  return confirmPage(call, question, {
    href,
    back,
    crumbs: [{ label: 'Links', href: back }],
    fields: { urls: text, step: 'review' },
  })
}

/** Other jobs with the same address that a page shows. */
const MOST_OTHERS = 20

const found = (call: SignedInCall) => call.call(getLink, { uid: call.params.uid }, HERE)

async function link(call: SignedInCall) {
  const life = await found(call)
  const { link } = life
  const same = await call.call(listLinks, { url: link.url, page_size: MOST_OTHERS + 1 }, HERE)
  const others = idsOf(same.items).filter((uid) => uid !== link.uid)
  const rest = await Promise.all(others.slice(0, MOST_OTHERS).map((uid) => call.call(getLink, { uid }, HERE)))
  return appPage(
    call,
    link.url,
    <LinkPage
      life={life}
      others={rest}
      others_total={same.total - 1}
      can_write={mayWrite(call)}
      engines={may(call, recheckJob) ? await enginesOf(call) : []}
      idempotency_key={newId()}
      base={call.base}
      zone={zoneOf(call)}
    />,
  )
}

/** The engines that can be asked, and what each costs. */
export const enginesOf = async (call: SignedInCall): Promise<Asking[]> => (await call.call(getPricing, {})).engines

/** The stored answer of one look: into its fold, or as a page. */
async function answer(call: SignedInCall) {
  const { link, job } = await found(call)
  const { body } = await call.call(getRawCheckResult, { id: job.id, rid: call.params.rid })
  if (call.partial) return htmlResponse(<RawAnswer body={body} />)
  const crumbs = [
    { label: 'Links', href: `${call.base}/links` },
    { label: link.url, href: linkHref(call.base, link.uid) },
  ]
  return appPage(
    call,
    'Stored answer',
    <>
      <PageHead title="Stored answer" sub={link.url} crumbs={crumbs} />
      <div class="card">
        <div class="body">
          <RawAnswer body={body} />
        </div>
      </div>
    </>,
  )
}

/** Looks at once. Where the purse does not hold it, the new check shows the bill and what can be done. */
async function check(call: SignedInCall) {
  const { link, job } = await found(call)
  const self = linkHref(call.base, link.uid)
  const { engine = '', idempotency_key } = call.form
  try {
    await call.call(
      recheckJob,
      { id: job.id, url_ids: [link.uid], engine: engine || undefined },
      { idempotency_key: idempotency_key || undefined },
    )
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'insufficient_credits') throw error
    const asked = new URLSearchParams({ urls: link.url, engine, tenant_id: job.tenant_id })
    return goTo(`${call.base}/checks/new?${asked}`)
  }
  return goTo(self, { text: 'The page is being looked at. What is seen appears here.', tone: 'info' })
}
