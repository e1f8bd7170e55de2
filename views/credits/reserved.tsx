/** Panel beside the calendar: jobs with reserved credits of a workspace; each number opens its links. */

import type { Balance, CreditKind } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { listReservedCredits } from '../../src/operations/credits/balances.ts'
import { SidePanel } from '../kit/panel.tsx'
import { inPlace, inputOfQuery, type ListPage, listHref, type Query } from '../parts/lists/list.ts'
import { Pager } from '../parts/lists/pager.tsx'
import { CountLink } from '../parts/lists/table.tsx'
import { number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import { STATUS } from '../parts/text/words.ts'
import { creditsOf } from './sentences.ts'
import { KINDS } from './words.ts'

export type ReservedJob = AnswerOf<typeof listReservedCredits>['items'][number]

export type ReservedProps = {
  kind: CreditKind
  balance: Record<CreditKind, Balance>
  list: ListPage<ReservedJob>
  query: Query
  base: string
  zone?: Reader
}

export const reservedAt = (base: string, kind: CreditKind): string =>
  listHref(`${base}/credits`, {}, { panel: 'reserved', kind })

export const ReservedPanel = ({ kind, balance, list, query, base, zone: to = ENGLISH }: ReservedProps) => {
  const self = `${base}/credits`
  const of = { panel: 'reserved', kind, page: query.page ?? '' }
  return (
    <SidePanel
      to={to}
      title={say(to, 'Reserved credits')}
      close={self}
      foot={list.total > 0 && <Pager to={to} list={list} href={self} query={of} />}
    >
      <p>
        {balance[kind].reserved > 0
          ? say(
              to,
              '{credits} of this workspace {kind, select, check {for checks without an answer} other {for links without a final result}}.',
              { credits: creditsOf(to, balance[kind].reserved, kind), kind },
            )
          : say(
              to,
              'This workspace has no reserved {kind, select, check {check} other {index}} credits. Clients’ pages show theirs.',
              { kind },
            )}
      </p>
      <nav class="seg full" aria-label={say(to, 'Kind of credit')}>
        {(['index', 'check'] as const).map((one) => (
          <a {...inPlace(reservedAt(base, one))} aria-current={one === kind && 'true'}>
            {`${say(to, KINDS[one])} ${number(balance[one].reserved, to)}`}
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
                {`${job.type === 'check' ? say(to, 'Check') : say(to, 'Push')} · ${say(to, STATUS[job.status].word)} · `}
                <When time={job.created_at} zone={to} />
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
                says={number(job.pending, to)}
              />
            </b>
          </li>
        ))}
      </ul>
    </SidePanel>
  )
}

/** Panel of the workspace's own reserved credits; null unless the address asks for it. */
export async function reservedPanel(call: SignedInCall, balance: ReservedProps['balance'], zone: Reader) {
  const { caller, query, base } = call
  if (query.panel !== 'reserved') return null
  const kind = query.kind === 'index' ? 'index' : 'check'
  const { tenant_id } = caller
  const list = await call.call(listReservedCredits, { ...inputOfQuery(listReservedCredits, query), kind, tenant_id })
  return <ReservedPanel kind={kind} balance={balance} list={list} query={query} base={base} zone={zone} />
}
