/** Which version runs here, which one ran before, and whether a newer one is published. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getSystem } from '../../src/operations/system.ts'
import type { Fact } from '../parts/page/card.tsx'
import { day } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'

type Program = Pick<AnswerOf<typeof getSystem>, 'version' | 'previous_version' | 'updated_at' | 'update'>

export function versionFacts({ version, previous_version, updated_at, update }: Program, zone: string): Fact[] {
  const before: Fact[] = previous_version
    ? [
        { label: 'Since', value: <When time={updated_at} zone={zone} /> },
        { label: 'Before', value: previous_version },
      ]
    : []
  const newer: Fact[] = update ? [{ label: 'Newer release', value: newerWords(update) }] : []
  return [{ label: 'Version', value: version }, ...before, ...newer]
}

function newerWords({ newer, error, asked_at }: NonNullable<Program['update']>): string {
  if (error) return `Not known: ${error}`
  if (newer)
    return `${newer.version} of ${day(newer.released, 'UTC')}${newer.security ? ' · fixes security problems' : ''}`
  return asked_at ? 'None' : 'Not asked yet'
}
