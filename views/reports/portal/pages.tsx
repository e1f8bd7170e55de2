/** Answers whether a page is indexed: for a client's own people, and for visitors of its public page. */

import type { TObject } from 'typebox'
import type { LinkDetail } from '../../../src/domains/links/index.ts'
import {
  type Call,
  type FormInput,
  filled,
  goTo,
  page,
  publicPage,
  type Screen,
  type SignedInCall,
} from '../../../src/doors/pages/web.ts'
import { readerFor } from '../../../src/features/reports/months/visitors.ts'
import { getPortal, putPortal } from '../../../src/features/reports/operations/portal.ts'
import { askAsReader, openPortalPage } from '../../../src/features/reports/portal/visitors.ts'
import { ENGLISH, languageOf, type Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import type { Operation } from '../../../src/kernel/operation/operation.ts'
import { newId } from '../../../src/kernel/secrets/ids.ts'
import { checkIndex, estimateCheck } from '../../../src/operations/checks.ts'
import { getLink, listLinks } from '../../../src/operations/links.ts'
import { getTenantOverview } from '../../../src/operations/tenants/overview.ts'
import { getTenant } from '../../../src/operations/tenants/workspaces.ts'
import { brandFor } from '../../branding.ts'
import { Guide } from '../../docs/guide.tsx'
import { enginesIn } from '../../jobs/engine-words.ts'
import { CopyField } from '../../parts/forms/copy.tsx'
import { act } from '../../screens/act.ts'
import { formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { assertMay, drawPage, may, mayWrite, zoneOf } from '../../shell.tsx'
import { askScreens } from './ask.tsx'
import { askHref, framed } from './frame.tsx'
import { agencyOf, ownAskScreens } from './own-ask.tsx'
import { Portal, type PortalCheck, question } from './portal.tsx'

async function settings(call: SignedInCall, refused?: RefusedForm) {
  assertMay(call, putPortal)
  const client = await call.call(getTenant, { id: call.params.id })
  const { url, embed, enabled, origins } = await call.call(getPortal, { id: client.id })
  return drawPage(
    call,
    {
      title: `Portal of ${client.name}`,
      sub: 'A public page where the client asks whether a page is indexed.',
      client,
      kind: 'client',
    },
    <>
      {url && embed && (
        <div class="form">
          <CopyField id="address" label="Address" value={url} />
          <CopyField id="embed" label="Line of HTML for your site" value={embed} />
        </div>
      )}
      {form.form(`${call.base}/clients/${client.id}/portal`, { enabled, origins }, undefined, refused)}
    </>,
  )
}

const form = formScreen({
  at: '/clients/:id/portal',
  operation: putPortal,
  fields: ['enabled', 'origins'],
  given: ({ params }) => ({ id: params.id }),
  verb: 'Save',
  hints: {
    origins: 'One a line, such as https://your-site.example.',
    enabled: 'Switched off, its address never works again.',
  },
  page: settings,
  done: (call) => goTo(`${call.base}/clients/${call.params.id}/portal`, { text: 'Saved.' }),
})

const portalSettingScreens: readonly Screen[] = [page('/clients/:id/portal', (call) => settings(call)), ...form.screens]

export const portalScreens: readonly Screen[] = [
  publicPage('/portal/:token', embedded),
  publicPage('/portal/:token/help', help),
  ...askScreens,
  ...ownAskScreens,
  ...portalSettingScreens,
  act('/check-page', checkIndex, (call, { id }) => goTo(`${call.base}/jobs/${id}`), checkOf, { once: true }),
]

/** Newest pages in the list. */
const FEW = 8

type ReadOperation = <I extends TObject, A>(operation: Operation<I, A>, asked: FormInput<I>) => Promise<A>

/** Data of the portal of one workspace. */
async function readPortal(ask: ReadOperation, overview: ReadOperation, tenant_id: string, text: string) {
  const count = async (verdict: 'indexed' | 'visible' | 'waiting') =>
    (await ask(listLinks, { verdict, page_size: 1 })).total
  const { standing, cases, report, engine, ...of } = await overview(getTenantOverview, { id: tenant_id })
  const found = (await count('indexed')) + (await count('visible'))
  const asked = text.trim().slice(0, 2048)
  return {
    asked,
    found: asked === '' ? null : await lifeOf(ask, asked),
    figures: {
      found,
      waiting: await count('waiting'),
      sent_30d: standing.sent_30d,
      by_day7: { rate: standing.rate, links: standing.rate_links, until: standing.rate_until },
    },
    ...{ still_there: of.still_there, missing_at_google: of.missing_at_google },
    report,
    engine,
    cases,
    recent: (await ask(listLinks, { page_size: FEW })).items,
  }
}

/** Newest push of the page; its URL may lack the scheme. */
async function lifeOf(ask: ReadOperation, asked: string) {
  const spelled = /^https?:\/\//i.test(asked) ? [asked] : [`https://${asked}`, `http://${asked}`]
  for (const url of spelled) {
    const { items } = await ask(listLinks, { url, page_size: 1 })
    if (items[0]) return ask(getLink, { uid: items[0].uid })
  }
  return null
}

/** Overview for a client's own people. */
export async function portal(call: SignedInCall) {
  const { base, caller, query } = call
  const to = zoneOf(call)
  const { cases, ...kept } = await readPortal(
    askAsReader(call),
    (operation, asked) => call.call(operation, asked, { here: true }),
    caller.tenant_id,
    query.u ?? '',
  )
  const read = { ...kept, engine: enginesIn(to, kept.engine) }
  const content = (
    <Portal
      {...read}
      parts={partsOf(call, read.found, to)}
      attention={cases.length > 0 ? { count: cases.length, href: `${base}/today` } : null}
      self={base}
      linkHref={(uid) => `${base}/links/${uid}`}
      report_href={read.report && `${base}/reports/${read.report.month}`}
      ask={{ agency: agencyOf(call), href: (url) => askHref(base, url) }}
      check={read.found || read.asked === '' ? null : await checkNow(call, read.asked)}
      to={to}
    />
  )
  const push = mayWrite(call) ? ({ label: say(to, 'New push'), icon: 'plus', href: `${base}/push` } as const) : null
  const heading = question(to, read.engine)
  return drawPage(call, { title: say(to, 'Overview'), heading, act: push, kind: 'portal' }, content)
}

const partsOf = (call: Call, found: LinkDetail | null, to: Reader) =>
  found && filled(call, 'link_facts').map((draw) => draw(found, to))

const withScheme = (asked: string): string => (/^https?:\/\//i.test(asked) ? asked : `https://${asked}`)

/** The check that a visitor can order now: a live one, or the standard one; null where neither can be ordered. */
async function checkNow(call: SignedInCall, asked: string): Promise<PortalCheck | null> {
  if (!may(call, checkIndex)) return null
  const url = withScheme(asked)
  for (const engine of ['scan_live', 'scan_standard'] as const) {
    const estimate = await call.call(estimateCheck, { urls: [url], engine }).catch(refusedBy)
    if (estimate?.orderable) {
      const { credits, by_kind } = estimate
      const available = by_kind.find(({ kind }) => kind === 'check')?.available ?? 0
      return {
        action: `${call.base}/check-page`,
        fields: { url, engine, idempotency_key: newId() },
        credits,
        available,
      }
    }
  }
  return null
}

/** A text that is no address, or an engine that is not connected: there is nothing to order. */
function refusedBy(error: unknown): null {
  if (error instanceof Fault) return null
  throw error
}

function checkOf({ form }: SignedInCall) {
  return { urls: [form.url ?? ''], engine: form.engine }
}

/** The same page for anyone, in a frame on a site that the agency named: no cookies and no changes. */
async function embedded(call: Call) {
  const page = openPortalPage(call)
  const { tenant_id } = page
  const to = readerFor(call, tenant_id)
  const kept = await readPortal(page.ask, page.ask, tenant_id, call.query.u ?? '')
  const read = { ...kept, engine: enginesIn(to, kept.engine) }
  const title = question(to, read.engine)
  const isEnglish = languageOf(to) === 'en'
  const content = (
    <>
      <h1>{title}</h1>
      <Portal
        {...read}
        parts={partsOf(call, read.found, to)}
        attention={null}
        self={`/portal/${call.params.token}`}
        linkHref={null}
        report_href={read.report && page.reportUrl(read.report.month)}
        check={null}
        ask={{ agency: brandFor(call, tenant_id).name, href: (url) => askHref(`/portal/${call.params.token}`, url) }}
        to={to}
      />
    </>
  )
  const foot = (
    <>
      {say(to, 'Checked with {engine}. No cookies.', { engine: read.engine })}
      {isEnglish && (
        <>
          {' '}
          <a href={`/portal/${call.params.token}/help`}>What this page shows</a>
        </>
      )}
    </>
  )
  return framed(call, page, { to, title, foot, referrer: 'no-referrer' }, content)
}

/** The manual for readers of the portal, in the name of their agency. */
function help(call: Call) {
  const back = (
    <p>
      <a href={`/portal/${call.params.token}`}>Back</a>
    </p>
  )
  const content = (
    <>
      <h1>Help</h1>
      {back}
      <Guide topic="client" />
    </>
  )
  return framed(
    call,
    openPortalPage(call),
    { to: ENGLISH, title: 'Help', foot: null, referrer: 'no-referrer' },
    content,
  )
}
