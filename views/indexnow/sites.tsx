/** IndexNow sites. Pushed links are sent to the engines once the key of their site is verified. */

import { Host, type SITE_STATUSES } from '../../src/domains/indexnow/index.ts'
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { updateIndexnowSite, verifyIndexnowSite } from '../../src/operations/indexnow/keys.ts'
import { addIndexnowSite, getIndexnowSite, listIndexnowSites } from '../../src/operations/indexnow/sites.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import type { Act } from '../kit/menu.tsx'
import { Chip } from '../parts/chips.tsx'
import type { Question } from '../parts/forms/dialogs.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { Banner, type Fact, Facts } from '../parts/page/card.tsx'
import { many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import type { StatusWord } from '../parts/text/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { drawPage, may, zoneOf } from '../shell.tsx'
import { KeyFile, type SiteAnswer } from './key-file.tsx'

export type { SiteAnswer }

export type SiteRow = Omit<SiteAnswer, 'submissions'>

const STATES: Record<(typeof SITE_STATUSES)[number], StatusWord> = {
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
    kind: 'settings',
    sub: 'Each pushed link of a verified site is sent to Bing, Yandex and others for free.',
    search: 'Search hosts',
    filters: { status: STATES },
    empty: { icon: 'globe', text: 'No site yet. Add the first host below.' },
    nothing: 'No site fits.',
    columns: ({ self, zone }) => [
      { label: 'Host', sort: 'host', cell: (site) => <Named href={`${self}/${site.id}`} name={site.host} /> },
      { label: 'State', cell: (site) => <State of={site} /> },
      timeColumn('Last check', 'checked_at', zone),
    ],
  },
  (call) => may(call, addIndexnowSite) && newSite(listOf(call)),
)

export const listOf = ({ base }: SignedInCall): string => `${base}/indexnow`
export const siteOf = (call: SignedInCall): string => `${listOf(call)}/${call.params.id}`

export const addForm: FormOf = formScreen({
  at: '/indexnow',
  operation: addIndexnowSite,
  fields: ['host'],
  given: () => ({}),
  hints: { host: 'A domain, or any URL on it.' },
  faults: ['conflict'],
  verb: 'Add site',
  class: 'inline',
  page: (call, refused) => siteList.draw(call, newSite(listOf(call), refused)),
  done: (call, { id, host }) =>
    goTo(`${listOf(call)}/${id}`, { text: `${host} is added. Publish its key, then verify it.` }),
})

export const newSite = (self: string, refused?: RefusedForm) => (
  <Section title="Add a site">{addForm.form(self, {}, { schema: ANY_URL }, refused)}</Section>
)

const ANY_URL = { properties: { host: { ...Host, maxLength: 300 } }, required: ['host'] }

export const QUESTIONS = {
  rotate: {
    title: 'Replace the key?',
    body: 'The current key stops at once. Nothing is sent for this host until the new key is published and verified.',
    verb: 'Replace key',
  },
  remove: {
    title: 'Remove this site?',
    points: ['Links of this host are no longer sent to IndexNow.', 'Past submissions stay in their pushes.'],
    body: 'You can add the site again at any time, with a new key.',
    verb: 'Remove site',
  },
} satisfies Record<string, Question>

export const moveForm: FormOf = formScreen({
  at: '/indexnow/:id',
  operation: updateIndexnowSite,
  fields: ['key_location'],
  hints: { key_location: 'Where the file cannot be at the root. Then verify it again.' },
  empty: { key_location: 'At the root' },
  verb: 'Save address',
  tone: 'plain',
  page: (call, refused) => sitePage(call, refused),
  done: (call) => goTo(siteOf(call), { text: 'Saved. Verify the file at its new address.' }),
})

export async function sitePage(call: SignedInCall, refused?: RefusedForm) {
  const site = await call.call(getIndexnowSite, { id: call.params.id })
  const self = siteOf(call)
  const changes = may(call, updateIndexnowSite)
  const acts: Act[] = [
    {
      label: site.enabled ? 'Pause pings' : 'Resume pings',
      icon: 'circle-pause',
      post: `${self}/pings`,
      fields: { enabled: String(!site.enabled) },
    },
    { label: 'Replace key', icon: 'refresh-cw', ask: `${self}/rotate-key`, question: QUESTIONS.rotate },
    { label: 'Remove site', icon: 'trash-2', ask: `${self}/delete`, question: QUESTIONS.remove, danger: true },
  ]
  const crumbs = [{ label: 'IndexNow sites', href: listOf(call) }, { label: site.host }]
  return drawPage(
    call,
    { title: site.host, crumbs, menu: changes ? acts : [], kind: 'settings' },
    <SitePage
      site={site}
      base={call.base}
      list={listOf(call)}
      verifies={may(call, verifyIndexnowSite)}
      changes={changes}
      refused={refused}
      zone={zoneOf(call)}
    />,
  )
}

type SiteProps = {
  site: SiteAnswer
  base: string
  list: string
  /** Permissions of the visitor. */
  verifies: boolean
  changes: boolean
  refused?: RefusedForm | undefined
  zone?: string
}

export function SitePage({ site, base, list, verifies, changes, refused, zone = 'UTC' }: SiteProps) {
  const self = `${list}/${site.id}`
  return (
    <>
      <Section title="Key file" note={<State of={site} />}>
        <KeyFile site={site} base={base} verifies={verifies} />
      </Section>
      {site.last_check && <Found site={site} zone={zone} />}
      <Section title="Recent submissions">
        <DataTable
          caption="Submissions"
          columns={submissions(zone)}
          rows={site.submissions}
          lines
          empty={
            <EmptyState icon="send">No submission yet. Links of this host are sent when they are pushed.</EmptyState>
          }
        />
      </Section>
      {changes && <Section title="Key file elsewhere">{moveForm.form(self, site, {}, refused)}</Section>}
    </>
  )
}

/** The answer of the key file's address, which shows what to fix. */
function Found({ site: { last_check: check }, zone }: { site: SiteAnswer; zone: string }) {
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

type Submission = SiteAnswer['submissions'][number]

const SENT: Record<Submission['status'], StatusWord> = {
  queued: { word: 'Waiting', icon: 'clock', tone: 'info' },
  received: { word: 'Received', icon: 'check', tone: 'ok' },
  refused: { word: 'Refused', icon: 'ban', tone: 'bad' },
  failed: { word: 'No answer', icon: 'triangle-alert', tone: 'warn' },
}

export const submissions = (zone: string): Column<Submission>[] => [
  { label: 'Sent', class: 'when', cell: (one) => <When time={one.sent_at} zone={zone} /> },
  { label: 'Links', class: 'num', cell: (one) => number(one.url_count) },
  { label: 'Answer', cell: (one) => <Chip {...SENT[one.status]} /> },
  { label: 'Meaning', class: 'wide-only', cell: (one) => <span class="muted">{one.explanation}</span> },
]
