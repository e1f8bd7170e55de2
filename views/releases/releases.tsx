/** Changes of this version, and the command that installs a newer one: a running server cannot replace itself. */

import type { Slots } from '../../src/doors/pages/web.ts'
import type { getReleases } from '../../src/features/releases/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Markdown } from '../docs/markdown.tsx'
import { Section } from '../kit/fold.tsx'
import { Banner, Facts } from '../parts/page/card.tsx'
import { versionFacts } from '../system/versions.tsx'

export const RELEASES = '/app/platform/system/releases'

export type ReleasesData = AnswerOf<typeof getReleases>
type ReleaseUpdate = NonNullable<NonNullable<ReleasesData['update']>['newer']>

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
const isRead = (version: string, cookies: (name: string) => string | null): boolean => cookies(READ) === version

/** The news of an update, except on the page that shows it. */
export const newsOf: Slots['operator_banner'] = (call, { updated_to }) =>
  updated_to && !isRead(updated_to, call.cookies) && new URL(call.request.url).pathname !== RELEASES ? (
    <NewVersion version={updated_to} />
  ) : null

export const WhatIsNew = () => (
  <p>
    <a href={RELEASES}>What is new</a>
  </p>
)
