/** One line of the ledger: its job and links, the state of its credits, and the form that reverses it. */

import { LINK_CREDITS } from '../../src/domains/jobs/index.ts'
import type { NameOf } from '../../src/doors/pages/people.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getLedgerEntry } from '../../src/operations/credits/ledger.ts'
import type { Child } from '../jsx/elements.ts'
import { LinkVerdict } from '../links/verdict.tsx'
import { CreditChip } from '../parts/chips.tsx'
import { CopyId } from '../parts/forms/copy.tsx'
import { listHref, type Query } from '../parts/lists/list.ts'
import { type Column, CountLink, DataTable, UrlCell } from '../parts/lists/table.tsx'
import { Card, type Fact, Facts } from '../parts/page/card.tsx'
import { Person } from '../parts/person.tsx'
import { many, number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import { creditWord } from '../parts/text/words.ts'
import { groupColumns } from './ledger.tsx'
import { groupOf } from './sentences.ts'
import { KINDS } from './words.ts'

export type EntryProps = {
  entry: AnswerOf<typeof getLedgerEntry>
  names: NameOf
  /** The job of the line; null if it has none or the job was deleted. */
  job: { name: string; href: string } | null
  base: string
  self: string
  /** The form that reverses the line; null if the line or the visitor does not allow it. */
  reverse: Child
  zone?: string
}

type Settlement = NonNullable<EntryProps['entry']['settlement']>

export function Entry(props: EntryProps) {
  const { entry, names, job, base, self, reverse, zone = 'UTC' } = props
  return (
    <div class="grid">
      <div class="w8 stack">
        <Card title="Entry" body>
          <Facts facts={factsOf(props, zone)} />
        </Card>
        {entry.links.length > 0 && (
          <Card title="Links of these credits" foot={moreLinks(props)}>
            <DataTable caption="Links" columns={linkColumns(base)} rows={entry.links} />
          </Card>
        )}
        {entry.related.length > 0 && (
          <Card title="Related entries" aside={<span class="muted">Oldest first</span>}>
            <DataTable
              caption="Related entries"
              columns={groupColumns(self, zone).map(({ sort: _, ...column }) => column)}
              rows={entry.related.map((line) => groupOf([line], names))}
              lines
            />
          </Card>
        )}
      </div>
      <div class="w4 stack">
        {entry.settlement && (
          <Card title="Outcome" body>
            <Facts facts={settledFacts(props, entry.settlement)} />
          </Card>
        )}
        {entry.links_by_credit && job && (
          <Card title="Links by credit" body>
            <Facts facts={byCredit(entry.links_by_credit, job.href)} />
          </Card>
        )}
        {reverse && (
          <Card title="Undo" body>
            {reverse}
            <p class="hint">Works once, and only while the receiver still has all of them.</p>
          </Card>
        )}
      </div>
    </div>
  )
}

const linkColumns = (base: string): Column<EntryProps['entry']['links'][number]>[] => [
  { label: 'Link', cell: ({ url }) => <UrlCell url={url} host_first /> },
  { label: 'Result', cell: (link) => <LinkVerdict link={link} base={base} /> },
  { label: 'Credit', class: 'wide-only', cell: (link) => <CreditChip link={link} /> },
]

/** The line shows its first links; the job lists all. */
const moreLinks = ({ entry, job }: EntryProps) =>
  job &&
  entry.links.length < entry.amount && (
    <a href={job.href}>{`The first ${number(entry.links.length)}; all are in ${job.name}`}</a>
  )

/** Used and unsettled credits open their links if each credit belongs to one link. */
function settledFacts({ entry: { kind, links_by_credit }, job }: EntryProps, settled: Settlement): Fact[] {
  const countLink = (n: number, asked: Query, as: number | undefined) =>
    job && n === as ? <CountLink href={listHref(job.href, {}, asked)} n={n} /> : number(n)
  const { reserved, used, returned, pending } = settled
  const by_links = kind === 'index' ? links_by_credit : null
  return [
    { label: 'Reserved', value: number(reserved) },
    { label: 'Used', value: countLink(used, { credit: 'consumed' }, by_links?.consumed) },
    { label: 'Refunded', value: number(returned) },
    {
      label: 'Not settled yet',
      value:
        kind === 'index'
          ? countLink(pending, { credit: 'reserved' }, by_links?.reserved)
          : countLink(pending, { look: 'charged' }, pending),
      class: 'total',
    },
  ]
}

const byCredit = (credits: NonNullable<EntryProps['entry']['links_by_credit']>, href: string): Fact[] =>
  LINK_CREDITS.map((credit) => ({
    label: creditWord({ credit, guarantee: true }).word,
    value: <a href={`${href}?credit=${credit}`}>{number(credits[credit])}</a>,
  }))

const factsOf = ({ entry, names, job }: EntryProps, zone: string): Fact[] => [
  { label: 'When', value: <When time={entry.created_at} zone={zone} exact /> },
  { label: 'By', value: <Person of={entry.actor} names={names} /> },
  { label: 'Kind', value: KINDS[entry.kind] },
  ...(job
    ? [
        {
          label: 'Push or check',
          value: (
            <a href={job.href}>
              <Name of={job.name} />
            </a>
          ),
        },
      ]
    : []),
  ...(entry.note ? [{ label: 'Note', value: entry.note }] : []),
  { label: 'Id', value: <CopyId id={entry.id} /> },
  { label: 'Available after it', value: many(entry.balance_after, `${entry.kind} credit`), class: 'total' },
]
