/** The ledger: one sentence per day and cause, which unfolds into its lines. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { listLedger } from '../../src/operations/credits/list-ledger.ts'
import { listMembers } from '../../src/operations/members/list-members.ts'
import { Fold } from '../kit/fold.tsx'
import type { Column } from '../parts/lists/table.tsx'
import { many, number, signed } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import { besideOf, type Group, grouped, type Names } from './sentences.ts'
import { KINDS } from './words.ts'

/** Names of members by e-mail address; people of workspaces above are shown by their address. */
export async function namesIn(call: SignedInCall): Promise<Names> {
  const { items } = await call.call(listMembers, { id: call.caller.tenant_id, page_size: 200 })
  return new Map(items.map(({ email, name }) => [email, name]))
}

export const ledgerList = listScreen({
  at: '/credits/ledger',
  operation: listLedger,
  given: ({ caller }) => ({ tenant_id: caller.tenant_id }),
  rows: async (lines, call) => grouped(lines, await namesIn(call)),
  title: 'Ledger',
  heading: 'Credits',
  sub: 'Every movement of credits, newest first.',
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
    class: 'when wide-only',
    sort: 'created_at',
    cell: ({ lines: [{ created_at }] }) => <When time={created_at} zone={zone} />,
  },
  { label: 'What', cell: (group) => <What group={group} credits={credits} /> },
  { label: 'Credits', class: 'num', cell: (group) => <Moved group={group} /> },
  { label: 'Available after', class: 'num wide-only', cell: ({ lines: [line] }) => number(line.balance_after) },
]

const What = ({ group, credits }: { group: Group; credits: string }) => {
  const { lines } = group
  const said = (
    <>
      <b>{group.sentence}</b> <span class="muted">{besideOf(group)}</span>
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

const Moved = ({ group: { lines, amount } }: { group: Group }) => {
  const [{ direction, kind }] = lines
  return (
    <>
      <b class={['nowrap', direction === 'in' && 'up']}>{signed(direction === 'in' ? amount : -amount)}</b>
      {kind === 'check' && <span class="muted small"> check</span>}
    </>
  )
}
