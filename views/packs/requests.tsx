/** Packs that were asked for, as those see them who asked and those who decide. */
import { Note } from '../../src/domains/credits/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listCreditRequests } from '../../src/operations/credits/list-credit-requests.ts'
import { Banner, Card, CardBody, Empty, type Fact, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Form } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import { listHref, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard, Seg } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { sold, type Word } from '../parts/words.ts'

export type RequestRow = AnswerOf<typeof listCreditRequests>['items'][number]

const STATUS: Record<RequestRow['status'], Word> = {
  pending: { word: 'Waits', icon: 'clock', tone: 'warn' },
  approved: { word: 'Approved', icon: 'check', tone: 'ok' },
  declined: { word: 'Declined', icon: 'ban', tone: 'idle' },
  refunded: { word: 'Refunded', icon: 'undo-2', tone: 'info' },
}

const Status = ({ of }: { of: RequestRow }) => <Chip {...STATUS[of.status]} />

export type RequestsProps = { list: Paged<RequestRow>; query: Query; self: string; zone?: string }

const VIEWS = [
  { label: 'Waiting', status: 'pending' },
  { label: 'Approved', status: 'approved' },
  { label: 'Refunded', status: 'refunded' },
  { label: 'Declined', status: 'declined' },
  { label: 'All', status: 'all' },
]

/** The operator's list. */
export const Requests = ({ list, query, self, zone = 'UTC' }: RequestsProps) => (
  <>
    <PageHead title="Pack requests" sub="Credit packs that workspaces of this install asked for." />
    <ListCard
      caption="Pack requests"
      title="Requests"
      aside={<Seg label="Status" tabs={VIEWS.map((view) => tab(view, query, self))} />}
      columns={requestColumns(zone, (request) => `${self}/${request.id}`)}
      list={list}
      href={self}
      query={query}
      order="created_at"
      empty={
        <Empty icon="coins">Nothing here. Whoever looks after a workspace asks for a pack on its page Packs.</Empty>
      }
    />
  </>
)

const tab = ({ label, status }: (typeof VIEWS)[number], query: Query, self: string) => ({
  label,
  href: listHref(self, query, { status }),
  current: query.status === status,
})

/** `at` leads to the page of a request, for those who decide. */
export const requestColumns = (zone: string, at?: (request: RequestRow) => string): Column<RequestRow>[] => [
  {
    label: 'Pack',
    cell: (request) => (
      <>
        {at ? (
          <a href={at(request)}>
            <b>{sold(request.pack)}</b>
          </a>
        ) : (
          <b>{sold(request.pack)}</b>
        )}
        <span class="sub">
          {`${request.tenant_name} · ${request.requested_by}`}
          <br />
          <Status of={request} />
        </span>
      </>
    ),
  },
  { label: 'Price', class: 'num', cell: ({ usd }) => `$${number(usd)}` },
  { label: 'Index', class: 'num wide-only', cell: ({ index_credits }) => number(index_credits) },
  { label: 'Check', class: 'num wide-only', cell: ({ check_credits }) => number(check_credits) },
  { label: 'Status', class: 'wide-only', cell: (request) => <Status of={request} /> },
  { label: 'Unspent', class: 'wide-only', cell: leftOf },
  {
    label: 'Asked',
    class: 'num when wide-only',
    sort: 'created_at',
    cell: ({ created_at }) => <When time={created_at} zone={zone} />,
  },
]

/** What became of the credits, in a few words. */
function leftOf({ unspent, owed }: RequestRow): string {
  if (owed && owed.index + owed.check > 0) return `${both(owed)} still owed`
  return unspent ? both({ index: sumOf(unspent.index), check: sumOf(unspent.check) }) : '–'
}

type Left = NonNullable<RequestRow['unspent']>['index']
const sumOf = ({ available, reserved, handed_on }: Left): number => available + reserved + handed_on
const both = ({ index, check }: { index: number; check: number }): string =>
  `${number(index)} index, ${number(check)} check`

export type RequestProps = { request: RequestRow; self: string; zone?: string }

/** One request with all that is known before it is decided. */
export function RequestPage({ request, self, zone = 'UTC' }: RequestProps) {
  const at = `${self}/${request.id}`
  return (
    <>
      <PageHead
        title={`Pack ${sold(request.pack)} for ${request.tenant_name}`}
        sub={<Status of={request} />}
        crumbs={[{ label: 'Pack requests', href: self }, { label: request.tenant_name }]}
      />
      <Card title="The request">
        <CardBody>
          <Facts facts={factsOf(request, zone)} />
        </CardBody>
      </Card>
      {request.status === 'pending' && <Decision at={at} request={request} />}
      {request.unspent && <Refund at={at} unspent={request.unspent} />}
      {request.status === 'refunded' && <Refunded request={request} />}
    </>
  )
}

const factsOf = (request: RequestRow, zone: string): Fact[] => [
  { label: 'Workspace', value: <a href={`/app/w/${request.tenant_id}`}>{request.tenant_name}</a> },
  { label: 'Asked by', value: request.requested_by },
  { label: 'Asked', value: <When time={request.created_at} zone={zone} /> },
  ...(request.note ? [{ label: 'Note', value: request.note }] : []),
  { label: 'Holds', value: both({ index: request.index_credits, check: request.check_credits }) },
  { label: 'Price', value: `$${number(request.usd)}`, class: 'total' as const },
  ...(request.decided_by ? [{ label: 'Decided by', value: request.decided_by }] : []),
  ...(request.answer_note ? [{ label: 'Answer', value: request.answer_note }] : []),
]

const Decision = ({ at, request }: { at: string; request: RequestRow }) => (
  <Card title="Your answer">
    <CardBody>
      <p>
        Approving grants {both({ index: request.index_credits, check: request.check_credits })} at once. Payment is
        settled outside of Signalpost.
      </p>
      <Form action={`${at}/approve`} schema={{ properties: {} }} verb="Approve" />
      <Form
        action={`${at}/decline`}
        schema={{ properties: { note: Note } }}
        labels={{ note: 'Why not' }}
        verb="Decline"
      />
    </CardBody>
  </Card>
)

const KINDS = ['index', 'check'] as const

const Refund = ({ at, unspent }: { at: string; unspent: NonNullable<RequestRow['unspent']> }) => (
  <Card title="Refund">
    <CardBody>
      <p>What is unspent of this pack, and would be taken back:</p>
      {KINDS.map((kind) => (
        <Facts
          facts={[
            { label: `Available, taken at once`, value: many(unspent[kind].available, `${kind} credit`) },
            { label: 'Reserved for jobs', value: many(unspent[kind].reserved, `${kind} credit`) },
            { label: 'Handed on to clients', value: many(unspent[kind].handed_on, `${kind} credit`) },
            { label: 'Together', value: many(sumOf(unspent[kind]), `${kind} credit`), class: 'total' },
          ]}
        />
      ))}
      <p>
        What is not available is owed, and taken from the next credits that come in, whatever brings them: a job that
        gives some back, a client’s that are pulled back, a grant, another pack.
      </p>
      <Form action={`${at}/refund`} schema={{ properties: { note: Note } }} labels={{ note: 'Why' }} verb="Refund" />
    </CardBody>
  </Card>
)

function Refunded({ request: { taken_back, owed } }: { request: RequestRow }) {
  if (!taken_back || !owed) return null
  return (
    <Banner tone={owed.index + owed.check > 0 ? 'warn' : 'info'}>
      Taken back so far: <b>{both(taken_back)}</b>. Still owed: <b>{both(owed)}</b>.
    </Banner>
  )
}
