/** Requested packs, for the people who requested them and the operator who decides. */

import type { NameOf } from '../../src/doors/pages/people.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { listCreditRequests } from '../../src/operations/credits/packs.ts'
import type { Child } from '../jsx/elements.ts'
import { SidePanel, Sum, type SumLine } from '../kit/panel.tsx'
import { Chip } from '../parts/chips.tsx'
import { listHref } from '../parts/lists/list.ts'
import { type Column, Named } from '../parts/lists/table.tsx'
import { Person } from '../parts/person.tsx'
import { many, number } from '../parts/text/format.ts'
import { isolated, Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import { type StatusWord, sold } from '../parts/text/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { listPart } from '../screens/list-part.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'

export const REQUESTS = '/app/platform/revenue/packs'

export type RequestRow = AnswerOf<typeof listCreditRequests>['items'][number]

const STATUS: Record<RequestRow['status'], StatusWord> = {
  pending: { word: 'Waiting', icon: 'clock', tone: 'warn' },
  approved: { word: 'Approved', icon: 'check', tone: 'ok' },
  refunded: { word: 'Refunded', icon: 'undo-2', tone: 'info' },
  declined: { word: 'Declined', icon: 'ban', tone: 'idle' },
}

/** `at` is the address of a request, for those who decide. */
const requestColumns = (
  { zone, names }: Pick<ListState, 'zone' | 'names'>,
  at?: (id: string) => string,
): Column<RequestRow>[] => [
  {
    label: 'Pack',
    cell: ({ id, pack, tenant_name, requested_by }) => (
      <>
        {at ? <Named href={at(id)} name={sold(pack)} /> : <b>{sold(pack)}</b>}
        <small class="sub2">
          {tenant_name} · <Person of={requested_by} names={names} />
        </small>
      </>
    ),
  },
  { label: 'Status', cell: ({ status }) => <Chip {...STATUS[status]} /> },
  { label: 'Price', class: 'num', word: null, cell: ({ usd }) => `$${number(usd)}` },
  { label: 'Credits', class: 'wide-only opt', cell: contentOf },
  { label: 'Unspent', class: 'wide-only opt', cell: unspentOf },
  timeColumn('Requested', 'created_at', zone, 'wide-only'),
]

export const requestList = listScreen({
  at: '/revenue/packs',
  operator: true,
  kind: 'revenue',
  operation: listCreditRequests,
  title: 'Packs',
  sub: 'Credit packs that workspaces requested or bought.',
  views: { name: 'status', label: 'Status', choices: STATUS, first: 'pending' },
  columns: ({ self, query: { status }, ...view }) =>
    requestColumns(view, (id) => listHref(`${self}/${id}`, {}, { status })),
  empty: { icon: 'coins', text: 'No request. Admins of a workspace request packs under Credits, Buy.' },
})

/** Requests of one workspace, on its page Buy. */
export const ownRequests = listPart({
  at: '/credits/buy',
  here: true,
  operation: listCreditRequests,
  title: 'Requests',
  columns: (view) => requestColumns(view),
  empty: { icon: 'coins', text: 'No pack was requested yet.' },
})

type Kinds = { index: number; check: number }
const both = ({ index, check }: Kinds): string => `${number(index)} index, ${number(check)} check`
const contentOf = ({ index_credits, check_credits }: RequestRow) => both({ index: index_credits, check: check_credits })

type UnspentCredits = NonNullable<RequestRow['unspent']>['index']
const sumOf = ({ available, reserved, handed_on }: UnspentCredits): number => available + reserved + handed_on

/** Credits that are still owed, else those not spent yet. */
function unspentOf({ unspent, owed }: RequestRow): string {
  if (owed && owed.index + owed.check > 0) return `${both(owed)} owed`
  return unspent ? both({ index: sumOf(unspent.index), check: sumOf(unspent.check) }) : '–'
}

type RequestPanelProps = {
  request: RequestRow
  zone?: string
  names: NameOf
  /** Forms for the answers that are possible. */
  children?: Child
}

/** One request with the facts for a decision. */
export const RequestPanel = ({ request, zone = 'UTC', names, children }: RequestPanelProps) => (
  <SidePanel
    title={`${sold(request.pack)} for ${isolated(request.tenant_name)}`}
    close={`${REQUESTS}?status=${request.status}`}
    aside={<Chip {...STATUS[request.status]} />}
  >
    <Sum lines={linesOf(request, zone, names)} />
    {request.note && <p class="lines">{request.note}</p>}
    {request.answer_note && <p class="lines muted">{request.answer_note}</p>}
    {request.unspent && <Unspent of={request.unspent} />}
    {children}
  </SidePanel>
)

const linesOf = (request: RequestRow, zone: string, names: NameOf): SumLine[] => [
  {
    label: 'Workspace',
    value: (
      <a href={`/app/w/${request.tenant_id}`}>
        <Name of={request.tenant_name} />
      </a>
    ),
  },
  { label: 'Requested by', value: <Person of={request.requested_by} names={names} /> },
  { label: 'Requested', value: <When time={request.created_at} zone={zone} /> },
  ...(request.decided_by ? [{ label: 'Decided by', value: <Person of={request.decided_by} names={names} /> }] : []),
  { label: 'Credits', value: contentOf(request) },
  ...(request.taken_back ? [{ label: 'Taken back so far', value: both(request.taken_back) }] : []),
  ...(request.owed ? [{ label: 'Still owed', value: both(request.owed) }] : []),
  { label: 'Price', value: `$${number(request.usd)}`, total: true },
]

/** Credits that a refund takes back. */
const Unspent = ({ of }: { of: NonNullable<RequestRow['unspent']> }) => (
  <>
    <h3>Unspent, taken back by a refund</h3>
    {(['index', 'check'] as const).map((kind) => (
      <Sum
        lines={[
          { label: 'Available, at once', value: number(of[kind].available) },
          { label: 'Reserved for pushes and checks', value: number(of[kind].reserved) },
          { label: 'Transferred to clients', value: number(of[kind].handed_on) },
          { label: 'Total', value: many(sumOf(of[kind]), `${kind} credit`), total: true },
        ]}
      />
    ))}
    <p class="hint">Credits that are not available are owed, and deducted from the next ones.</p>
  </>
)
