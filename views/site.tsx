/** All screens, and the error pages. */

import { manualHref } from '../src/doors/docs/manual.ts'
import { readerFor } from '../src/doors/pages/branding.ts'
import {
  type Call,
  goTo,
  htmlResponse,
  type Reply,
  type SignedInCall,
  type Site,
  waitHeaders,
} from '../src/doors/pages/web.ts'
import { features } from '../src/features/index.ts'
import { ENGLISH, type Reader } from '../src/kernel/language/reader.ts'
import { say, type Text } from '../src/kernel/language/say.ts'
import type { Fault } from '../src/kernel/operation/fault.ts'
import { factorScreens } from './account/factors.tsx'
import { ownAccountScreens } from './account/pages.tsx'
import { planned } from './api-equivalent/planned.tsx'
import { keyScreens } from './api-keys/pages.tsx'
import { brandingScreens } from './branding/pages.tsx'
import { brandScreens, domainOfCall, faceOfDomain } from './branding.ts'
import { clientScreens } from './clients/pages.tsx'
import { clockScreens } from './clock/pages.tsx'
import { creditScreens } from './credits/pages.tsx'
import { helpScreens } from './docs/help.tsx'
import { ManualOfStatus } from './docs/manual-of.tsx'
import { docsScreens } from './docs/pages.tsx'
import { emailScreens } from './emails/pages.tsx'
import { featurePages } from './features.ts'
import { refusalFor } from './form-refusal.ts'
import { personOf } from './frame/reader.ts'
import { ToastPartial } from './frame/toast.tsx'
import { indexnowScreens } from './indexnow/pages.tsx'
import { jobScreens } from './jobs/pages.tsx'
import { letterScreens } from './letters/pages.tsx'
import { linkScreens } from './links/pages.tsx'
import { memberScreens } from './members/pages.tsx'
import { oauthScreens } from './oauth/pages.tsx'
import { packScreens } from './packs/pages.tsx'
import { paletteScreens } from './palette/pages.tsx'
import { type PageStatus, StatusPage, statusWords } from './parts/page/status-pages.tsx'
import { planScreens } from './plans/pages.tsx'
import { providerScreens } from './providers/pages.tsx'
import { pushScreens } from './push/pages.tsx'
import { restoredScreens } from './restored/pages.tsx'
import { sampleScreens } from './sample/pages.tsx'
import { menusWith } from './sections.ts'
import { setupScreens } from './setup/pages.tsx'
import { appPage, publicPageOf, zoneOf } from './shell.tsx'
import { invitationScreens } from './sign-in/invitation-pages.tsx'
import { accountScreens } from './sign-in/pages.tsx'
import { proofPage } from './sign-in/proof.tsx'
import { secondScreens } from './sign-in/second-factor.tsx'
import { supplierScreens } from './suppliers/pages.tsx'
import { systemScreens } from './system/pages.tsx'
import { userScreens } from './users/pages.tsx'
import { viewScreens } from './view-as/pages.tsx'
import { workspaceScreens } from './workspaces/pages.tsx'

export const site: Site = {
  screens: [
    ...setupScreens,
    ...accountScreens,
    ...secondScreens,
    ...userScreens,
    ...workspaceScreens,
    ...viewScreens,
    ...sampleScreens,
    ...invitationScreens,
    ...ownAccountScreens,
    ...factorScreens,
    ...clientScreens,
    ...memberScreens,
    ...brandingScreens,
    ...indexnowScreens,
    ...pushScreens,
    ...jobScreens,
    ...letterScreens,
    ...linkScreens,
    ...planScreens,
    ...creditScreens,
    ...packScreens,
    ...keyScreens,
    ...oauthScreens,
    ...clockScreens,
    ...restoredScreens,
    ...paletteScreens,
    ...brandScreens,
    ...supplierScreens,
    ...providerScreens,
    ...systemScreens,
    ...emailScreens,
    ...docsScreens,
    ...helpScreens,
    ...featurePages.flatMap(({ screens }) => screens),
  ],
  slots: featurePages.flatMap(({ slots }) => slots ?? []),
  menus: menusWith(features),
  refusal,
  proof: proofPage,
  readerOf: zoneOf,
  planned,
}

