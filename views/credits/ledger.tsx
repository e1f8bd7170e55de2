/** The ledger: one sentence per day and cause, which unfolds into its lines. */

import type { CreditKind } from '../../src/domains/credits/index.ts'
import { namesFor } from '../../src/doors/pages/people.ts'
import { listLedger } from '../../src/operations/credits/ledger.ts'
import { Fold } from '../kit/fold.tsx'
import type { Column } from '../parts/lists/table.tsx'
import { many, number, signed } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { zoneOf } from '../shell.tsx'
import { besideOf, type Group, grouped } from './sentences.ts'
import { KINDS } from './words.ts'

export const ledgerList = listScreen({
  at: '/credits/ledger',
  operation: listLedger,
  given: ({ caller }) => ({ tenant_id: caller.tenant_id }),
  rows: (lines, call) => grouped(lines, namesFor(call), zoneOf(call)),
  title: 'Ledger',
  heading: 'Credits',
  sub: 'Every movement of credits.',
  kind: 'credits',
  search: 'Search notes and reasons',
  filters: { kind: KINDS, direction: { in: 'In', out: 'Out' } },
  columns: ({ base, zone }) => groupColumns(`${base}/credits`, zone),
  empty: { icon: 'coins', text: 'No credit has moved yet.' },
  nothing: 'No line fits.',
  csv: {
    id: ({ id }) => id,
    created_at: ({ created_at }) => created_at,
    kind: ({ kind }) => kind,
    amount: ({ direction, amount }) => (direction === 'in' ? amount : -amount),
    reason: ({ reason }) => reason,
    available_after: ({ balance_after }) => balance_after,
    job_id: ({ job_id }) => job_id,
    job: ({ job_name }) => job_name,
    note: ({ note }) => note,
    actor: ({ actor }) => actor,
  },
})

export const groupColumns = (credits: string, zone: string): Column<Group>[] => [
  {
    label: 'When',
    class: 'when',
    sort: 'created_at',
    cell: ({ last: { created_at } }) => <When time={created_at} zone={zone} />,
  },
  { label: 'What', cell: (group) => <What group={group} credits={credits} /> },
  {
    label: 'Credits',
    class: 'num moved-by',
    word: null,
    cell: ({ amount, lines: [{ direction, kind }] }) => (
      <>
        <b class={[direction === 'in' && 'up']}>{signed(direction === 'in' ? amount : -amount)}</b>
        <Kind of={kind} />
      </>
    ),
  },
  {
    label: 'Available after',
    class: 'num',
    word: 'Available',
    cell: ({ last }) => (
      <>
        {number(last.balance_after)}
        <Kind of={last.kind} />
      </>
    ),
  },
]

const Kind = ({ of }: { of: CreditKind }) => <span class="muted small">{` ${of}`}</span>

const What = ({ group, credits }: { group: Group; credits: string }) => {
  const { lines } = group
  const said = (
    <>
      <b>{group.sentence}</b>{' '}
      <span class="muted">
        <Name of={besideOf(group)} />
      </span>
    </>
  )
  if (lines.length === 1)
    return (
      <a href={`${credits}/${lines[0].id}`} data-row>
        {said}
      </a>
    )
  return (
    <Fold summary={said}>
      <ul class="parts">
        {lines.map((line) => (
          <li>
            <a href={`${credits}/${line.id}`}>{line.job_name ?? line.note ?? many(line.amount, 'credit')}</a>
            <span class="num">{signed(line.amount)}</span>
          </li>
        ))}
      </ul>
    </Fold>
  )
}
