/** The comment that a draft proposes: what its figures do not say, in a few sentences that the agency edits. */
import { counted } from '../../../kernel/operation/wording.ts'
import type { Cause } from '../months/page-causes.ts'
import type { FrozenFigures } from './freeze.ts'

type Facts = Pick<FrozenFigures, 'summary' | 'pushes' | 'missing'>

/** `The best push was “Autumn menu” with 17 new pages.`; null where there is none. */
function bestPush(pushes: Facts['pushes']): string | null {
  const best = pushes.toSorted((a, b) => b.pages.gained - a.pages.gained)[0]
  if (!best || pushes.length < 2 || best.pages.gained === 0) return null
  return `The best push was “${best.name}” with ${counted(best.pages.gained, 'new page')}.`
}

/** A comment whose proposed sentence names the best push of other figures: the push may be another client's since. */
export const withBestPush = (comment: string, { pushes }: Pick<Facts, 'pushes'>): string =>
  comment
    .replace(/The best push was “.*?” with [\d,.]+ new pages?\.\s?/s, () => {
      const best = bestPush(pushes)
      return best === null ? '' : `${best} `
    })
    .trim()

export function proposedComment({ summary, pushes, missing }: Facts): string {
  const worst = missing.filter(({ cause }) => FAULTS[cause]).toSorted((a, b) => b.pages - a.pages)[0]
  const { lost, late, late_visible, open } = summary
  return [
    bestPush(pushes),
    worst && `${counted(worst.pages, 'page')} cannot get in: ${FAULTS[worst.cause]}.`,
    lost > 0 && `${counted(lost, 'page')} left the index.`,
    late > 0 && `Of earlier pushes, ${late_visible} of ${counted(late, 'late page')} got in.`,
    open > 0 && `${counted(open, 'page')} ${open === 1 ? 'waits' : 'wait'} for the next check.`,
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ')
}

/** Faults that the owner of the site can repair. */
const FAULTS: Partial<Record<Cause, string>> = {
  http_4xx: 'the site answers that they do not exist',
  http_5xx: 'the site fails to show them',
  noindex: 'the site marks them as noindex',
  robots_blocked: 'robots.txt blocks them',
  redirected: 'they redirect to other pages',
  canonical_elsewhere: 'they name another page as canonical',
  unreachable: 'the site does not answer',
}
