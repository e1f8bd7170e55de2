import type { Issue } from '../../kernel/operation/fault.ts'
import { pacer } from '../../kernel/scheduling/pause.ts'
import { normaliseUrl } from '../preflight/index.ts'

const NAMED = 50

/** Flagged links to push anyway, as canonical URLs, and the problems with the choice. */
type ChosenAnyway = { chosen: Set<string>; issues: Issue[] }

/** Reads `push_anyway`: all, none, or some of `urls`. A URL that is not in the order is probably a typo: an error. */
export async function chosenAnyway(push_anyway: boolean | string[], urls: string[]): Promise<ChosenAnyway> {
  if (typeof push_anyway === 'boolean') return { chosen: new Set(push_anyway ? urls : []), issues: [] }
  const submitted = new Set(urls)
  const chosen = new Set<string>()
  const issues: Issue[] = []
  const breathe = pacer()
  for (const [i, given] of push_anyway.entries()) {
    await breathe()
    const taken = normaliseUrl(given)
    if (taken.ok && submitted.has(taken.url)) chosen.add(taken.url)
    else if (issues.length < NAMED) issues.push({ path: `push_anyway.${i}`, message: 'is not among urls' })
  }
  return { chosen, issues }
}
