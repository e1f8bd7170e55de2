import { goTo, htmlResponse, type Markup, waitHeaders } from '../src/doors/pages/web.ts'
import { isSaid } from '../src/kernel/language/catalogue.ts'
import { ENGLISH, languageOf, type Reader } from '../src/kernel/language/reader.ts'
import { type Said, say, sayStored, type Text, text } from '../src/kernel/language/say.ts'
import { Fault, type FaultCode } from '../src/kernel/operation/fault.ts'
import { fieldOf, type Issue } from './parts/forms/form.tsx'

/** Issues of a refused form; other errors are thrown again. Faults with the codes in `also` concern the whole form. */
export function issuesIn(error: unknown, also: readonly FaultCode[] = [], to = ENGLISH): Issue[] {
  if (error instanceof Fault && error.code === 'validation_failed')
    return (error.details.issues as Issue[]).map((issue) => issueFor(to, issue))
  if (error instanceof Fault && also.includes(error.code)) return [{ path: '', message: refusalFor(to, error) }]
  throw error
}

/** A rule of the API is in English: in another language its field has a sentence. */
function issueFor(to: Reader, issue: Issue): Issue {
  const field = fieldOf(issue)
  const message = translated(to, [issue.message]) ?? say(to, FIELDS[field] ?? FIELD)
  return languageOf(to) === 'en' ? issue : { path: issue.path, message }
}

const FIELD = text('This is not valid. Check it, then try again.')
const FIELDS: Record<string, Text> = {
  url: text('Enter the address of a page.'),
  text: text('Enter a question of at most 1,000 characters.'),
  email: text('Enter a valid e-mail address.'),
  name: text('Enter a name.'),
  password: text('Use 15 to 256 characters.'),
  daily_credit_cap: text('Enter a whole number from 1 on, or nothing.'),
  approval_above: text('Enter a whole number from 0 on, or nothing.'),
}

/** A refusal on a page: in its language, or `other` where there is no translation. */
export function refusalFor(
  to: Reader,
  { message, said }: { message: string; said: Said },
  other: Text = OTHER,
): string {
  return languageOf(to) === 'en' ? forPeople(message) : (translated(to, said) ?? say(to, other))
}

const OTHER = text('That did not work. Try again later.')

const translated = (to: Reader, said: Said): string | null =>
  isSaid(said[0]) ? sayStored(to, said).replace(ASIDE, '') : null

/** Draws the page again with its issues; other errors are thrown again. */
export async function refusedPage(
  error: unknown,
  draw: (issues: Issue[]) => Markup | Promise<Markup>,
  also: readonly FaultCode[] = [],
  to = ENGLISH,
): Promise<Response> {
  if (!(error instanceof Fault)) throw error
  return htmlResponse(await draw(issuesIn(error, also, to)), error.status, waitHeaders(error))
}

/** A conflict as a message on another page; other errors are thrown again. */
export function conflictAt(error: unknown, at: string, to = ENGLISH): Response {
  if (!(error instanceof Fault) || error.code !== 'conflict') throw error
  return goTo(at, { text: refusalFor(to, error), tone: 'bad' })
}

/** A refusal for people: the name of the act replaces a route of the API, and a route in parentheses is removed. */
export const forPeople = (text: string): string =>
  text
    .replace(ASIDE, '')
    .replace(new RegExp(ROUTE, 'g'), (route) => ACTS[route] ?? 'the API')
    .replaceAll('push_anyway', '“Push anyway”')
    .replace('Send this number as confirm_links to agree', 'Press the button again to agree')
    .replace(/^The body may/, 'A form may')

const ROUTE = '(?:GET|POST|PUT|PATCH|DELETE) /[\\w/{}-]+'
const ASIDE = new RegExp(` \\(${ROUTE}[^()]*\\)`, 'g')

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
