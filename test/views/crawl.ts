/** Walks the pages as a person would who follows every link of every page. */
import { contentSecurityPolicy } from '../../src/doors/headers.ts'
import { MINUTE } from '../../src/kernel/time/clock.ts'
import { addressesIn, type Form, formsIn } from './addresses.ts'
import type { browserOf } from './browser.ts'
import { type Office, WALKERS, type Walker } from './crawl-seed.ts'

export type Crawled = {
  pages: Set<string>
  broken: string[]
  forms: Form[]
  /** Pages that came without the whole policy, and those on which a name stands as what it is not. */
  unguarded: string[]
  unescaped: string[]
}

const ALL = process.env.PAGES === 'all'
/**
 * Those who walk: an owner, a member, a viewer of a client, the platform's admin and nobody. The pages of an admin are nearly
 * all an owner's, and those of a client's member a viewer's: these two walk in the long run.
 */
export const PEOPLE: (Walker | null)[] = ALL
  ? ['ada', 'mia', 'ben', 'kim', 'vera', 'pat', null]
  : ['ada', 'ben', 'vera', 'pat', null]

const startsOf = (person: Walker | null, handed: string[]): string[] =>
  person
    ? ['/app', `/app/w/${WALKERS[person === 'pat' ? 'ada' : person].tenant_id}`]
    : ['/', '/app/sign-in', '/tools', ...handed]

/** Beyond these, other orders and filters of one list, other links, and other answers of one, are the same page. */
const VARIANTS = ALL ? 8 : 2
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[a-z]{3}_\w+/g
/** Panels beside a list are pages of their own. */
const PANELS = ['open', 'transfer', 'plan', 'include_archived']
const shapeOf = ({ pathname, searchParams }: URL): string =>
  [pathname.replace(/\/(links|answers)\/\d+/g, '/$1/*'), ...PANELS.filter((name) => searchParams.get(name))].join(' ')

/** The reference has a page for each operation, which is the same for everybody: the owner reads them all. */
const OF_OPERATION = /^\/docs\/operations\/[\w-]+/

/** Before a change the owner alone walks them all; the others walk this many whose ids alone differ. */
const mostFor = (person: Walker | null): number | undefined => (ALL || person === 'ada' ? undefined : 6)

/** With `most` pages of one shape whose ids alone differ are enough, else all of them are walked, in `VARIANTS` each. */
export async function crawl(
  office: Office,
  browser: ReturnType<typeof browserOf<Walker>>,
  person: Walker | null,
  handed: string[],
  most = mostFor(person),
): Promise<Crawled> {
  const found: Crawled = { pages: new Set(), broken: [], forms: [], unguarded: [], unescaped: [] }
  const queue = startsOf(person, handed).map((path) => ({ path, on: 'the start' }))
  const variants = new Map<string, number>()
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { path, on } = next
    const whole = shapeOf(new URL(path, 'http://localhost:8080'))
    const one_reference = most || (!ALL && person !== 'ada') ? whole.replace(OF_OPERATION, 'an operation') : whole
    const shape = most ? one_reference.replace(ID, '*') : one_reference
    const seen = variants.get(shape) ?? 0
    if (found.pages.has(path) || seen >= (most ?? VARIANTS)) continue
    variants.set(shape, seen + 1)
    found.pages.add(path)
    if (found.pages.size % 50 === 0) office.clock.turn(MINUTE)
    const { status, location, html, headers } = await browser.visit(person, path)
    if (status === 303 && location) queue.push({ path: location, on: path })
    // The provider of the sample cannot be reached.
    else if (status !== 200 && !(status === 502 && /^\/app\/sso\/[^/]+\/start/.test(path)))
      found.broken.push(`${status} ${path} on ${on}`)
    if (!isGuarded(headers.get('content-security-policy'))) found.unguarded.push(path)
    if (/html/.test(headers.get('content-type') ?? '') && UNESCAPED.test(html)) found.unescaped.push(path)
    queue.push(...addressesIn(html).map((to) => ({ path: to, on: path })))
    found.forms.push(...formsIn(html, path))
  }
  return found
}

const UNESCAPED = /<img src=x|"onfocus="pwned|\s(?:href|src|action|formaction|hx-\w+)="\s*java\s*script:/i

/** The standing policy; a page that frames a letter allows that, and the letter in it allows nothing but its own style. */
const isGuarded = (policy: string | null): boolean =>
  policy !== null &&
  (policy.replace("; frame-src 'self'", '') === contentSecurityPolicy() || /^sandbox; default-src 'none';/.test(policy))
