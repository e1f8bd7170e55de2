/** The language of a signed-in page. */
import { languageAt } from '../../src/doors/pages/branding.ts'
import { SAME_AS, type SignedInCall } from '../../src/doors/pages/web.ts'
import { type Reader, readerOf } from '../../src/kernel/language/reader.ts'

/** Pages of a client that are translated, each with all below it; the others are in English as a whole. */
const TRANSLATED: readonly string[] = [
  ...[
    '',
    '/account',
    '/ask',
    '/bell',
    '/check-page',
    '/checks',
    '/cohorts',
    '/credits',
    '/drafts',
    '/indexnow',
    '/jobs',
    '/links',
    '/members',
    '/morning',
    '/notifications',
    '/reports',
    '/standing',
    '/still-there',
    '/today',
  ],
]

/** Below these, pages are in English again; `*` is any name. */
const ENGLISH_BELOW: readonly string[] = [
  ...['/account/unproved', '/checks/bill', '/checks/new'],
  ...['/credits/adjust', '/credits/buy', '/credits/clients'],
  ...['/reports/clients', '/reports/desk', '/reports/issues', '/reports/recipients', '/reports/schedule'],
  ...['/standing/hooks'],
  ...['/cohorts/links/again', '/jobs/*/links/again', '/reports/*/send'],
]

const holds = (paths: readonly string[], path: string): boolean => {
  const names = path.split('/')
  return paths.some((one) =>
    one === ''
      ? path === ''
      : one.split('/').every((name, at) => name === names[at] || (name === '*' && at < names.length)),
  )
}

function isTranslated({ base, request, query }: SignedInCall): boolean {
  const { pathname } = new URL(request.url)
  if (SAME_AS in query || !(pathname === base || pathname.startsWith(`${base}/`))) return false
  const path = pathname.slice(base.length)
  return holds(TRANSLATED, path) && !holds(ENGLISH_BELOW, path)
}

/**
 * The reader of the page: a client's own person reads their language where the page is translated. All other pages are in
 * English, with dates as in the person's region.
 */
export const zoneOf = (call: SignedInCall): Reader => (isTranslated(call) ? personOf(call) : inEnglish(call))

/** The reader of a page that is translated at every address: one that says why nothing else is there. */
export function personOf(call: SignedInCall): Reader {
  const language = languageAt(call.app, call.caller)
  return language === null ? inEnglish(call) : readerOf(call.visitor.user.time_zone, language, call.app.clock.now())
}

const inEnglish = ({ visitor: { user }, app }: SignedInCall): Reader =>
  readerOf(user.time_zone, user.locale.startsWith('en') ? user.locale : 'en', app.clock.now())
