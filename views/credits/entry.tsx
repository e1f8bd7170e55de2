/** One line of the ledger: its job and links, the state of its credits, and the form that reverses it. */

import { LINK_CREDITS } from '../../src/domains/jobs/index.ts'
import type { NameOf } from '../../src/doors/pages/people.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, text } from '../../src/kernel/language/say.ts'
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
import { number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import { creditWord } from '../parts/text/words.ts'
import { groupColumns } from './ledger.tsx'
import { creditsOf, groupOf } from './sentences.ts'
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
  zone?: Reader
}

type Settlement = NonNullable<EntryProps['entry']['settlement']>

export function Entry(props: EntryProps) {
  const { entry, names, job, base, self, reverse, zone: to = ENGLISH } = props
  return (
    <div class="grid">
      <div class="w8 stack">
        <Card title={say(to, 'Entry')} body>
          <Facts facts={factsOf(props, to)} />
        </Card>
        {entry.links.length > 0 && (
          <Card title={say(to, 'Links of these credits')} foot={moreLinks(props, to)}>
            <DataTable to={to} caption={LINKS} columns={linkColumns(base, to)} rows={entry.links} />
          </Card>
        )}
        {entry.related.length > 0 && (
          <Card title={say(to, 'Related entries')} aside={<span class="muted">{say(to, 'Oldest first')}</span>}>
            <DataTable
              to={to}
              caption={say(to, 'Related entries')}
              columns={groupColumns(self, to).map(({ sort: _, ...column }) => column)}
              rows={entry.related.map((line) => groupOf([line], names, to))}
              lines
            />
          </Card>
        )}
      </div>
      <div class="w4 stack">
        {entry.settlement && (
          <Card title={say(to, 'Outcome')} body>
            <Facts facts={settledFacts(props, entry.settlement, to)} />
          </Card>
        )}
        {entry.links_by_credit && job && (
          <Card title={say(to, 'Links by credit')} body>
            <Facts facts={byCredit(entry.links_by_credit, job.href, to)} />
          </Card>
        )}
        {reverse && (
          <Card title={say(to, 'Undo')} body>
            {reverse}
            <p class="hint">{say(to, 'Works once, and only while the receiver still has all of them.')}</p>
          </Card>
        )}
      </div>
    </div>
  )
}

const LINKS = text('Links')

const linkColumns = (base: string, to: Reader): Column<EntryProps['entry']['links'][number]>[] => [
  { label: text('Link'), cell: ({ url }) => <UrlCell url={url} host_first /> },
  { label: text('Result'), cell: (link) => <LinkVerdict to={to} link={link} base={base} /> },
  { label: text('Credit'), class: 'wide-only', cell: (link) => <CreditChip to={to} link={link} /> },
]

/** The line shows its first links; the job lists all. */
const moreLinks = ({ entry, job }: EntryProps, to: Reader) =>
  job &&
  entry.links.length < entry.amount && (
    <a href={job.href}>{say(to, 'The first {n}; all are in {name}', { n: entry.links.length, name: job.name })}</a>
  )

/** Used and unsettled credits open their links if each credit belongs to one link. */
function settledFacts({ entry: { kind, links_by_credit }, job }: EntryProps, settled: Settlement, to: Reader): Fact[] {
  const countLink = (n: number, asked: Query, as: number | undefined) =>
    job && n === as ? <CountLink href={listHref(job.href, {}, asked)} n={n} says={number(n, to)} /> : number(n, to)
  const { reserved, used, returned, pending } = settled
  const by_links = kind === 'index' ? links_by_credit : null
  return [
    { label: say(to, 'Reserved'), value: number(reserved, to) },
    { label: say(to, 'Used'), value: countLink(used, { credit: 'consumed' }, by_links?.consumed) },
    { label: say(to, 'Refunded'), value: number(returned, to) },
    {
      label: say(to, 'Not settled yet'),
      value:
        kind === 'index'
          ? countLink(pending, { credit: 'reserved' }, by_links?.reserved)
          : countLink(pending, { look: 'charged' }, pending),
      class: 'total',
    },
  ]
}

const byCredit = (credits: NonNullable<EntryProps['entry']['links_by_credit']>, href: string, to: Reader): Fact[] =>
  LINK_CREDITS.map((credit) => ({
    label: sayStored(to, creditWord({ credit, guarantee: true }).word),
    value: <a href={`${href}?credit=${credit}`}>{number(credits[credit], to)}</a>,
  }))

const factsOf = ({ entry, names, job }: EntryProps, to: Reader): Fact[] => [
  { label: say(to, 'When'), value: <When time={entry.created_at} zone={to} exact /> },
  { label: say(to, 'By'), value: <Person of={entry.actor} names={names} /> },
  { label: say(to, 'Kind'), value: say(to, KINDS[entry.kind]) },
  ...(job
    ? [
        {
          label: say(to, 'Push or check'),
          value: (
            <a href={job.href}>
              <Name of={job.name} />
            </a>
          ),
        },
      ]
    : []),
  ...(entry.note ? [{ label: say(to, 'Note'), value: entry.note }] : []),
  { label: say(to, 'Id'), value: <CopyId to={to} id={entry.id} /> },
  { label: say(to, 'Available after it'), value: creditsOf(to, entry.balance_after, entry.kind), class: 'total' },
]
