/** Orders of keys and apps that wait for a person, and what became of those before. */
import { DraftNote } from '../../src/domains/drafts/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getDraft } from '../../src/operations/drafts/get-draft.ts'
import type { listDrafts } from '../../src/operations/drafts/list-drafts.ts'
import { Banner, Card, CardBody, Empty, type Fact, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Form, type FormSchema, titleOf } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import type { Paged, Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'

export type DraftRow = AnswerOf<typeof listDrafts>['items'][number]
export type DraftWhole = AnswerOf<typeof getDraft>

export type DraftsProps = { list: Paged<DraftRow>; query: Query; self: string; zone?: string }

export const Drafts = ({ list, query, self, zone = 'UTC' }: DraftsProps) => (
  <ListCard
    caption="Orders to approve"
    columns={columns(self, zone)}
    list={list}
    href={self}
    query={query}
    order="created_at"
    empty={<Empty icon="check">No order waits. API orders above a key’s limit wait here for approval.</Empty>}
  />
)

const columns = (self: string, zone: string): Column<DraftRow>[] => [
  {
    label: 'Order',
    cell: (draft) => (
      <>
        <a href={`${self}/${draft.id}`}>
          <b>{orderOf(draft)}</b>
        </a>
        <span class="sub">
          {`${draft.tenant_name} · ${draft.asked_by}`}
          <br />
          <Status of={draft} />
        </span>
      </>
    ),
  },
  { label: 'Workspace', class: 'wide-only', cell: (draft) => draft.tenant_name },
  { label: 'Asked by', class: 'wide-only', cell: (draft) => draft.asked_by },
  { label: 'Credits', class: 'num', cell: (draft) => number(draft.credits) },
  { label: 'Status', class: 'wide-only', cell: (draft) => <Status of={draft} /> },
  {
    label: 'Asked',
    class: 'num when wide-only',
    sort: 'created_at',
    cell: (draft) => <When time={draft.created_at} zone={zone} />,
  },
]

/** What the operations that spend are called here. */
export const DRAFT_WORDS: Record<string, string> = {
  submit_index_job: 'Push',
  check_index: 'Check',
  recheck_job: 'Check again',
  retry_job: 'Push failed links again',
  send_unindexed_to_indexer: 'Push what is not shown again',
}

const orderOf = ({ operation, links }: DraftRow): string =>
  `${DRAFT_WORDS[operation] ?? operation}${links === null ? '' : `: ${many(links, 'link', 'links')}`}`

function Status({ of }: { of: DraftRow }) {
  if (of.status === 'waiting') return <Chip word="Waits for you" icon="clock" tone="warn" />
  return of.status === 'approved' ? (
    <Chip word="Approved" icon="check" tone="ok" />
  ) : (
    <Chip word="Declined" icon="ban" tone="idle" />
  )
}

export type DraftProps = {
  draft: DraftWhole
  /** Input of the operation that was asked for: what its fields are called. */
  asks: FormSchema
  /** Where the list is; this page stands below it. */
  self: string
  job_href: string | null
  /** Whether the visitor may decide. */
  decides: boolean
  zone?: string
}

/** URLs that are shown of a long order. */
const SHOWN = 50

export function DraftPage(props: DraftProps) {
  const { draft, asks, self, job_href, decides, zone = 'UTC' } = props
  const { urls, tenant_id: _, ...order } = draft.order as { urls?: string[]; tenant_id?: string }
  return (
    <>
      <PageHead
        title={orderOf(draft)}
        sub={<Status of={draft} />}
        crumbs={[{ label: 'To approve', href: self }, { label: draft.tenant_name }]}
      />
      {draft.status === 'waiting' && (
        <Banner tone="warn">
          <b>{many(draft.credits, 'credit', 'credits')}</b> would be set aside. Nothing has been ordered yet.
        </Banner>
      )}
      <Card title="The order">
        <CardBody>
          <Facts facts={factsOf(draft, orderFacts(order, asks), zone)} />
          {job_href && (
            <p>
              <a href={job_href}>See what came of it</a>
            </p>
          )}
        </CardBody>
      </Card>
      {urls && <Links urls={urls} />}
      {decides && draft.status === 'waiting' && <Decision at={`${self}/${draft.id}`} credits={draft.credits} />}
    </>
  )
}

/** What was asked for, in the words that a form asks it with. */
const orderFacts = (order: Record<string, unknown>, asks: FormSchema): Fact[] =>
  Object.entries(order).map(([name, value]) => ({ label: titleOf(asks, name), value: said(value) }))

function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return number(value)
  return Array.isArray(value) ? value.map(said).join(', ') : String(value ?? '–')
}

function factsOf(draft: DraftWhole, asked: readonly Fact[], zone: string): Fact[] {
  return [
    { label: 'Workspace that pays', value: draft.tenant_name },
    { label: 'Asked by', value: draft.app ? `${draft.asked_by}, with ${draft.app}` : draft.asked_by },
    { label: 'Asked', value: <When time={draft.created_at} zone={zone} /> },
    ...asked,
    { label: 'Credits', value: number(draft.credits), class: 'total' },
    ...(draft.decided_by ? [{ label: 'Decided by', value: draft.decided_by }] : []),
    ...(draft.note ? [{ label: 'Note', value: draft.note }] : []),
  ]
}

const Links = ({ urls }: { urls: readonly string[] }) => (
  <Card title={many(urls.length, 'link', 'links')}>
    <CardBody>
      <ul>
        {urls.slice(0, SHOWN).map((url) => (
          <li class="url">{url}</li>
        ))}
      </ul>
      {urls.length > SHOWN && <p class="muted">and {number(urls.length - SHOWN)} more</p>}
    </CardBody>
  </Card>
)

const Decision = ({ at, credits }: { at: string; credits: number }) => (
  <Card title="Your answer">
    <CardBody>
      <p>A yes places the order as yours and the app’s. It counts against what the app may use a day.</p>
      <Form
        action={`${at}/approve`}
        schema={{ properties: {} }}
        hidden={{ credits: String(credits) }}
        verb="Approve and order"
      />
      <Form
        action={`${at}/decline`}
        schema={{ properties: { note: DraftNote } }}
        labels={{ note: 'Why not' }}
        verb="Decline"
      />
    </CardBody>
  </Card>
)
