/** IndexNow sites. Pushed links are sent to the engines once the key of their site is verified. */

import { Host, type SITE_STATUSES } from '../../src/domains/indexnow/index.ts'
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, text } from '../../src/kernel/language/say.ts'
import { updateIndexnowSite, verifyIndexnowSite } from '../../src/operations/indexnow/keys.ts'
import { addIndexnowSite, getIndexnowSite, listIndexnowSites } from '../../src/operations/indexnow/sites.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import type { Act } from '../kit/menu.tsx'
import { mayTellClient } from '../letters/may-tell.ts'
import { Chip } from '../parts/chips.tsx'
import type { Question } from '../parts/forms/dialogs.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import type { StatusWord } from '../parts/text/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { drawPage, may, zoneOf } from '../shell.tsx'
import { Found, KeyFile, type SiteAnswer } from './key-file.tsx'

export type { SiteAnswer }

export type SiteRow = Omit<SiteAnswer, 'submissions'>

const STATES: Record<(typeof SITE_STATUSES)[number], StatusWord> = {
  pending: { word: text('Not verified yet'), icon: 'clock', tone: 'info' },
  verified: { word: text('Verified'), icon: 'check', tone: 'ok' },
  failing: { word: text('Key not found'), icon: 'triangle-alert', tone: 'bad' },
}

export const State = ({ to, of }: { to: Reader; of: Pick<SiteRow, 'status' | 'enabled'> }) =>
  of.status === 'verified' && !of.enabled ? (
    <Chip to={to} word={text('Paused')} icon="ban" tone="idle" />
  ) : (
    <Chip to={to} {...STATES[of.status]} />
  )

export const siteList = listScreen(
  {
    at: '/indexnow',
    here: true,
    operation: listIndexnowSites,
    title: text('IndexNow sites'),
    kind: 'settings',
    sub: text('Each pushed link of a verified site is sent to Bing, Yandex and others for free.'),
    search: text('Search hosts'),
    filters: { status: STATES },
    empty: { icon: 'globe', text: text('No site yet. Add the first host below.') },
    nothing: text('No site fits.'),
    columns: ({ self, zone }) => [
      { label: text('Host'), sort: 'host', cell: (site) => <Named href={`${self}/${site.id}`} name={site.host} /> },
      { label: text('State'), cell: (site) => <State to={zone} of={site} /> },
      timeColumn(text('Last check'), 'checked_at', zone),
    ],
  },
  (call) => may(call, addIndexnowSite) && newSite(call),
)

export const listOf = ({ base }: SignedInCall): string => `${base}/indexnow`
export const siteOf = (call: SignedInCall): string => `${listOf(call)}/${call.params.id}`

export const addForm: FormOf = formScreen({
  at: '/indexnow',
  operation: addIndexnowSite,
  fields: ['host'],
  given: () => ({}),
  hints: { host: text('A domain, or any URL on it.') },
  faults: ['conflict'],
  verb: text('Add site'),
  class: 'inline',
  page: (call, refused) => siteList.draw(call, newSite(call, refused)),
  done: (call, { id, host }) =>
    goTo(`${listOf(call)}/${id}`, {
      text: say(zoneOf(call), '{host} is added. Publish its key, then verify it.', { host }),
    }),
})

export const newSite = (call: SignedInCall, refused?: RefusedForm) => (
  <Section title={say(zoneOf(call), 'Add a site')}>
    {addForm.form(listOf(call), {}, { to: zoneOf(call), schema: ANY_URL }, refused)}
  </Section>
)

const ANY_URL = { properties: { host: { ...Host, maxLength: 300 } }, required: ['host'] }

export const QUESTIONS = {
  rotate: (to) => ({
    title: say(to, 'Replace the key?'),
    body: say(
      to,
      'The current key stops at once. Nothing is sent for this host until the new key is published and verified.',
    ),
    verb: say(to, 'Replace key'),
  }),
  remove: (to) => ({
    title: say(to, 'Remove this site?'),
    points: [
      say(to, 'Links of this host are no longer sent to IndexNow.'),
      say(to, 'Past submissions stay in their pushes.'),
    ],
    body: say(to, 'You can add the site again at any time, with a new key.'),
    verb: say(to, 'Remove site'),
  }),
} satisfies Record<string, (to: Reader) => Question>

