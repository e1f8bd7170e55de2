import { goTo, htmlResponse, type Markup, waitHeaders } from '../src/doors/pages/web.ts'
import { Fault, type FaultCode } from '../src/kernel/operation/fault.ts'
import type { Issue } from './parts/forms/form.tsx'

/** Issues of a refused form; other errors are thrown again. Faults with the codes in `also` concern the whole form. */
export function issuesIn(error: unknown, also: readonly FaultCode[] = []): Issue[] {
  if (error instanceof Fault && error.code === 'validation_failed') return error.details.issues as Issue[]
  if (error instanceof Fault && also.includes(error.code)) return [{ path: '', message: forPeople(error.message) }]
  throw error
}

/** Draws the page again with its issues; other errors are thrown again. */
export async function refusedPage(
  error: unknown,
  draw: (issues: Issue[]) => Markup | Promise<Markup>,
  also: readonly FaultCode[] = [],
): Promise<Response> {
  if (!(error instanceof Fault)) throw error
  return htmlResponse(await draw(issuesIn(error, also)), error.status, waitHeaders(error))
}

/** A conflict as a message on another page; other errors are thrown again. */
export function conflictAt(error: unknown, to: string): Response {
  if (!(error instanceof Fault) || error.code !== 'conflict') throw error
  return goTo(to, { text: forPeople(error.message), tone: 'bad' })
}

/** A refusal for people: the name of the act replaces a route of the API, and a route in parentheses is removed. */
export const forPeople = (text: string): string =>
  text
    .replace(new RegExp(` \\(${ROUTE}[^()]*\\)`, 'g'), '')
    .replace(new RegExp(ROUTE, 'g'), (route) => ACTS[route] ?? 'the API')
    .replaceAll('push_anyway', '“Push anyway”')
    .replace('Send this number as confirm_links to agree', 'Press the button again to agree')
    .replace(/^The body may/, 'A form may')

const ROUTE = '(?:GET|POST|PUT|PATCH|DELETE) /[\\w/{}-]+'

const ACTS: Record<string, string> = {
  'POST /jobs': '“New push”',
  'POST /jobs/{id}/send-unindexed': '“Send unindexed again”',
  'POST /jobs/{id}/check': '“Check now”',
  'POST /jobs/{id}/cancel': '“Cancel”',
  'POST /invites/{id}/send': '“Send” on the page of the invite',
  'POST /admin/providers/supplier/connect': '“Connect”',
  'PUT /settings/crawl': '“Suppliers”',
  'PUT /settings/integrations': '“Check engines”',
}
