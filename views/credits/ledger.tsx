/** The ledger: one sentence per day and cause, which unfolds into its lines. */
import type { LedgerLine } from '../../src/domains/credits/index.ts'
import { EmptyState, Fold, NothingFound } from '../kit/fold.tsx'
import { Filters } from '../parts/lists/filters.tsx'
import { isFiltered, type Paged, type Query } from '../parts/lists/list.ts'
import { type Column, ListCard } from '../parts/lists/table.tsx'
import { many, number, signed } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { choicesIn } from '../screens/filters-of.ts'
import { besideOf, type Group, grouped, type Names, sentenceOf } from './sentences.ts'
import { KINDS } from './words.ts'

export type LedgerProps = {
  list: Paged<LedgerLine>
  names: Names
  query: Query
  self: string
  /** Base path of the pages of lines. */
  credits: string
  zone?: string
}

export const Ledger = ({ list, names, query, self, credits, zone = 'UTC' }: LedgerProps) => (
  <>
    <Filters href={self} query={query} search="Search notes and reasons" filters={FILTERS} />
    <ListCard
      caption="Ledger"
      columns={groupColumns(credits, names, zone)}
      list={{ ...list, items: grouped(list.items) }}
      href={self}
      query={query}
      order="created_at"
      file
      empty={
        isFiltered(query) ? (
          <NothingFound href={self}>No line fits.</NothingFound>
        ) : (
          <EmptyState icon="coins">No credit has moved yet.</EmptyState>
        )
      }
    />
  </>
)

const FILTERS = [
  { name: 'kind', label: 'Kind', choices: [{ value: '', label: 'Both kinds' }, ...choicesIn(KINDS)] },
  { name: 'direction', label: 'Direction', choices: choicesIn({ '': 'In and out', in: 'In', out: 'Out' }) },
]

export const groupColumns = (credits: string, names: Names, zone: string): Column<Group>[] => [
  {
    label: 'When',
    class: 'when wide-only',
    sort: 'created_at',
    cell: ({ lines: [{ created_at }] }) => <When time={created_at} zone={zone} />,
  },
  { label: 'What', cell: (group) => <What group={group} credits={credits} names={names} /> },
  { label: 'Credits', class: 'num', cell: (group) => <Moved group={group} /> },
  { label: 'Available after', class: 'num wide-only', cell: ({ lines: [line] }) => number(line.balance_after) },
]

/** Single lines with the same columns. */
export const lineColumns = (credits: string, names: Names, zone: string): Column<LedgerLine>[] =>
  groupColumns(credits, names, zone).map(({ cell, sort: _, ...column }) => ({
    ...column,
    cell: (line: LedgerLine) => cell({ lines: [line], amount: line.amount }),
  }))

type WhatProps = { group: Group; credits: string; names: Names }

const What = ({ group, credits, names }: WhatProps) => {
  const { lines } = group
  const said = (
    <>
      <b>{sentenceOf(group, names)}</b> <span class="muted">{besideOf(group)}</span>
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
