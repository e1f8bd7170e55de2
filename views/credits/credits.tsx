/** What a workspace has to spend, and every line that made it so. */
import { creditsOf } from '../../src/domains/checks/index.ts'
import type { Balance, CreditKind, LedgerLine } from '../../src/domains/credits/index.ts'
import { Banner, Card, CardBody, Empty, Kpi, NothingFound } from '../parts/card.tsx'
import { Filters } from '../parts/filters.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { many, number, paceWords, signed } from '../parts/format.ts'
import { isFiltered, listHref, type Paged, type Query } from '../parts/list.ts'
import { MEANS } from '../parts/means.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { KINDS, REASON } from './words.ts'

export type CreditsProps = {
  balance: Record<CreditKind, Balance>
  /** Days that the index credits last at the average use of 28 days; null while none are used. */
  runway_days: number | null
  list: Paged<LedgerLine>
  query: Query
  self: string
  /** The links that the reserved index credits are set aside for. */
  reserved_href: string
  /** Where to ask for more; null for those who may not. */
  packs: string | null
  /** The operator's form to add or take; null for everybody else. */
  adjusts: FormSchema | null
  values?: Readonly<Record<string, string | undefined>>
  issues?: readonly Issue[]
  idempotency_key: string
  zone?: string
}

export const Credits = (props: CreditsProps) => {
  const { balance, list, query, self, packs, zone = 'UTC' } = props
  const { index, check } = balance
  return (
    <>
      <PageHead
        title="Credits"
        sub={`An index credit sends one link and comes back when that is not indexed by day 7. A look costs ${many(creditsOf('scan_standard'), 'check credit')}, a live one ${creditsOf('scan_live')}.`}
        actions={
          packs && (
            <a class="btn" href={packs}>
              Get a pack
            </a>
          )
        }
      />
      {index.owed + check.owed > 0 && (
        <Banner tone="warn">
          A pack was refunded: {many(index.owed, 'index credit')} and {many(check.owed, 'check credit')} of it are taken
          from what comes in next.
        </Banner>
      )}
      <Purse {...props} />
      <Filters href={self} query={query} search="Search notes and reasons" filters={FILTERS} />
      <ListCard
        caption="Ledger"
        title="Ledger"
        columns={columnsOf(self, zone)}
        list={list}
        href={self}
        query={query}
        order="created_at"
        file
        empty={
          isFiltered(query) ? (
            <NothingFound href={self}>No line fits.</NothingFound>
          ) : (
            <Empty icon="coins" action={packs && <a href={packs}>Get a pack</a>}>
              No credit has moved yet.
            </Empty>
          )
        }
      />
      {props.adjusts && <Adjust {...props} adjusts={props.adjusts} />}
    </>
  )
}

/** What it has to spend and what is set aside, of both kinds. */
const Purse = ({ balance: { index, check }, self, reserved_href, runway_days }: CreditsProps) => {
  const linesOf = (kind: CreditKind) => `${listHref(self, {}, { kind })}#list`
  return (
    <div class="grid">
      <Kpi
        class="w3"
        icon="coins"
        label="Index credits"
        help={MEANS.free}
        value={number(index.available)}
        href={linesOf('index')}
        note={paceWords(runway_days)}
      />
      <Kpi
        class="w3"
        icon="lock"
        label="Index credits reserved"
        help={MEANS.reserved}
        value={number(index.reserved)}
        href={reserved_href}
        note="Set aside for links that are not settled"
      />
      <Kpi
        class="w3"
        icon="scan-search"
        label="Check credits"
        value={number(check.available)}
        href={linesOf('check')}
        note={`${creditsOf('scan_standard')} a look, ${creditsOf('scan_live')} a live one`}
      />
      <Kpi
        class="w3"
        icon="lock"
        label="Check credits reserved"
        help={MEANS.reserved_checks}
        value={number(check.reserved)}
        href={`${self}/reserved`}
        note="Set aside for looks to come"
      />
    </div>
  )
}

const FILTERS = [
  { name: 'kind', label: 'Kind', choices: [{ value: '', label: 'Both kinds' }, ...choices(KINDS)] },
  {
    name: 'direction',
    label: 'Direction',
    choices: [
      { value: '', label: 'In and out' },
      { value: 'in', label: 'In' },
      { value: 'out', label: 'Out' },
    ],
  },
]

function choices(words: Readonly<Record<string, string>>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

/** Lines of the ledger; `self` is the list that they stand in. */
export const columnsOf = (self: string, zone: string): Column<LedgerLine>[] => [
  {
    label: 'What',
    cell: (line) => (
      <>
        <a href={`${self}/${line.id}`} data-row>
          <b>{REASON[line.reason]}</b>
        </a>
        <span class="sub">{about(line)}</span>
      </>
    ),
  },
  { label: 'About', class: 'wide-only', cell: (line) => <span class="muted small">{about(line)}</span> },
  { label: 'Kind', class: 'wide-only', cell: ({ kind }) => KINDS[kind] },
  { label: 'Amount', class: 'num', cell: (line) => <Moved line={line} /> },
  { label: 'Available after', class: 'num', cell: ({ balance_after }) => number(balance_after) },
  {
    label: 'When',
    class: 'num when wide-only',
    sort: 'created_at',
    cell: ({ created_at }) => <When time={created_at} zone={zone} exact />,
  },
]

/** What it was for and who did it, each once. */
const about = ({ job_name, note, actor }: LedgerLine): string =>
  [...new Set([job_name, note, actor])].filter(Boolean).join(' · ')

const Moved = ({ line: { direction, amount } }: { line: LedgerLine }) => (
  <span class={['nowrap', direction === 'in' && 'up']}>{signed(direction === 'in' ? amount : -amount)}</span>
)

const Adjust = (props: CreditsProps & { adjusts: FormSchema }) => (
  <Card title="Adjust" aside={<span class="muted">As the operator of this install</span>}>
    <CardBody>
      <Form
        id="adjust"
        action={`${props.self}/adjust`}
        schema={props.adjusts}
        values={{ kind: 'index', ...props.values }}
        hints={{ amount: 'A minus takes away, at most what is available.', reason: 'Stands in the ledger.' }}
        issues={props.issues}
        hidden={{ idempotency_key: props.idempotency_key }}
        verb="Adjust credits"
      />
    </CardBody>
  </Card>
)