const PAGES: Record<number, PageStatus> = {
  ...{ 400: 400, 403: 403, 404: 404, 405: 404, 410: 410 },
  ...{ 413: 413, 422: 422, 429: 429, 503: 503 },
}

/** A fragment gets a toast, a form goes back to its page with a message, everything else gets a page. */
async function refusal(call: Call, fault: Fault, within: SignedInCall | null): Promise<Reply> {
  const text = refusalText(within ? zoneOf(within) : ENGLISH, fault)
  if (fault.code === 'second_factor_required' && within && !call.partial)
    return goTo(`${within.base}/account/factors`, { text, tone: 'info' })
  if (call.partial)
    return htmlResponse(
      <ToastPartial to={within ? zoneOf(within) : ENGLISH} text={text} tone="bad" />,
      fault.status,
      waitHeaders(fault),
    )
  const back = call.request.method === 'POST' && within ? backOf(call) : null
  if (back && fault.status < 500 && !STAY.has(fault.status)) return goTo(back, { text, tone: 'bad' })
  const status = PAGES[fault.status] ?? (fault.status >= 500 ? 500 : 403)
  const is_app = new URL(call.request.url).pathname.startsWith('/app')
  // Faults of the request keep the frame of the app; other faults could break the frame as well.
  const framed = within && STAY.has(status)
  const to = framed ? personOf(within) : readerOfRefusal(call, status, within)
  const content = (
    <StatusPage
      to={to}
      status={status}
      message={messageOf(to, status, fault, !within && !is_app)}
      request_id={status === 500 ? call.visit.id : undefined}
      retry_after={status === 503 ? undefined : fault.retry_after}
      home={within?.base ?? (is_app ? '/app' : undefined)}
    >
      {isForOperator(call, within) && <ManualOfStatus status={status} />}
    </StatusPage>
  )
  const title = say(to, statusWords(status).title)
  const page = framed ? await appPage(within, title, content, to) : publicPageOf(call, title, content, { to })
  return htmlResponse(page, fault.status, waitHeaders(fault))
}

/** The manual names the product, which clients of an agency and readers of their reports should not see. */
const isForOperator = (call: Call, within: SignedInCall | null): boolean =>
  within
    ? within.caller.platform
    : domainOfCall(call) === null && new URL(call.request.url).pathname.startsWith(manualHref())

/** These have no page to go back to. For 413, Back in the browser keeps the typed values. */
const STAY: ReadonlySet<number> = new Set([403, 404, 413])

/** A person's own language, else that of the host. A failing database must not break the page that says so. */
function readerOfRefusal(call: Call, status: PageStatus, within: SignedInCall | null): Reader {
  try {
    return within ? readerFor(call.app, within.visitor.user.id) : faceOfDomain(call).to
  } catch (error) {
    if (status < 500) throw error
    return ENGLISH
  }
}

/** Undefined: the words of the status. */
function messageOf(to: Reader, status: PageStatus, fault: Fault, is_shared: boolean): string | undefined {
  if (status === 404 && is_shared)
    return say(to, 'This page does not exist, or it is not shared any more. Ask who sent you the address.')
  if (status === 500 || status === 404) return undefined
  return refusalText(to, fault, statusWords(status).message)
}

function refusalText(to: Reader, fault: Fault, other?: Text): string {
  const words = refusalFor(to, fault, other)
  return fault.code === 'body_too_large'
    ? `${words} ${say(to, 'Nothing was changed: go back and send it in parts.')}`
    : words
}

/** The page of the form, if it is one of ours. */
function backOf(call: Call): string | null {
  const referer = call.request.headers.get('referer')
  if (!referer || !URL.canParse(referer)) return null
  const { host, pathname, search } = new URL(referer)
  return host === new URL(call.request.url).host && /^\/app\/(w|platform)\//.test(pathname) ? pathname + search : null
}
