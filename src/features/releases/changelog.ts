/** The changelog, by version. */
import type { Install } from '../../kernel/operation/app.ts'
import { numberOf } from './manifest.ts'

/** The section of unreleased changes, which apply to a program that was built from such sources. */
const UNRELEASED = 'Unreleased'

type Changes = {
  version: string
  /** It came with an update from `previous`. */
  is_new: boolean
  notes: string
}

/** The newest first. */
export function changesByVersion({ changelog }: Pick<Install, 'changelog'>, previous: string | null): Changes[] {
  const since = previous === null ? null : numberOf(previous)
  const sections = changelog().split(/^## /m).slice(1)
  return sections.map((section) => {
    const [heading = '', ...notes] = section.split('\n')
    const version = heading.split(' ')[0]!
    const is_new = since !== null && (version === UNRELEASED || numberOf(version) > since)
    return { version, is_new, notes: notes.join('\n').trim() }
  })
}