export const moveForm: FormOf = formScreen({
  at: '/indexnow/:id',
  operation: updateIndexnowSite,
  fields: ['key_location'],
  hints: { key_location: text('Where the file cannot be at the root. Then verify it again.') },
  empty: { key_location: text('At the root') },
  verb: text('Save address'),
  tone: 'plain',
  page: (call, refused) => sitePage(call, refused),
  done: (call) => goTo(siteOf(call), { text: say(zoneOf(call), 'Saved. Verify the file at its new address.') }),
})

export async function sitePage(call: SignedInCall, refused?: RefusedForm) {
  const site = await call.call(getIndexnowSite, { id: call.params.id })
  const self = siteOf(call)
  const zone = zoneOf(call)
  const changes = may(call, updateIndexnowSite)
  const acts: Act[] = [
    {
      label: site.enabled ? say(zone, 'Pause pings') : say(zone, 'Resume pings'),
      icon: 'circle-pause',
      post: `${self}/pings`,
      fields: { enabled: String(!site.enabled) },
    },
    {
      label: say(zone, 'Replace key'),
      icon: 'refresh-cw',
      ask: `${self}/rotate-key`,
      question: QUESTIONS.rotate(zone),
    },
    {
      label: say(zone, 'Remove site'),
      icon: 'trash-2',
      ask: `${self}/delete`,
      question: QUESTIONS.remove(zone),
      danger: true,
    },
  ]
  const crumbs = [{ label: say(zone, 'IndexNow sites'), href: listOf(call) }, { label: site.host }]
  return drawPage(
    call,
    { title: site.host, crumbs, menu: changes ? acts : [], kind: 'settings' },
    <SitePage
      site={site}
      base={call.base}
      list={listOf(call)}
      verifies={may(call, verifyIndexnowSite)}
      tells={mayTellClient(call)}
      changes={changes}
      refused={refused}
      zone={zone}
    />,
  )
}

type SiteProps = {
  site: SiteAnswer
  base: string
  list: string
  /** Permissions of the visitor. */
  verifies: boolean
  tells: boolean
  changes: boolean
  refused?: RefusedForm | undefined
  zone: Reader
}

export function SitePage({ site, base, list, verifies, tells, changes, refused, zone }: SiteProps) {
  const self = `${list}/${site.id}`
  return (
    <>
      <Section title={say(zone, 'Key file')} note={<State to={zone} of={site} />}>
        <KeyFile to={zone} site={site} base={base} verifies={verifies} tells={tells} />
      </Section>
      {site.last_check && <Found site={site} zone={zone} />}
      <Section title={say(zone, 'Recent submissions')}>
        <DataTable
          to={zone}
          caption={text('Submissions')}
          columns={submissions(zone)}
          rows={site.submissions}
          lines
          empty={
            <EmptyState icon="send">
              {say(zone, 'No submission yet. Links of this host are sent when they are pushed.')}
            </EmptyState>
          }
        />
      </Section>
      {changes && (
        <Section title={say(zone, 'Key file elsewhere')}>{moveForm.form(self, site, { to: zone }, refused)}</Section>
      )}
    </>
  )
}

type Submission = SiteAnswer['submissions'][number]

const SENT: Record<Submission['status'], StatusWord> = {
  queued: { word: text('Waiting'), icon: 'clock', tone: 'info' },
  received: { word: text('Received'), icon: 'check', tone: 'ok' },
  refused: { word: text('Refused'), icon: 'ban', tone: 'bad' },
  failed: { word: text('No answer'), icon: 'triangle-alert', tone: 'warn' },
}

export const submissions = (zone: Reader): Column<Submission>[] => [
  { label: text('Sent'), class: 'when', cell: (one) => <When time={one.sent_at} zone={zone} /> },
  { label: text('Links'), class: 'num', cell: (one) => number(one.url_count, zone) },
  { label: text('Answer'), cell: (one) => <Chip to={zone} {...SENT[one.status]} /> },
  {
    label: text('Meaning'),
    class: 'wide-only',
    cell: (one) => <span class="muted">{one.explanation && sayStored(zone, one.explanation)}</span>,
  },
]
