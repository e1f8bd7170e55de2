/** Changes of this version, and the command that installs a newer one: a running server cannot replace itself. */

import type { getReleases } from '../../src/features/releases/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Markdown } from '../docs/markdown.tsx'
import { Section } from '../kit/fold.tsx'
import { Banner, type Fact, Facts } from '../parts/page/card.tsx'
import { day } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'

export const RELEASES = '/app/platform/system/releases'

export type ReleasesData = AnswerOf<typeof getReleases>
type Program = Omit<ReleasesData, 'releases'>
type ReleaseUpdate = NonNullable<NonNullable<Program['update']>['newer']>

export const Releases = ({ program, zone = 'UTC' }: { program: ReleasesData; zone?: string }) => {
  const { update, releases } = program
  const shown = releases.filter(({ is_new }) => is_new)
  return (
    <>
      <Facts facts={versionFacts(program, zone)} />
      {update?.newer && <NewerRelease newer={update.newer} />}
      {(shown.length ? shown : releases.slice(0, 1)).map(({ version, notes }) => (
        <Section title={`What is new: ${version}`}>
          <Notes version={version} text={notes} />
        </Section>
      ))}
    </>
  )
}

const NewerRelease = ({ newer: { version, notes } }: { newer: ReleaseUpdate }) => (
  <Section title={`Update to ${version}`}>
    <p>Run this on the server, as root. It goes back automatically when the new version does not get ready.</p>
    <pre>
      <code>signalpost update</code>
    </pre>
    {notes !== '' && <Notes version={version} text={notes} />}
  </Section>
)

const Notes = ({ version, text }: { version: string; text: string }) => (
  <Markdown text={text} section={version} lead={`${version}-`} />
)

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

/** Shown above the operator's pages after an update, until this browser opens the release page. */
export const NewVersion = ({ version }: { version: string }) => (
  <Banner action={<a href={RELEASES}>What is new</a>}>
    <b>Signalpost was updated to {version}.</b>
  </Banner>
)

const READ = 'release_read'
const YEAR_S = 31_536_000
export const readCookie = (version: string): string =>
  `${READ}=${version}; Path=/app/platform; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax`
export const isRead = (version: string, cookies: (name: string) => string | null): boolean => cookies(READ) === version
