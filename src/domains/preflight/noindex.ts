import { type Said, said } from '../../kernel/language/say.ts'
import type { Time } from '../../kernel/time/clock.ts'
import type { Fields } from '../../kernel/web-fetch/http/head.ts'
import { type Directive, doubtfulRule, headerDirectives, metaDirectives, noindexRule } from './directives.ts'
import { CRAWLERS, type ForEach, type Names } from './engines.ts'
import type { HtmlFacts, Meta } from './html/facts.ts'
import type { Facts } from './shapes.ts'

/** The rule that keeps a page out of each engine's index, and warnings about doubtful rules. */
export type Noindex = ForEach<Facts['noindex']> & { warnings: Said[] }

/** Judges the robots rules in the headers and, if there is any, the markup. */
export function judgeNoindex(headers: Fields, facts: HtmlFacts | null, now: Time): Noindex {
  const sent = headers.get(HEADER)
  const header = sent !== null && MAY_FORBID.test(sent) ? headerDirectives(headers.all(HEADER)) : NOTHING
  const metas = directivesOf(facts?.metas ?? [])
  const warnings: Said[] = []
  const judged: Noindex = { google: null, bing: null, warnings }
  if (header.length + metas.length > 0) {
    judged.google = ruleFor(CRAWLERS.google, metas, header, now)
    judged.bing = ruleFor(CRAWLERS.bing, metas, header, now)
    const open = [judged.google ? [] : CRAWLERS.google, judged.bing ? [] : CRAWLERS.bing].flat()
    const doubtful = open.length > 0 ? doubtfulRule(header, open, now) : null
    if (doubtful) warnings.push(inDoubt(sent!, doubtful))
  }
  if (facts && judged.google === null) warnings.push(...misplaced(facts, metas, now))
  return judged
}

const HEADER = 'x-robots-tag'
/** Every rule that forbids indexing contains one of these words. */
const MAY_FORBID = /noindex|none|unavailable_after/i
const NOTHING: Directive[] = []

const directivesOf = (metas: Meta[]): Directive[] =>
  metas.length === 0
    ? NOTHING
    : metas.flatMap(({ name, content }) => (MAY_FORBID.test(content) ? metaDirectives(name, content) : NOTHING))

function ruleFor(names: Names, metas: Directive[], header: Directive[], now: Time): Facts['noindex'] {
  const stated = noindexRule(metas, names, now)
  if (stated) return { source: 'meta', directive: stated }
  const sent = noindexRule(header, names, now)
  return sent ? { source: 'header', directive: sent } : null
}

const inDoubt = (header: string, rule: string): Said =>
  said(
    '"X-Robots-Tag: {header}" may keep the page out of the index: {rule} follows a rule for another robot, and applies to all if a proxy joined two lines. Send the rules for all first.',
    { header: header.slice(0, 200), rule },
  )

/**
 * Rules in places that no engine promises to read. Google's "Robots meta tag" and "Use valid HTML" pages name only the
 * head; its staff are quoted as obeying them in the body too, and testers saw `<meta name=robot>` obeyed
 * (valentin.app/robotsmeta.html). Undocumented behaviour does not flag a page, but it is worth a warning.
 */
function misplaced({ body_metas, noscript_metas }: HtmlFacts, metas: Directive[], now: Time): Said[] {
  const slip = metas.length > 0 && noindexRule(metas, SLIP, now)
  const outside = body_metas.length > 0 && noindexRule(directivesOf(body_metas), ANY, now)
  const unscripted = noscript_metas.length > 0 && noindexRule(directivesOf(noscript_metas), ANY, now)
  return [
    slip &&
      said('{element} with {rule} is obeyed by some engines. Remove it, or write "robots".', {
        element: '<meta name="robot">',
        rule: slip.slice('robot: '.length),
      }),
    outside &&
      said('A robots meta tag ({rule}) outside the head may be obeyed. Remove it, or move it into the head.', {
        rule: outside,
      }),
    unscripted &&
      said('A robots meta tag ({rule}) in {element} may be obeyed. Remove it.', {
        rule: unscripted,
        element: '<noscript>',
      }),
  ].filter((warning) => typeof warning === 'object' && warning !== null)
}

const SLIP = ['robot']
const ANY = ['robot', ...CRAWLERS.google, ...CRAWLERS.bing]
