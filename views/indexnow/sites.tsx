/** Sites that tell the IndexNow engines of their pages: host the key, verify, and from then on pushes ping them. */

import { Host, SITE_STATUSES } from '../../src/domains/indexnow/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getIndexnowSite } from '../../src/operations/indexnow/get-indexnow-site.ts'
import { Banner, Card, CardBody, Empty, type Fact, Facts, NothingFound } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyField } from '../parts/copy.tsx'
import { Filters } from '../parts/filters.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import type { Paged, Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, DataTable, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import type { Word } from '../parts/words.ts'

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

export type SitesProps = {
  list: Paged<SiteRow>
  query: Query
  self: string
  adds: boolean
  values?: Readonly<Record<string, string | undefined>>
  issues?: readonly Issue[]
  zone?: string
}

export const Sites = ({ list, query, self, adds, values, issues, zone = 'UTC' }: SitesProps) => (
  <>
    <PageHead title="IndexNow sites" sub="Free pings to Bing, Yandex and others for every page that is pushed." />
    {adds && (
      <Card title="Add a site">
        <CardBody>
          <Form
            action={self}
            schema={{ properties: { host: { ...Host, maxLength: 300 } }, required: ['host'] }}
            values={values}
            issues={issues}
            hints={{ host: 'A domain, or any address on it.' }}
            verb="Add site"
            class="inline"
          />
        </CardBody>
      </Card>
    )}
    <Filters
      href={self}
      query={query}
      search="Search hosts"
      filters={[
        {
          name: 'status',
          label: 'Status',
          choices: [
            { value: '', label: 'All states' },
            ...SITE_STATUSES.map((status) => ({ value: status, label: STATES[status].word })),
          ],
        },
      ]}
    />
    <ListCard
      caption="Sites"
      columns={columns(self, zone)}
      list={list}
      href={self}
      query={query}
      order="host"
      empty={
        query.q || query.status ? (
          <NothingFound href={self}>No site is like that.</NothingFound>
        ) : (
          <Empty icon="globe">No site yet. Add the first host above.</Empty>
        )
      }
    />
  </>
)

const columns = (self: string, zone: string): Column<SiteRow>[] => [
  {
    label: 'Host',
    sort: 'host',
    cell: (site) => (
      <a href={`${self}/${site.id}`} data-row>
        <b>{site.host}</b>
      </a>
    ),
  },
  { label: 'State', cell: (site) => <State of={site} /> },
  {
    label: 'Looked at',
    class: 'num when wide-only',
    sort: 'checked_at',
    cell: (site) => <When time={site.checked_at} zone={zone} />,
  },
]

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
    <>
      <PageHead
        title={site.host}
        crumbs={[{ label: 'IndexNow sites', href: list }, { label: site.host }]}
        sub={<State of={site} />}
        actions={
          changes && (
            <>
              <Post action={`${self}/pings`} fields={{ enabled: String(!site.enabled) }}>
                {site.enabled ? 'Pause pings' : 'Resume pings'}
              </Post>
              <a class="btn" href={`${self}/rotate-key`}>
                New key
              </a>
              <a class="btn danger" href={`${self}/delete`}>
                Remove
              </a>
            </>
          )
        }
      />
      <div class="grid">
        <div class="w8 stack">
          <Card title={site.status === 'verified' ? 'The key file' : 'Three steps'}>
            <CardBody>
              <ol class="stack">
                <li>
                  <CopyField id="key" label="Copy the key" value={site.key} />
                </li>
                <li>
                  <CopyField
                    id="key-url"
                    label="Host a text file with the key, and nothing else, here"
                    value={site.key_url}
                    hint={site.covers === '/' ? 'It speaks for the whole host.' : `It speaks for ${site.covers} alone.`}
                  />
                </li>
                <li>
                  {verifies ? (
                    <div class="row">
                      <Post action={`${self}/verify`} class="btn primary">
                        {site.status === 'verified' ? 'Look again' : 'Verify'}
                      </Post>
                    </div>
                  ) : (
                    'Have a member verify it.'
                  )}
                </li>
              </ol>
            </CardBody>
          </Card>
          {site.last_check && <Found site={site} zone={zone} />}
          <Card title="Recent submissions">
            {site.submissions.length ? (
              <DataTable caption="Recent submissions" columns={submissions(zone)} rows={site.submissions} />
            ) : (
              <Empty icon="send">Nothing was sent yet. Pages of this host are sent as soon as they are pushed.</Empty>
            )}
          </Card>
        </div>
        {changes && (
          <div class="w4 stack">
            <Card title="Another place">
              <CardBody>
                <Form
                  action={self}
                  schema={changes}
                  values={{ key_location: site.key_location ?? '' }}
                  issues={issues}
                  hints={{
                    key_location: 'Where the file cannot stand at the root. Empty: at the root. It is verified anew.',
                  }}
                  verb="Save"
                />
              </CardBody>
            </Card>
          </div>
        )}
      </div>
    </>
  )
}

/** What stood at the address, so that whoever hosts the file sees what to mend. */
function Found({ site: { last_check: check }, zone }: { site: SiteWhole; zone: string }) {
  if (!check) return null
  const facts: Fact[] = [
    { label: 'Asked for', value: check.url },
    { label: 'Answer', value: check.http_status === null ? 'none' : String(check.http_status) },
    ...(check.bytes === null ? [] : [{ label: 'Size', value: many(check.bytes, 'byte') }]),
    ...(check.found === null ? [] : [{ label: 'It begins with', value: <code>{check.found}</code> }]),
    { label: 'When', value: <When time={check.at} zone={zone} /> },
  ]
  return (
    <Card title="What was found">
      <CardBody>
        <Banner tone={check.verified ? 'ok' : 'bad'}>{check.message}</Banner>
        <Facts facts={facts} />
        {check.warnings.map((warning) => (
          <p class="hint">{warning}</p>
        ))}
      </CardBody>
    </Card>
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
  { label: 'What it means', class: 'wide-only', cell: (one) => <span class="muted">{one.explanation}</span> },
]
