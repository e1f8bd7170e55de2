/** The changelog, by version. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { newInstalled, programIn } from '../../kernel/environment/program.ts'
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

/** Heading in a version's section: the lines below it are for an agency's people, and name neither the product nor its upkeep. */
const FOR_AGENCIES = '### For agencies'

/** Changes for an agency's people, of the versions that have some. */
export const changesForAgencies = (install: Pick<Install, 'changelog'>, previous: string | null): Changes[] =>
  changesByVersion(install, previous).flatMap(({ notes, ...version }) => {
    const [, part] = `\n${notes}`.split(`\n${FOR_AGENCIES}\n`)
    return part === undefined ? [] : [{ ...version, notes: part.split(/^### /m)[0]!.trim() }]
  })

/** The version that an update of the last 30 days brought, if a version since the one before has changes for agencies. */
export function newsForAgencies(tx: ReadTx, app: Pick<Install, 'changelog' | 'version'>): string | null {
  const version = newInstalled(tx, app.version)
  if (version === null) return null
  return changesForAgencies(app, programIn(tx)?.previous ?? null).some(({ is_new }) => is_new) ? version : null
}
