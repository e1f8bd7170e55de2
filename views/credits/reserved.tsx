/** Panel beside the calendar: jobs with reserved credits of a workspace; each number opens its links. */

import type { Balance, CreditKind } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { listReservedCredits } from '../../src/operations/credits/balances.ts'
import { SidePanel } from '../kit/panel.tsx'
import { inPlace, inputOfQuery, type ListPage, listHref, type Query } from '../parts/lists/list.ts'
import { Pager } from '../parts/lists/pager.tsx'
import { CountLink } from '../parts/lists/table.tsx'
import { many, number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import { STATUS } from '../parts/text/words.ts'
import { KINDS } from './words.ts'

export type ReservedJob = AnswerOf<typeof listReservedCredits>['items'][number]

export type ReservedProps = {
  kind: CreditKind
  balance: Record<CreditKind, Balance>
  list: ListPage<ReservedJob>
  query: Query
  base: string
  zone?: string
}

const KIND_WORDS: Record<CreditKind, string> = {
  index: 'for links without a final result',
  check: 'for checks without an answer',
}

export const reservedAt = (base: string, kind: CreditKind): string =>
  listHref(`${base}/credits`, {}, { panel: 'reserved', kind })

export const ReservedPanel = ({ kind, balance, list, query, base, zone = 'UTC' }: ReservedProps) => {
  const self = `${base}/credits`
  const of = { panel: 'reserved', kind, page: query.page ?? '' }
  return (
    <SidePanel
      title="Reserved credits"
      close={self}
      foot={list.total > 0 && <Pager list={list} href={self} query={of} />}
    >
      <p>
        {balance[kind].reserved > 0
          ? `${many(balance[kind].reserved, `${kind} credit`)} of this workspace ${KIND_WORDS[kind]}.`
          : `This workspace has no reserved ${kind} credits. Clients’ pages show theirs.`}
      </p>
      <nav class="seg full" aria-label="Kind of credit">
        {(['index', 'check'] as const).map((one) => (
          <a {...inPlace(reservedAt(base, one))} aria-current={one === kind && 'true'}>
            {`${KINDS[one]} ${number(balance[one].reserved)}`}
          </a>
        ))}
      </nav>
      <ul class="moved">
        {list.items.map((job) => (
          <li>
            <p>
              <a href={`${base}/jobs/${job.job_id}`}>
                <Name of={job.name} />
              </a>
              <small>
                {`${job.type === 'check' ? 'Check' : 'Push'} · ${STATUS[job.status].word} · `}
                <When time={job.created_at} zone={zone} />
              </small>
            </p>
            <b class="nowrap">
              <CountLink
                href={listHref(
                  `${base}/jobs/${job.job_id}`,
                  {},
                  kind === 'index' ? { credit: 'reserved' } : { look: 'charged' },
                )}
                n={job.pending}
              />
            </b>
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}

/** Panel of the workspace's own reserved credits; null unless the address asks for it. */
export async function reservedPanel(call: SignedInCall, balance: ReservedProps['balance'], zone: string) {
  const { caller, query, base } = call
  if (query.panel !== 'reserved') return null
  const kind = query.kind === 'index' ? 'index' : 'check'
  const { tenant_id } = caller
  const list = await call.call(listReservedCredits, { ...inputOfQuery(listReservedCredits, query), kind, tenant_id })
  return <ReservedPanel kind={kind} balance={balance} list={list} query={query} base={base} zone={zone} />
}
