/** The jobs that credits of a workspace are reserved for: each number opens its links. */
import type { Balance, CreditKind } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getCredits } from '../../src/operations/credits/get-credits.ts'
import { listReservedCredits } from '../../src/operations/credits/list-reserved-credits.ts'
import { EmptyState } from '../kit/fold.tsx'
import { askedOf, listHref, type Paged, type Query } from '../parts/lists/list.ts'
import { type Column, ListCard, Seg } from '../parts/lists/table.tsx'
import { many, number } from '../parts/text/format.ts'
import { MEANS } from '../parts/text/means.ts'
import { When } from '../parts/text/when.tsx'
import { STATUS } from '../parts/text/words.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { KINDS } from './words.ts'

export type ReservedJob = AnswerOf<typeof listReservedCredits>['items'][number]

export type ReservedProps = {
  kind: CreditKind
  balance: Record<CreditKind, Balance>
  list: Paged<ReservedJob>
  query: Query
  /** Where the workspace's pages are. */
  base: string
  zone?: string
}

const KIND_WORDS: Record<CreditKind, { sub: string; help: string }> = {
  index: { sub: 'for links without a final result', help: MEANS.reserved },
  check: { sub: 'for checks without an answer', help: MEANS.reserved_checks },
}

export const Reserved = ({ kind, balance, list, query, base, zone = 'UTC' }: ReservedProps) => (
  <ListCard
    title={`${many(balance[kind].reserved, `${kind} credit`)} ${KIND_WORDS[kind].sub}`}
    caption="Reserved credits by job"
    aside={
      <Seg
        label="Kind of credit"
        tabs={(['index', 'check'] as const).map((one) => ({
          label: KINDS[one],
          count: balance[one].reserved,
          href: listHref(`${base}/credits/reserved`, query, { kind: one }),
          current: one === kind,
        }))}
      />
    }
    columns={columns(kind, base, zone)}
    list={list}
    href={`${base}/credits/reserved`}
    query={query}
    lines
    empty={<EmptyState icon="lock">No credit is reserved.</EmptyState>}
  />
)

const columns = (kind: CreditKind, base: string, zone: string): Column<ReservedJob>[] => [
  {
    label: 'Job',
    cell: ({ job_id, name, type, status }) => (
      <>
        <a class="name" href={`${base}/jobs/${job_id}`} data-row>
          {name}
        </a>
        <span class="sub">{`${type === 'check' ? 'Check' : 'Push'} · ${STATUS[status].word}`}</span>
      </>
    ),
  },
  { label: 'Kind', class: 'wide-only', cell: ({ type }) => (type === 'check' ? 'Check' : 'Push') },
  { label: 'Status', class: 'wide-only', cell: ({ status }) => STATUS[status].word },
  {
    label: 'Reserved',
    help: KIND_WORDS[kind].help,
    class: 'num',
    cell: ({ job_id, pending }) => (
      <a href={listHref(`${base}/jobs/${job_id}`, {}, kind === 'index' ? { credit: 'reserved' } : { look: 'charged' })}>
        {number(pending)}
      </a>
    ),
  },
  {
    label: 'Ordered',
    class: 'num when wide-only',
    cell: ({ created_at }) => <When time={created_at} zone={zone} exact />,
  },
]

/** Of the workspace's own purse. */
export async function reservedPage(call: SignedInCall) {
  const { caller, query, base } = call
  const kind = query.kind === 'index' ? 'index' : 'check'
  const { index, check } = await call.call(getCredits, { tenant_id: caller.tenant_id })
  const { tenant_id } = caller
  const list = await call.call(listReservedCredits, { ...askedOf(listReservedCredits, query), kind, tenant_id })
  const props = { kind, balance: { index, check }, list, query: { ...query, kind }, base, zone: zoneOf(call) } as const
  const crumbs = [{ label: 'Credits', href: `${base}/credits` }, { label: 'Reserved' }]
  return drawPage(call, { title: 'Reserved credits', crumbs, kind: 'credits', detail: true }, <Reserved {...props} />)
}
