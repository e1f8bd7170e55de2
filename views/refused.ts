import { htmlResponse, type Markup } from '../src/doors/pages/web.ts'
import { Fault, type FaultCode } from '../src/kernel/operation/fault.ts'
import type { Issue } from './parts/forms/form.tsx'

/**
 * What was wrong with a form, for the form to say; anything else that was thrown goes on. Faults of the codes named in
 * `also` are about the whole of it.
 */
export function issuesIn(error: unknown, also: readonly FaultCode[] = []): Issue[] {
  if (error instanceof Fault && error.code === 'validation_failed') return error.details.issues as Issue[]
  if (error instanceof Fault && also.includes(error.code)) return [{ path: '', message: forPeople(error.message) }]
  throw error
}

/** The page once more, for its form to say what was wrong; anything else that was thrown goes on. */
export async function refusedPage(
  error: unknown,
  draw: (issues: Issue[]) => Markup | Promise<Markup>,
  also: readonly FaultCode[] = [],
): Promise<Response> {
  if (!(error instanceof Fault)) throw error
  return htmlResponse(await draw(issuesIn(error, also)), error.status)
}

/**
 * A refusal in words for somebody at a page. What names a route of the API to programs names the act to people: in
 * parentheses it only adds to what is said already.
 */
export const forPeople = (text: string): string =>
  text
    .replace(new RegExp(` \\(${ROUTE}[^()]*\\)`, 'g'), '')
    .replace(new RegExp(ROUTE, 'g'), (route) => ACTS[route] ?? 'the API')
    .replaceAll('push_anyway', '“Push anyway”')
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
