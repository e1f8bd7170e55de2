import { creditsOf, engineInUse } from '../../src/domains/checks/index.ts'
import { ENGINES, linksById } from '../../src/domains/jobs/index.ts'
import {
  allLinks,
  countedIn,
  findAnyLink,
  type LinksAsked,
  livesOf,
  seenOf,
  urlsOfLinks,
} from '../../src/domains/reports/index.ts'
import { inUseBelow } from '../../src/domains/tenants/index.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/web.ts'
import type { Caller } from '../../src/kernel/caller.ts'
import type { ReadTx } from '../../src/kernel/database.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { newId } from '../../src/kernel/ids.ts'
import { checkIndex } from '../../src/operations/checks/check-index.ts'
import { getRawCheckResult } from '../../src/operations/jobs/get-raw-check-result.ts'
import { recheckJob } from '../../src/operations/jobs/recheck-job.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { askToStop, callOff } from '../jobs/stop.ts'
import type { Question } from '../parts/dialogs.tsx'
import { RawAnswer } from '../parts/evidence.tsx'
import { many } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { appPage, confirmPage, may, mayWrite, requireMay, zoneOf } from '../shell.tsx'
import { isOfLinks, linksAsked, MOST_ROWS } from './asked.ts'
import { type Asking, LinkPage } from './link.tsx'
import { Links } from './links.tsx'
import { linksFile } from './links-file.ts'
import { linkHref } from './receipt.tsx'

export const linkScreens: readonly Screen[] = [
  page('/links', links),
  page('/links/csv', linksFile),
  action('/links/push', pushPicked),
  action('/links/check', checkPicked),
  action('/links/stop', stop),
  action('/links/call-off', (call) => callOff(call, tickedIds(call), `${call.base}/links`)),
  page('/links/:uid', link),
  page('/links/:uid/answers/:rid', answer),
  action('/links/:uid/check', check),
]

/** Workspaces to choose from. */
const MOST_CLIENTS = 500

async function links(call: SignedInCall) {
  const { query, caller, base } = call
  const asked = linksAsked(call)
  const { moment } = asked
  const list = await call.search((tx, here) => allLinks(tx, here, asked))
  const urls = list.items.map(({ url }) => url)
  const { seen, clients, counted } = call.read((tx, here) => ({
    seen: seenOf(tx, here, urls),
    counted: numberOf(tx, here, asked),
    clients: inUseBelow(tx, caller.path, MOST_CLIENTS),
  }))
  const props = {
    list,
    seen,
    counted,
    query: { ...query, moment },
    clients,
    can_write: mayWrite(call),
    base,
    zone: zoneOf(call),
  }
  return appPage(call, 'Links', <Links {...props} />)
}

/** What the numbers of these days say, where the list is asked for nothing else. */
function numberOf(tx: ReadTx, here: Caller, { moment, from, to, tenant_id, ...more }: LinksAsked): number | null {
  const { q, host, verdict, credit } = more
  if (!isOfLinks(moment) || !from || !to || q || host || verdict || credit) return null
  return countedIn(tx, here, { moment, from, to, tenant_id })
}

/** The addresses of the links that were ticked. */
const picked = (call: SignedInCall): string[] =>
  call.read((tx, caller) => urlsOfLinks(tx, caller, call.all('uids').slice(0, MOST_ROWS)))

const pickFirst = (call: SignedInCall) => goTo(`${call.base}/links`, { text: 'Tick the links first.', tone: 'bad' })

/** An address longer than this is not taken everywhere: then a page carries the list on. */
const LONGEST = 6000

function pushPicked(call: SignedInCall) {
  requireMay(call, submitIndexJob)
  const urls = picked(call)
  if (urls.length === 0) return pickFirst(call)
  return carried(call, urls, `${call.base}/push`, {
    title: `Push ${many(urls.length, 'link')} again`,
    body: 'They are screened for free first, and the bill is shown before anything is pushed.',
    verb: 'Screen them',
    tone: 'plain',
  })
}

function checkPicked(call: SignedInCall) {
  requireMay(call, checkIndex)
  const urls = picked(call)
  if (urls.length === 0) return pickFirst(call)
  return carried(call, urls, `${call.base}/checks/new`, {
    title: `Check ${many(urls.length, 'link')}`,
    body: 'The bill is shown before anything is looked at.',
    verb: 'Show the bill',
    tone: 'plain',
  })
}

/** Links that are ticked, of any push in reach. */
const tickedIds = (call: SignedInCall): number[] =>
  call.read((tx, caller) => linksById(tx, caller, call.all('uids').slice(0, MOST_ROWS).map(Number))).map(({ id }) => id)

function stop(call: SignedInCall) {
  const back = `${call.base}/links`
  const crumbs = [{ label: 'Links', href: back }]
  return askToStop(call, tickedIds(call), back, (question, { ids, ...fields }) =>
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

/** Other jobs of the same address whose lives are told. */
const MOST_OTHERS = 20

const found = (call: SignedInCall) => call.read((tx, caller) => findAnyLink(tx, caller, call.params.uid!))

async function link(call: SignedInCall) {
  const { link } = found(call)
  const same = await call.search((tx, caller) => allLinks(tx, caller, { url: link.url, page_size: MOST_OTHERS + 1 }))
  const others = same.items.map(({ uid }) => uid).filter((uid) => uid !== link.id)
  const [life, ...rest] = call.read((tx) => livesOf(tx, [link.id, ...others.slice(0, MOST_OTHERS)]))
  return appPage(
    call,
    link.url,
    <LinkPage
      life={life!}
      others={rest}
      others_total={same.total - 1}
      can_write={mayWrite(call)}
      engines={may(call, recheckJob) ? enginesOf(call) : []}
      idempotency_key={newId()}
      base={call.base}
      zone={zoneOf(call)}
    />,
  )
}

/** The engines that can be asked, and what each costs. */
export const enginesOf = (call: SignedInCall): Asking[] =>
  call.read((tx) =>
    ENGINES.filter((engine) => engineInUse(tx, engine)).map((engine) => ({ engine, credits: creditsOf(engine) })),
  )

/** The stored answer of one look: into its fold, or as a page. */
async function answer(call: SignedInCall) {
  const { link, job } = found(call)
  const { body } = await call.call(getRawCheckResult, { id: job.id, rid: call.params.rid })
  if (call.partial) return htmlResponse(<RawAnswer body={body} />)
  const crumbs = [
    { label: 'Links', href: `${call.base}/links` },
    { label: link.url, href: linkHref(call.base, link.id) },
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
  const { link, job } = found(call)
  const self = linkHref(call.base, link.id)
  const { engine = '', idempotency_key } = call.form
  try {
    await call.call(
      recheckJob,
      { id: job.id, url_ids: [link.id], engine: engine || undefined },
      { idempotency_key: idempotency_key || undefined },
    )
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'insufficient_credits') throw error
    const asked = new URLSearchParams({ urls: link.url, engine, tenant_id: job.tenant_id })
    return goTo(`${call.base}/checks/new?${asked}`)
  }
  return goTo(self, { text: 'The page is being looked at. What is seen appears here.', tone: 'info' })
}
