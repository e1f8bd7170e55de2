/** Pushes and checks of keys and apps that wait for approval, and earlier ones with their outcome. */
import { type NameOf, namesFor } from '../../src/doors/pages/people.ts'
import { goTo, type Markup, type SignedInCall } from '../../src/doors/pages/web.ts'
import { approveDraft, declineDraft, getDraft, listDrafts } from '../../src/features/drafts/operations.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { inARow, say, sayStored, text } from '../../src/kernel/language/say.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { estimateSendUnindexed } from '../../src/operations/jobs/again.ts'
import { estimateIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { ENGINE_TITLES } from '../jobs/engine-words.ts'
import { Section } from '../kit/fold.tsx'
import { Chip } from '../parts/chips.tsx'
import { Named } from '../parts/lists/table.tsx'
import { Banner, type Fact, Facts } from '../parts/page/card.tsx'
import { Person } from '../parts/person.tsx'
import { number } from '../parts/text/format.ts'
import { Say } from '../parts/text/say.tsx'
import { When } from '../parts/text/when.tsx'
import type { StatusWord } from '../parts/text/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { formScreen } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { drawPage, may, type PageSpec, zoneOf } from '../shell.tsx'
import { DRAFT_WORDS, ORDER_LABELS } from './words.ts'

export type DraftRow = AnswerOf<typeof listDrafts>['items'][number]
export type DraftAnswer = AnswerOf<typeof getDraft>

const STATUS: Record<DraftRow['status'], StatusWord> = {
  waiting: { word: text('Waits for you'), icon: 'clock', tone: 'warn' },
  approved: { word: text('Approved'), icon: 'check', tone: 'ok' },
  declined: { word: text('Declined'), icon: 'ban', tone: 'idle' },
}

const orderOf = ({ operation, links }: DraftRow, to: Reader): string => {
  const order = sayStored(to, DRAFT_WORDS[operation] ?? operation)
  return links === null ? order : say(to, '{order}: {n, plural, one {# link} other {# links}}', { order, n: links })
}

export const draftList = listScreen({
  at: '/drafts',
  operation: listDrafts,
  here: true,
  title: text('To approve'),
  sub: text('Pushes and checks above the limit of a key or an app.'),
  filters: { status: STATUS },
  columns: ({ self, zone, names }) => [
    {
      label: text('Push or check'),
      cell: (draft) => <Named href={`${self}/${draft.id}`} name={orderOf(draft, zone)} />,
    },
    { label: text('Workspace'), cell: (draft) => draft.tenant_name },
    { label: text('Asked by'), cell: (draft) => <Person of={draft.asked_by} names={names} /> },
    { label: text('Credits'), class: 'num', cell: (draft) => number(draft.credits, zone) },
    { label: text('Status'), cell: (draft) => <Chip to={zone} {...STATUS[draft.status]} /> },
    timeColumn(text('Asked'), 'created_at', zone),
  ],
  nothing: text('Nothing fits these filters.'),
  empty: {
    icon: 'check',
    text: text('Nothing waits. Pushes and checks above the limit of a key wait here for approval.'),
  },
})

type DraftProps = {
  draft: DraftAnswer
  /** Address of the list. */
  self: string
  job_href: string | null
  /** Whether the visitor may decide. */
  decides: boolean
  names: NameOf
  /** Links of other clients in a push that waits. */
  warning?: string | null
  zone?: Reader
}

/** URLs shown of a long order. */
const SHOWN = 50

/** Head of a draft, with its approval as the act. */
export const draftHead = ({ draft, self, job_href, decides, zone = ENGLISH }: DraftProps): Omit<PageSpec, 'title'> => ({
  heading: orderOf(draft, zone),
  sub: <Chip to={zone} {...STATUS[draft.status]} />,
  crumbs: [{ label: say(zone, 'To approve'), href: self }, { label: draft.tenant_name }],
  act: job_href
    ? { label: say(zone, 'Open push'), href: job_href }
    : decides && draft.status === 'waiting'
      ? {
          label: say(zone, 'Approve and start'),
          icon: 'check',
          href: `${self}/${draft.id}/approve`,
          post: true,
          fields: { credits: String(draft.credits) },
        }
      : null,
  detail: true,
})

export function DraftPage({ draft, self, decides, names, warning, zone = ENGLISH }: DraftProps) {
  const { urls, tenant_id: _, ...order } = draft.order as { urls?: string[]; tenant_id?: string }
  return (
    <>
      {draft.status === 'waiting' && (
        <Banner tone="warn">
          <Say
            to={zone}
            text="{n, plural, one {<b># credit</b> will be reserved.} other {<b># credits</b> will be reserved.}} It starts in your name and the app’s, and counts against the app’s daily limit."
            values={{ n: draft.credits }}
          />
        </Banner>
      )}
      {warning && <Banner tone="warn">{warning}</Banner>}
      <Section title={say(zone, 'Details')}>
        <Facts facts={factsOf(draft, orderFacts(order, zone), zone, names)} />
      </Section>
      {urls && (
        <Section title={say(zone, '{n, plural, one {# link} other {# links}}', { n: urls.length })}>
          <ul>
            {urls.slice(0, SHOWN).map((url) => (
              <li class="url">{url}</li>
            ))}
          </ul>
          {urls.length > SHOWN && <p class="muted">{say(zone, 'and {n} more', { n: urls.length - SHOWN })}</p>}
        </Section>
      )}
      {decides && draft.status === 'waiting' && (
        <Section title={say(zone, 'Decline')}>
          {declineForm.form(`${self}/${draft.id}/decline`, {}, { to: zone })}
        </Section>
      )}
    </>
  )
}

/** The input of the order. */
const orderFacts = (order: Record<string, unknown>, to: Reader): Fact[] =>
  Object.entries(order).map(([name, value]) => ({
    label: sayStored(to, ORDER_LABELS[name] ?? name),
    value: inWords(value, to),
  }))

function inWords(value: unknown, to: Reader): string {
  if (typeof value === 'boolean') return value ? say(to, 'Yes') : say(to, 'No')
  if (typeof value === 'number') return number(value, to)
  if (Array.isArray(value))
    return inARow(
      to,
      value.map((one) => inWords(one, to)),
    )
  const word = VALUES[String(value)]
  return word === undefined ? String(value ?? '–') : sayStored(to, word)
}

const VALUES: Record<string, string> = { ...ENGINE_TITLES, standard: text('Standard') }

function factsOf(draft: DraftAnswer, asked: readonly Fact[], zone: Reader, names: NameOf): Fact[] {
  const person = <Person of={draft.asked_by} names={names} />
  return [
    { label: say(zone, 'Workspace that pays'), value: draft.tenant_name },
    { label: say(zone, 'Asked by'), value: draft.app ? [person, ' · ', <bdi>{draft.app}</bdi>] : person },
    { label: say(zone, 'Asked'), value: <When time={draft.created_at} zone={zone} /> },
    ...asked,
    { label: say(zone, 'Credits'), value: number(draft.credits, zone), class: 'total' },
    ...(draft.decided_by
      ? [{ label: say(zone, 'Decided by'), value: <Person of={draft.decided_by} names={names} /> }]
      : []),
    ...(draft.note ? [{ label: say(zone, 'Note'), value: draft.note }] : []),
  ]
}

export const declineForm = formScreen({
  at: '/drafts/:id/decline',
  operation: declineDraft,
  fields: ['note'],
  given: ({ params }) => ({ id: params.id }),
  labels: { note: text('Reason') },
  hints: { note: text('Shown to the requester') },
  verb: text('Decline'),
  tone: 'danger',
  page: (call) => draftPage(call),
  done: (call) =>
    goTo(`${call.base}/drafts`, {
      text: say(zoneOf(call), 'Declined. The caller gets the reason at the next request.'),
    }),
})

/** Links of other clients in a push that waits, to the visitor; null where it is impossible by now. */
async function warningOf(call: SignedInCall, { operation, order, tenant_id }: DraftAnswer): Promise<string | null> {
  if (!may(call, estimateIndexJob)) return null
  const given = order as { id: string; urls: string[] }
  try {
    if (operation === 'submit_index_job')
      return (await call.call(estimateIndexJob, { urls: given.urls, tenant_id })).warning
    if (operation === 'send_unindexed_to_indexer')
      return (await call.call(estimateSendUnindexed, { id: given.id })).warning
    return null
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

export async function draftPage(call: SignedInCall): Promise<Markup> {
  const draft = await call.call(getDraft, { id: call.params.id })
  const props: DraftProps = {
    draft,
    self: `${call.base}/drafts`,
    job_href: draft.job_id === null ? null : `${call.base}/jobs/${draft.job_id}`,
    decides: may(call, approveDraft),
    names: namesFor(call),
    warning: draft.status === 'waiting' ? await warningOf(call, draft) : null,
    zone: zoneOf(call),
  }
  return drawPage(call, { title: say(zoneOf(call), 'To approve'), ...draftHead(props) }, <DraftPage {...props} />)
}
