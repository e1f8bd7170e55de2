import { creditsOf, engineInUse } from '../../src/domains/checks/index.ts'
import { ENGINES } from '../../src/domains/jobs/index.ts'
import { allLinks, findAnyLink, livesOf } from '../../src/domains/reports/index.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/web.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { newId } from '../../src/kernel/ids.ts'
import { getRawCheckResult } from '../../src/operations/jobs/get-raw-check-result.ts'
import { recheckJob } from '../../src/operations/jobs/recheck-job.ts'
import { RawAnswer } from '../parts/evidence.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { appPage, may, mayWrite, zoneOf } from '../shell.tsx'
import { type Asking, LinkPage } from './link.tsx'
import { linkHref } from './receipt.tsx'

export const linkScreens: readonly Screen[] = [
  page('/links/:uid', link),
  page('/links/:uid/answers/:rid', answer),
  action('/links/:uid/check', check),
]

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
