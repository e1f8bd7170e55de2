/** The comment that a draft proposes: what its figures do not say, in a few sentences that the agency edits. */
import type { Reader } from '../../../kernel/language/reader.ts'
import { say } from '../../../kernel/language/say.ts'
import type { Cause } from '../months/page-causes.ts'
import type { FrozenFigures } from './freeze.ts'

type Facts = Pick<FrozenFigures, 'summary' | 'pushes' | 'missing'>

const bestWords = (to: Reader, name: string, pages: number): string =>
  say(to, 'The best push was “{name}” with {pages, plural, one {# new page} other {# new pages}}.', { name, pages })

/** `The best push was “Autumn menu” with 17 new pages.`; null where there is none. */
function bestPush(to: Reader, pushes: Facts['pushes']): string | null {
  const best = pushes.toSorted((a, b) => b.pages.gained - a.pages.gained)[0]
  return !best || pushes.length < 2 || best.pages.gained === 0 ? null : bestWords(to, best.name, best.pages.gained)
}

/** Counts with each form that a language has. */
const COUNTS = [1, 2, 5, 1_000_000]
const NAME = '\u0001'

/** The proposed sentence, whatever name and count are in it. */
const bestPattern = (to: Reader): RegExp => {
  const forms = COUNTS.map((pages) =>
    RegExp.escape(bestWords(to, NAME, pages).replace(/\d[\d.,\s\u00a0\u202f]*(?=\D)/, '\u0002'))
      .replace(RegExp.escape(NAME), '.*?')
      .replace(RegExp.escape('\u0002'), '[\\d.,\\s]+'),
  )
  return new RegExp(`(?:${[...new Set(forms)].join('|')})\\s?`, 's')
}

/** A comment whose proposed sentence names the best push of other figures: the push may be another client's since. */
export const withBestPush = (to: Reader, comment: string, { pushes }: Pick<Facts, 'pushes'>): string =>
  comment
    .replace(bestPattern(to), () => {
      const best = bestPush(to, pushes)
      return best === null ? '' : `${best} `
    })
    .trim()

export function proposedComment(to: Reader, { summary, pushes, missing }: Facts): string {
  const worst = missing.filter(({ cause }) => FAULTS[cause]).toSorted((a, b) => b.pages - a.pages)[0]
  const { lost, late, late_visible: found, open } = summary
  return [
    bestPush(to, pushes),
    worst &&
      say(to, '{pages, plural, one {# page} other {# pages}} cannot get in: {fault}.', {
        pages: worst.pages,
        fault: FAULTS[worst.cause]!(to, worst.pages),
      }),
    lost > 0 && say(to, '{lost, plural, one {# page} other {# pages}} left the index.', { lost }),
    late > 0 &&
      say(to, 'Of earlier pushes, {found} of {late, plural, one {# late page} other {# late pages}} got in.', {
        found,
        late,
      }),
    open > 0 && say(to, '{open, plural, one {# page waits} other {# pages wait}} for the next check.', { open }),
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ')
}

/** Faults that the owner of the site can repair. */
const FAULTS: Partial<Record<Cause, (to: Reader, pages: number) => string>> = {
  http_4xx: (to, pages) =>
    say(to, 'the site answers that {pages, plural, one {it does} other {they do}} not exist', { pages }),
  http_5xx: (to, pages) => say(to, 'the site fails to show {pages, plural, one {it} other {them}}', { pages }),
  noindex: (to, pages) => say(to, 'the site marks {pages, plural, one {it} other {them}} as noindex', { pages }),
  robots_blocked: (to, pages) => say(to, 'robots.txt blocks {pages, plural, one {it} other {them}}', { pages }),
  redirected: (to, pages) =>
    say(to, '{pages, plural, one {it redirects to another page} other {they redirect to other pages}}', { pages }),
  canonical_elsewhere: (to, pages) =>
    say(to, '{pages, plural, one {it names} other {they name}} another page as canonical', { pages }),
  unreachable: (to) => say(to, 'the site does not answer'),
}
