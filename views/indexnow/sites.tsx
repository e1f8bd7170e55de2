/** IndexNow sites: publish the key, verify it, and from then on pushed links are sent to the engines. */

import { Host, type SITE_STATUSES } from '../../src/domains/indexnow/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { addIndexnowSite } from '../../src/operations/indexnow/add-indexnow-site.ts'
import type { getIndexnowSite } from '../../src/operations/indexnow/get-indexnow-site.ts'
import { listIndexnowSites } from '../../src/operations/indexnow/list-indexnow-sites.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Banner, type Fact, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyField } from '../parts/copy.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import { Post } from '../parts/post.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import type { Word } from '../parts/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { may } from '../shell.tsx'

export type SiteWhole = AnswerOf<typeof getIndexnowSite>
export type SiteRow = Omit<SiteWhole, 'submissions'>

const STATES: Record<(typeof SITE_STATUSES)[number], Word> = {
  pending: { word: 'Not verified yet', icon: 'clock', tone: 'info' },
  verified: { word: 'Verified', icon: 'check', tone: 'ok' },
  failing: { word: 'Key not found', icon: 'triangle-alert', tone: 'bad' },
}

export const State = ({ of }: { of: Pick<SiteRow, 'status' | 'enabled'> }) =>
  of.status === 'verified' && !of.enabled ? (
    <Chip word="Paused" icon="ban" tone="idle" />
  ) : (
    <Chip {...STATES[of.status]} />
  )

export const siteList = listScreen(
  {
    at: '/indexnow',
    here: true,
    operation: listIndexnowSites,
    title: 'IndexNow sites',
    sub: 'Each pushed link of a verified site is sent to Bing, Yandex and others for free.',
    search: 'Search hosts',
    filters: { status: STATES },
    empty: { icon: 'globe', text: 'No site yet. Add the first host below.' },
    nothing: 'No site fits.',
    columns: ({ self, zone }) => [
      {
        label: 'Host',
        sort: 'host',
        cell: (site) => (
          <a class="name" href={`${self}/${site.id}`} data-row>
            {site.host}
          </a>
        ),
      },
      { label: 'State', cell: (site) => <State of={site} /> },
      timeColumn('Last check', 'checked_at', zone),
    ],
  },
  (call) => may(call, addIndexnowSite) && <NewSite action={`${call.base}/indexnow`} />,
)

type NewSiteProps = { action: string; values?: Readonly<Record<string, string>>; issues?: readonly Issue[] }

export const NewSite = ({ action, values, issues }: NewSiteProps) => (
  <Section title="Add a site">
    <Form
      action={action}
      schema={{ properties: { host: { ...Host, maxLength: 300 } }, required: ['host'] }}
      values={values}
      issues={issues}
      hints={{ host: 'A domain, or any URL on it.' }}
      verb="Add site"
      class="inline"
    />
  </Section>
)

export type SiteProps = {
  site: SiteWhole
  list: string
  /** What the visitor may do. */
  verifies: boolean
  changes: FormSchema | null
  issues?: readonly Issue[]
  zone?: string
}

export function SitePage({ site, list, verifies, changes, issues, zone = 'UTC' }: SiteProps) {
  const self = `${list}/${site.id}`
  return (
    <div>
      <Section title={site.status === 'verified' ? 'Key file' : 'Set up in three steps'} note={<State of={site} />}>
        <ol class="stack">
          <li>
            <CopyField id="key" label="Copy the key" value={site.key} />
          </li>
          <li>
            <CopyField
              id="key-url"
              label="Publish a text file with only the key at this address"
              value={site.key_url}
              hint={site.covers === '/' ? 'It covers the whole host.' : `It covers only ${site.covers}`}
            />
          </li>
          <li>
            {verifies ? (
              <Post action={`${self}/verify`} class="btn primary">
                {site.status === 'verified' ? 'Verify again' : 'Verify'}
              </Post>
            ) : (
              'Ask a member to verify it.'
            )}
          </li>
        </ol>
      </Section>
      {site.last_check && <Found site={site} zone={zone} />}
      <Section title="Recent submissions">
        {site.submissions.length ? (
          <DataTable caption="Submissions" columns={submissions(zone)} rows={site.submissions} lines />
        ) : (
          <EmptyState icon="send">No submission yet. Links of this host are sent when they are pushed.</EmptyState>
        )}
      </Section>
      {changes && (
        <Section title="Key file elsewhere">
          <Form
            action={self}
            schema={changes}
            values={{ key_location: site.key_location ?? '' }}
            issues={issues}
            hints={{ key_location: 'Where the file cannot be at the root. Empty: at the root. Verify it again then.' }}
            verb="Save"
          />
        </Section>
      )}
    </div>
  )
}

/** The answer of the address, so that the person who publishes the file sees what to fix. */
function Found({ site: { last_check: check }, zone }: { site: SiteWhole; zone: string }) {
  if (!check) return null
  const facts: Fact[] = [
    { label: 'Address', value: check.url },
    { label: 'Answer', value: check.http_status === null ? 'none' : String(check.http_status) },
    ...(check.bytes === null ? [] : [{ label: 'Size', value: many(check.bytes, 'byte') }]),
    ...(check.found === null ? [] : [{ label: 'First characters', value: <code>{check.found}</code> }]),
    { label: 'Checked', value: <When time={check.at} zone={zone} /> },
  ]
  return (
    <Section title="Last check">
      <Banner tone={check.verified ? 'ok' : 'bad'}>{check.message}</Banner>
      <Facts facts={facts} />
      {check.warnings.map((warning) => (
        <p class="hint">{warning}</p>
      ))}
    </Section>
  )
}

type Submission = SiteWhole['submissions'][number]

const SENT: Record<Submission['status'], Word> = {
  queued: { word: 'Waiting', icon: 'clock', tone: 'info' },
  received: { word: 'Received', icon: 'check', tone: 'ok' },
  refused: { word: 'Refused', icon: 'ban', tone: 'bad' },
  failed: { word: 'No answer', icon: 'triangle-alert', tone: 'warn' },
}

/** Columns of what was sent, and what was answered. */
export const submissions = (zone: string): Column<Submission>[] => [
  { label: 'Sent', class: 'when', cell: (one) => <When time={one.sent_at} zone={zone} /> },
  { label: 'URLs', class: 'num', cell: (one) => number(one.url_count) },
  { label: 'Answer', cell: (one) => <Chip {...SENT[one.status]} /> },
  { label: 'Meaning', class: 'wide-only', cell: (one) => <span class="muted">{one.explanation}</span> },
]
