/** Pushes and checks of keys and apps that wait for approval, and earlier ones with their outcome. */
import { type NameOf, namesFor } from '../../src/doors/pages/people.ts'
import { goTo, type Markup, type SignedInCall } from '../../src/doors/pages/web.ts'
import { approveDraft, declineDraft, getDraft, listDrafts } from '../../src/features/drafts/operations.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { estimateSendUnindexed } from '../../src/operations/jobs/again.ts'
import { estimateIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { Section } from '../kit/fold.tsx'
import { Chip } from '../parts/chips.tsx'
import { type FormSchema, titleOf } from '../parts/forms/form.tsx'
import { Named } from '../parts/lists/table.tsx'
import { Banner, type Fact, Facts } from '../parts/page/card.tsx'
import { Person } from '../parts/person.tsx'
import { many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import type { StatusWord } from '../parts/text/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { formScreen } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { drawPage, may, type PageSpec, zoneOf } from '../shell.tsx'
import { DRAFT_WORDS } from './words.ts'

export type DraftRow = AnswerOf<typeof listDrafts>['items'][number]
export type DraftAnswer = AnswerOf<typeof getDraft>

const STATUS: Record<DraftRow['status'], StatusWord> = {
  waiting: { word: 'Waits for you', icon: 'clock', tone: 'warn' },
  approved: { word: 'Approved', icon: 'check', tone: 'ok' },
  declined: { word: 'Declined', icon: 'ban', tone: 'idle' },
}

const orderOf = ({ operation, links }: DraftRow): string =>
  `${DRAFT_WORDS[operation] ?? operation}${links === null ? '' : `: ${many(links, 'link', 'links')}`}`

export const draftList = listScreen({
  at: '/drafts',
  operation: listDrafts,
  here: true,
  title: 'To approve',
  sub: 'Pushes and checks above the limit of a key or an app.',
  filters: { status: STATUS },
  columns: ({ self, zone, names }) => [
    { label: 'Push or check', cell: (draft) => <Named href={`${self}/${draft.id}`} name={orderOf(draft)} /> },
    { label: 'Workspace', cell: (draft) => draft.tenant_name },
    { label: 'Asked by', cell: (draft) => <Person of={draft.asked_by} names={names} /> },
    { label: 'Credits', class: 'num', cell: (draft) => number(draft.credits) },
    { label: 'Status', cell: (draft) => <Chip {...STATUS[draft.status]} /> },
    timeColumn('Asked', 'created_at', zone),
  ],
  nothing: 'Nothing fits these filters.',
  empty: { icon: 'check', text: 'Nothing waits. Pushes and checks above the limit of a key wait here for approval.' },
})

type DraftProps = {
  draft: DraftAnswer
  /** Input of the requested operation, for the titles of its fields. */
  asks: FormSchema
  /** Address of the list. */
  self: string
  job_href: string | null
  /** Whether the visitor may decide. */
  decides: boolean
  names: NameOf
  /** Links of other clients in a push that waits. */
  warning?: string | null
  zone?: string
}

/** URLs shown of a long order. */
const SHOWN = 50

/** Head of a draft, with its approval as the act. */
export const draftHead = ({ draft, self, job_href, decides }: DraftProps): Omit<PageSpec, 'title'> => ({
  heading: orderOf(draft),
  sub: <Chip {...STATUS[draft.status]} />,
  crumbs: [{ label: 'To approve', href: self }, { label: draft.tenant_name }],
  act: job_href
    ? { label: 'Open push', href: job_href }
    : decides && draft.status === 'waiting'
      ? {
          label: 'Approve and start',
          icon: 'check',
          href: `${self}/${draft.id}/approve`,
          post: true,
          fields: { credits: String(draft.credits) },
        }
      : null,
  detail: true,
})

export function DraftPage({ draft, asks, self, decides, names, warning, zone = 'UTC' }: DraftProps) {
  const { urls, tenant_id: _, ...order } = draft.order as { urls?: string[]; tenant_id?: string }
  return (
    <>
      {draft.status === 'waiting' && (
        <Banner tone="warn">
          <b>{many(draft.credits, 'credit')}</b> will be reserved. It starts in your name and the app’s, and counts
          against the app’s daily limit.
        </Banner>
      )}
      {warning && <Banner tone="warn">{warning}</Banner>}
      <Section title="Details">
        <Facts facts={factsOf(draft, orderFacts(order, asks), zone, names)} />
      </Section>
      {urls && (
        <Section title={many(urls.length, 'link')}>
          <ul>
            {urls.slice(0, SHOWN).map((url) => (
              <li class="url">{url}</li>
            ))}
          </ul>
          {urls.length > SHOWN && <p class="muted">and {number(urls.length - SHOWN)} more</p>}
        </Section>
      )}
      {decides && draft.status === 'waiting' && (
        <Section title="Decline">{declineForm.form(`${self}/${draft.id}/decline`)}</Section>
      )}
    </>
  )
}

/** The input of the order, with the titles of its form. */
const orderFacts = (order: Record<string, unknown>, asks: FormSchema): Fact[] =>
  Object.entries(order).map(([name, value]) => ({ label: titleOf(asks, name), value: said(value) }))

function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return number(value)
  return Array.isArray(value) ? value.map(said).join(', ') : String(value ?? '–')
}

function factsOf(draft: DraftAnswer, asked: readonly Fact[], zone: string, names: NameOf): Fact[] {
  return [
    { label: 'Workspace that pays', value: draft.tenant_name },
    { label: 'Asked by', value: [<Person of={draft.asked_by} names={names} />, draft.app && `, with ${draft.app}`] },
    { label: 'Asked', value: <When time={draft.created_at} zone={zone} /> },
    ...asked,
    { label: 'Credits', value: number(draft.credits), class: 'total' },
    ...(draft.decided_by ? [{ label: 'Decided by', value: <Person of={draft.decided_by} names={names} /> }] : []),
    ...(draft.note ? [{ label: 'Note', value: draft.note }] : []),
  ]
}

export const declineForm = formScreen({
  at: '/drafts/:id/decline',
  operation: declineDraft,
  fields: ['note'],
  given: ({ params }) => ({ id: params.id }),
  labels: { note: 'Reason' },
  verb: 'Decline',
  tone: 'danger',
  page: (call) => draftPage(call),
  done: (call) => goTo(`${call.base}/drafts`, { text: 'Declined. The caller gets the reason at the next request.' }),
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
    asks: call.app.operations.find(({ name }) => name === draft.operation)?.input ?? { properties: {} },
    self: `${call.base}/drafts`,
    job_href: draft.job_id === null ? null : `${call.base}/jobs/${draft.job_id}`,
    decides: may(call, approveDraft),
    names: namesFor(call),
    warning: draft.status === 'waiting' ? await warningOf(call, draft) : null,
    zone: zoneOf(call),
  }
  return drawPage(call, { title: 'To approve', ...draftHead(props) }, <DraftPage {...props} />)
}
