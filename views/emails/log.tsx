/** Every letter that was written, and what became of it. */
import { TEMPLATES } from '../../src/domains/mail/index.ts'
import { Empty, NothingFound } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Filters } from '../parts/filters.tsx'
import { isFiltered, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { LETTER_STATUS, type LetterRow, templateInWords } from './words.ts'

export type LogProps = { list: Paged<LetterRow>; query: Query; self: string; sub: string; zone?: string }

export const Log = ({ list, query, self, sub, zone = 'UTC' }: LogProps) => (
  <>
    <PageHead title="E-mail log" sub={sub} />
    <Filters href={self} query={query} search="Part of an address or a subject" filters={FILTERS} />
    <ListCard
      caption="E-mails"
      columns={columns(self, zone)}
      list={list}
      href={self}
      query={query}
      order="created_at"
      empty={
        isFiltered(query) ? (
          <NothingFound href={self}>No letter is like that.</NothingFound>
        ) : (
          <Empty icon="bell">No letter was written yet. Invitations and notices will stand here.</Empty>
        )
      }
    />
  </>
)

const FILTERS = [
  {
    name: 'status',
    label: 'Status',
    choices: [
      { value: '', label: 'Every status' },
      ...Object.entries(LETTER_STATUS).map(([value, { word }]) => ({ value, label: word })),
    ],
  },
  {
    name: 'template',
    label: 'Kind',
    choices: [
      { value: '', label: 'Every kind' },
      ...TEMPLATES.map((value) => ({ value, label: templateInWords(value) })).toSorted((a, b) =>
        a.label < b.label ? -1 : 1,
      ),
    ],
  },
]

const columns = (self: string, zone: string): Column<LetterRow>[] => [
  {
    label: 'To',
    sort: 'to',
    cell: (row) => (
      <>
        <a href={`${self}/${row.id}`}>
          <b>{row.to}</b>
        </a>
        <div class="muted">{row.subject}</div>
      </>
    ),
  },
  { label: 'Kind', class: 'wide-only', cell: (row) => templateInWords(row.template) },
  {
    label: 'Status',
    cell: (row) => (
      <>
        <Chip {...LETTER_STATUS[row.status]} />
        {row.address_refused && <div class="muted small">Address refused</div>}
      </>
    ),
  },
  {
    label: 'Written',
    sort: 'created_at',
    class: 'num when wide-only',
    cell: (row) => <When time={row.created_at} zone={zone} />,
  },
]
