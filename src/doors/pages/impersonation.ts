/** A platform admin who views a workspace sends no form: neither now, nor later from a page of the view. */
import { endViewInTime, sessionCookieName, viewOfCookie } from '../../domains/accounts/index.ts'
import { VIEWING_ONLY } from '../../kernel/operation/admission.ts'
import type { App } from '../../kernel/operation/app.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { localPath } from '../../kernel/web-fetch/local-path.ts'
import type { Visit } from '../visit.ts'
import { goTo, isHtml, type Reply } from './reply.ts'

type Call = { app: App; request: Request; visit: Visit; cookies(name: string): string | null }

export const SIGN_IN = '/app/sign-in'
export const SIGN_OUT = '/app/sign-out'
/** Where a platform admin stops looking at a workspace. */
export const LEAVE_VIEW = '/app/leave-view'
/** Forms that are allowed during impersonation: all end it. */
const WAYS_OUT: ReadonlySet<string> = new Set([SIGN_IN, SIGN_OUT, LEAVE_VIEW])

const isWayOut = ({ request }: Call): boolean => WAYS_OUT.has(new URL(request.url).pathname)

/**
 * Whether the visitor is in a view of a workspace. A view whose time is over ends with the next page that is asked for;
 * until then every form is refused.
 */
export function isViewing(call: Call): boolean {
  const { app, cookies, request, visit } = call
  const token = cookies(sessionCookieName(app.config))
  const view = viewOfCookie(app, token)
  if (!view || token === null) return false
  const over = view.until <= app.clock.now()
  if (request.method === 'GET' && over) endViewInTime(app, token, { ip: visit.ip, request_id: visit.id })
  else if (request.method === 'POST' && !isWayOut(call)) throw new Fault('forbidden', over ? OVER : VIEWING_ONLY)
  return !over
}

/** The field by which a form says that its page was drawn during impersonation. */
const DRAWN_IN_VIEW = 'drawn_looking_on'
const OVER = 'The view has ended. Reload the page to act as yourself.'

/** Refuses forms of pages that were drawn during impersonation, also once the view is over. */
export function assertOwnPage(call: Call, fields: URLSearchParams): void {
  if (fields.has(DRAWN_IN_VIEW) && !isWayOut(call)) throw new Fault('forbidden', OVER)
}

/** A form that is sent, up to its end; values of attributes may hold a `>`. */
const FORM = /<form\b((?:[^>"]|"[^"]*")*)>/g
const MARK = `<input type="hidden" name="${DRAWN_IN_VIEW}" value="1">`

/** The reply of a screen; during impersonation every form in it names the person for whom it was drawn. */
export async function marked(reply: Reply, viewing: unknown): Promise<Reply> {
  if (!viewing || (reply instanceof Response && !isHtml(reply))) return reply
  const html = reply instanceof Response ? await reply.text() : reply.toString()
  const forms = html.replace(FORM, (form, attributes: string) =>
    attributes.includes(' method="post"') ? form + MARK : form,
  )
  return reply instanceof Response ? new Response(forms, reply) : forms
}

/** htmx would put the sign-in page into the middle of the page, so a header makes it navigate. Sign-in leads back here. */
export function toSignIn(request: Request): Response {
  const { headers } = request
  const from = headers.get('hx-current-url') ?? (request.method === 'GET' ? request.url : headers.get('referer'))
  const page = URL.parse(from ?? '')
  const path = `${SIGN_IN}?next=${encodeURIComponent(page ? localPath(page.pathname + page.search, '/app') : '/app')}`
  if (headers.get('hx-request') !== 'true') return goTo(path)
  return new Response(null, { status: 401, headers: { 'hx-redirect': path } })
}
