import type { LinkDetail } from '../../src/domains/links/index.ts'
import { namesFor } from '../../src/doors/pages/people.ts'
import { action, filled, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { checkIndex } from '../../src/operations/checks.ts'
import { recheckJob } from '../../src/operations/jobs/again.ts'
import { getRawCheckResult } from '../../src/operations/jobs/links.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { getLink, listLinks } from '../../src/operations/links.ts'
import { ENGINE_TITLES } from '../jobs/engine-words.ts'
import { askToStop, callOff, idsOf, NONE_PICKED } from '../jobs/stop.ts'
import type { Act } from '../kit/menu.tsx'
import type { Question } from '../parts/forms/dialogs.tsx'
import { Card } from '../parts/page/card.tsx'
import { PageHead } from '../parts/page/page-head.tsx'
import { splitUrl } from '../parts/text/format.ts'
import { enginesOf } from '../push/review.ts'
import { act } from '../screens/act.ts'
import { appPage, assertMay, confirmPage, drawPage, may, mayWrite, zoneOf } from '../shell.tsx'
import { RawAnswer } from './evidence.tsx'
import { LinkPage } from './link.tsx'
import { linkList } from './links.tsx'
import { linkHref } from './verdict.tsx'

export const linkScreens: readonly Screen[] = [
  ...linkList.screens,
  openBill('push', submitIndexJob, '/push', (to, n) => ({
    title: say(to, 'Push {n, plural, one {# link} other {# links}} again', { n }),
    body: say(to, 'They are screened for free first, and the bill is shown before anything is pushed.'),
    verb: say(to, 'Screen them'),
  })),
  openBill('check', checkIndex, '/checks/new', (to, n) => ({
    title: say(to, 'Check {n, plural, one {# link} other {# links}}', { n }),
    body: say(to, 'The bill is shown before anything is checked.'),
    verb: say(to, 'Show the bill'),
  })),
  action('/links/stop', stop),
  callOff(
    '/links/call-off',
    async (call) => idsOf(await ticked(call)),
    ({ base }) => `${base}/links`,
  ),
  page('/links/:uid', link),
  page('/links/:uid/answers/:rid', answer),
  act('/links/:uid/check', recheckJob, checking, checkOf, { once: true, refused: unpaid }),
]

const HERE = { here: true }

const MOST_ROWS = 200

/** The ticked links, of all jobs that the visitor can see. */
async function ticked(call: SignedInCall) {
  const uids = call.all('uids').filter((uid) => /^\d{1,15}$/.test(uid))
  if (uids.length === 0) return []
  const asked = { uids: uids.slice(0, MOST_ROWS).join(','), page_size: MOST_ROWS, dir: 'asc' as const }
  return (await call.call(listLinks, asked, HERE)).items
}

/** Some browsers and proxies refuse longer addresses: then a page carries the list. */
const LONGEST = 6000

/** Passes the URLs of the ticked links to the page with the bill. */
function openBill(
  name: string,
  operation: AnyOperation,
  at: string,
  questionOf: (to: Reader, links: number) => Question,
): Screen {
  return action(`/links/${name}`, async (call) => {
    assertMay(call, operation)
    const back = `${call.base}/links`
    const urls = [...new Set((await ticked(call)).map(({ url }) => url))]
    if (urls.length === 0) return goTo(back, { text: say(zoneOf(call), NONE_PICKED), tone: 'bad' })
    const href = call.base + at
    const text = urls.join('\n')
    const address = `${href}?${new URLSearchParams({ urls: text })}`
    if (address.length <= LONGEST) return goTo(address)
    const crumbs = [{ label: say(zoneOf(call), 'Links'), href: back }]
    const question: Question = { ...questionOf(zoneOf(call), urls.length), tone: 'plain' }
    return confirmPage(call, question, { href, back, crumbs, fields: { urls: text, step: 'review' } })
  })
}

async function stop(call: SignedInCall) {
  const back = `${call.base}/links`
  const crumbs = [{ label: say(zoneOf(call), 'Links'), href: back }]
  return askToStop(call, idsOf(await ticked(call)), back, (question, { ids, ...fields }) =>
    confirmPage(call, question, { href: `${back}/call-off`, back, crumbs, fields: { uids: ids, ...fields } }),
  )
}

/** States of links that can be pushed again once their page is fixed. */
const MISSED: readonly string[] = ['not_indexed', 'flagged', 'failed']

/** Other pushes and checks with the same URL on one page. */
const MOST_OTHERS = 20

const found = (call: SignedInCall) => call.call(getLink, { uid: call.params.uid }, HERE)

async function link(call: SignedInCall) {
  const { base } = call
  const to = zoneOf(call)
  const life = await found(call)
  const { link } = life
  const same = await call.call(listLinks, { url: link.url, page_size: MOST_OTHERS + 1 }, HERE)
  const others = idsOf(same.items).filter((uid) => uid !== link.uid)
  const rest = await Promise.all(others.slice(0, MOST_OTHERS).map((uid) => call.call(getLink, { uid }, HERE)))
  const { host, path } = splitUrl(link.url)
  const engines = mayWrite(call) && may(call, recheckJob) ? await enginesOf(call) : []
  const check = `${linkHref(base, link.uid)}/check`
  const [first, ...more] = engines
  const shown = { base, zone: to, names: namesFor(call) }
  const parts = filled(call, 'link_facts').map((draw) => draw(life, to))
  return drawPage(
    call,
    {
      title: link.url,
      heading: path === '/' ? host : path,
      // Styled as the page of one client.
      kind: 'client',
      detail: true,
      crumbs: [
        { label: say(to, 'Links'), href: `${base}/links` },
        { label: host, href: `${base}/links?${new URLSearchParams({ host })}` },
      ],
      act: first
        ? {
            label:
              link.is_covered && first.engine === 'scan_standard'
                ? say(to, 'Check now, free if Search Console answers')
                : say(to, 'Check now, {credits, plural, one {# check credit} other {# check credits}}', {
                    credits: first.credits,
                  }),
            icon: 'scan-search',
            href: `${check}?engine=${first.engine}`,
            post: true,
          }
        : null,
      menu: actsOn(call, life, more),
    },
    <LinkPage life={life} others={rest} others_total={same.total - 1} {...shown} parts={parts} />,
  )
}

/** Acts of the menu; `more`: further engines. */
function actsOn(
  call: SignedInCall,
  { link, job }: LinkDetail,
  more: Awaited<ReturnType<typeof enginesOf>>,
): (Act | null)[] {
  const { base } = call
  const to = zoneOf(call)
  const check = `${linkHref(base, link.uid)}/check`
  const again = new URLSearchParams({ urls: link.url, tenant_id: job.tenant_id })
  return [
    { label: say(to, 'Open page'), icon: 'globe', href: link.url },
    mayWrite(call) ? { label: say(to, 'Push again'), icon: 'send', href: `${base}/push?${again}` } : null,
    mayWrite(call) && link.flags.length > 0 && MISSED.includes(link.state)
      ? {
          label: say(to, 'Push again when fixed'),
          icon: 'refresh-cw',
          post: `${base}/standing/repairs`,
          fields: { uids: String(link.uid) },
        }
      : null,
    ...more.map(({ engine, credits }) => ({
      label: say(to, 'Check with {engine}, {n, plural, one {# check credit} other {# check credits}}', {
        ...{ engine: say(to, ENGINE_TITLES[engine]), n: credits },
      }),
      icon: 'scan-search' as const,
      post: check,
      fields: { engine },
    })),
  ]
}

/** The stored answer of one check, for its fold or as a page. */
async function answer(call: SignedInCall) {
  const { link, job } = await found(call)
  const { body } = await call.call(getRawCheckResult, { id: job.id, rid: call.params.rid })
  if (call.partial) return htmlResponse(<RawAnswer body={body} />)
  const to = zoneOf(call)
  const title = say(to, 'Stored answer')
  const crumbs = [
    { label: say(to, 'Links'), href: `${call.base}/links` },
    { label: link.url, href: linkHref(call.base, link.uid) },
  ]
  return appPage(
    call,
    title,
    <>
      <PageHead to={to} title={title} sub={link.url} crumbs={crumbs} />
      <Card body>
        <RawAnswer body={body} />
      </Card>
    </>,
  )
}

const engineIn = ({ form, query }: SignedInCall): string => form.engine ?? query.engine ?? ''

async function checkOf(call: SignedInCall) {
  const { link, job } = await found(call)
  return { id: job.id, url_ids: [link.uid], engine: engineIn(call) }
}

function checking(call: SignedInCall) {
  const { base, params } = call
  const text = say(zoneOf(call), 'The page is being checked. The answer appears here.')
  return goTo(linkHref(base, Number(params.uid)), { text, tone: 'info' })
}

/** With too few credits, New check opens with the bill. */
async function unpaid(call: SignedInCall, error: unknown) {
  if (!(error instanceof Fault) || error.code !== 'insufficient_credits') throw error
  const { link, job } = await found(call)
  const asked = new URLSearchParams({ urls: link.url, engine: engineIn(call), tenant_id: job.tenant_id })
  return goTo(`${call.base}/checks/new?${asked}`)
}
