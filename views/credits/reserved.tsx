/** What the reserved credits of a purse are set aside for, job by job: each number opens its links. */
import type { Balance, CreditKind } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getCredits } from '../../src/operations/credits/get-credits.ts'
import { listReservedCredits } from '../../src/operations/credits/list-reserved-credits.ts'
import { Empty } from '../parts/card.tsx'
import { many, number } from '../parts/format.ts'
import { askedOf, listHref, type Paged, type Query } from '../parts/list.ts'
import { MEANS } from '../parts/means.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard, Seg } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { STATUS } from '../parts/words.ts'
import { appPage, zoneOf } from '../shell.tsx'
import { KINDS } from './words.ts'

export type SetAside = AnswerOf<typeof listReservedCredits>['items'][number]

export type ReservedProps = {
  kind: CreditKind
  balance: Record<CreditKind, Balance>
  list: Paged<SetAside>
  query: Query
  /** Where the workspace's pages are. */
  base: string
  zone?: string
}

const KIND_WORDS: Record<CreditKind, { sub: string; help: string }> = {
  index: { sub: 'for links that are not settled yet', help: MEANS.reserved },
  check: { sub: 'for looks that have not answered yet', help: MEANS.reserved_checks },
}

export function Reserved({ kind, balance, list, query, base, zone = 'UTC' }: ReservedProps) {
  const [self, reserved] = [`${base}/credits/reserved`, balance[kind].reserved]
  return (
    <>
      <PageHead
        title="Credits set aside"
        crumbs={[{ label: 'Credits', href: `${base}/credits` }, { label: KINDS[kind] }]}
        sub={`${many(reserved, `${kind} credit`)} set aside ${KIND_WORDS[kind].sub}.`}
      />
      <ListCard
        title="By job"
        caption="What credits are set aside for"
        aside={
          <Seg
            label="Kind of credit"
            tabs={(['index', 'check'] as const).map((one) => ({
              label: KINDS[one],
              count: balance[one].reserved,
              href: listHref(self, query, { kind: one }),
              current: one === kind,
            }))}
          />
        }
        columns={columns(kind, base, zone)}
        list={list}
        href={self}
        query={query}
        empty={<Empty icon="lock">Nothing is set aside.</Empty>}
      />
    </>
  )
}

const columns = (kind: CreditKind, base: string, zone: string): Column<SetAside>[] => [
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
    label: 'Set aside',
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
  return appPage(call, 'Credits set aside', <Reserved {...props} />)
}
