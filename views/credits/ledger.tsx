/** The ledger: one sentence per day and cause, which unfolds into its lines. */

import type { CreditKind } from '../../src/domains/credits/index.ts'
import { namesFor } from '../../src/doors/pages/people.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { listLedger } from '../../src/operations/credits/ledger.ts'
import { Fold } from '../kit/fold.tsx'
import type { Column } from '../parts/lists/table.tsx'
import { number, signed } from '../parts/text/format.ts'
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
  title: text('Ledger'),
  heading: text('Credits'),
  sub: text('Every movement of credits.'),
  kind: 'credits',
  search: text('Search notes and reasons'),
  filters: { kind: KINDS, direction: { in: text('In'), out: text('Out') } },
  columns: ({ base, zone }) => groupColumns(`${base}/credits`, zone),
  empty: { icon: 'coins', text: text('No credit has moved yet.') },
  nothing: text('No line fits.'),
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

export const groupColumns = (credits: string, zone: Reader): Column<Group>[] => [
  {
    label: text('When'),
    class: 'when',
    sort: 'created_at',
    cell: ({ last: { created_at } }) => <When time={created_at} zone={zone} />,
  },
  { label: text('What'), cell: (group) => <What to={zone} group={group} credits={credits} /> },
  {
    label: text('Credits'),
    class: 'num moved-by',
    word: null,
    cell: ({ amount, lines: [{ direction, kind }] }) => (
      <>
        <b class={[direction === 'in' && 'up']}>{signed(direction === 'in' ? amount : -amount, zone)}</b>
        <Kind to={zone} of={kind} />
      </>
    ),
  },
  {
    label: text('Available after'),
    class: 'num',
    word: text('Available'),
    cell: ({ last }) => (
      <>
        {number(last.balance_after, zone)}
        <Kind to={zone} of={last.kind} />
      </>
    ),
  },
]

const Kind = ({ to, of }: { to: Reader; of: CreditKind }) => (
  <span class="muted small"> {say(to, '{kind, select, check {check} other {index}}', { kind: of })}</span>
)

const creditsAlone = (to: Reader, credits: number): string =>
  say(to, '{credits, plural, one {# credit} other {# credits}}', { credits })

const What = ({ to, group, credits }: { to: Reader; group: Group; credits: string }) => {
  const { lines } = group
  const summary = (
    <>
      <b>{group.sentence}</b>{' '}
      <span class="muted">
        <Name of={besideOf(group, to)} />
      </span>
    </>
  )
  if (lines.length === 1)
    return (
      <a href={`${credits}/${lines[0].id}`} data-row>
        {summary}
      </a>
    )
  return (
    <Fold summary={summary}>
      <ul class="parts">
        {lines.map((line) => (
          <li>
            <a href={`${credits}/${line.id}`}>{line.job_name ?? line.note ?? creditsAlone(to, line.amount)}</a>
            <span class="num">{signed(line.amount, to)}</span>
          </li>
        ))}
      </ul>
    </Fold>
  )
}
