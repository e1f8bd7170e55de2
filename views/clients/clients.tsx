/** Clients of a workspace: their results, how long their credits last, and a panel that transfers credits. */

import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { SPAN } from '../../src/kernel/time/last-days.ts'
import type { listClients } from '../../src/operations/clients/list-clients.ts'
import { DayBars, Keys, type Part } from '../kit/bars.tsx'
import { EmptyState, NothingFound } from '../kit/fold.tsx'
import { type Act, ActMenu } from '../kit/menu.tsx'
import { Split } from '../kit/panel.tsx'
import { Delta } from '../kit/strip.tsx'
import { Button } from '../parts/button.tsx'
import { Chip } from '../parts/chips.tsx'
import { Icon } from '../parts/icon.tsx'
import { inPlaceForm, listHref, type Query } from '../parts/lists/list.ts'
import { Pager } from '../parts/lists/table.tsx'
import { Avatar } from '../parts/person.tsx'
import { many, number, percent } from '../parts/text/format.ts'
import { MEANS } from '../parts/text/means.ts'
import { Credits } from './purse.tsx'
import { KindAndNote, TransferPanel, type TransferProps } from './transfer.tsx'

type ClientList = AnswerOf<typeof listClients>
export type ClientRow = ClientList['items'][number]

export type ClientsProps = {
  list: ClientList
  query: Query
  self: string
  base: string
  /** Whether the visitor may archive and delete clients. */
  runs: boolean
  /** Client of the panel, and the workspace that its credits come from. */
  transfer: Pick<TransferProps, 'to' | 'from' | 'issues'> | null
  pushes: boolean
  /** Whether the visitor may transfer credits. */
  gives: boolean
  now: Time
  zone: string
  idempotency_key: string
}

export const Clients = (props: ClientsProps) => {
  const { list, query, self, transfer } = props
  const panel = transfer && <TransferPanel {...props} {...transfer} more={<KindAndNote />} />
  return (
    <div>
      <div class="bar-row">
        <Find {...props} />
        <Views {...props} />
        <div class="right not-phone">
          <Keys parts={KEYS} />
        </div>
      </div>
      <div id="list">
        <Split panel={panel}>
          {list.items.length > 0 ? <Table {...props} /> : <None {...props} />}
          {list.total > 0 && (
            <footer class="foot">
              <Pager list={list} href={self} query={query} />
            </footer>
          )}
        </Split>
      </div>
    </div>
  )
}

const KEYS = [
  { label: 'Indexed', tone: 'in' },
  { label: 'Not indexed', tone: 'out' },
  { label: 'Waiting', tone: 'wait' },
] as const

const Find = ({ list, query, self }: ClientsProps) => (
  <search>
    <form method="get" class="search" {...inPlaceForm(self)}>
      {['view', 'kind', 'include_archived'].map(
        (name) => query[name] && <input type="hidden" name={name} value={query[name]} />,
      )}
      <Icon name="search" />
      <input
        type="search"
        name="q"
        id="q"
        value={query.q ?? ''}
        placeholder={`Search ${many(list.counts.all, 'client')}`}
        aria-label="Search clients"
        data-key="/"
      />
      <Button class="btn small no-script" label="Search" />
    </form>
  </search>
)

const VIEWS = { all: 'All', off_usual: 'Off usual', low_credits: 'Low credits', no_push: 'No push' } as const

const Views = ({ list, query, self }: ClientsProps) => (
  <nav class="seg" aria-label="Filter">
    {Object.entries(VIEWS).map(([view, label]) => (
      <a
        href={listHref(self, query, { view: view === 'all' ? '' : view, transfer: '', amount: '', way: '' })}
        aria-current={(query.view || 'all') === view && 'true'}
      >
        {label} <span class="n">{number(list.counts[view as keyof typeof VIEWS])}</span>
      </a>
    ))}
  </nav>
)

const None = ({ list, self, runs }: ClientsProps) =>
  list.counts.all > 0 ? (
    <NothingFound href={self}>No client fits.</NothingFound>
  ) : (
    <EmptyState icon="users" act={runs && <a href={`${self}/new`}>Add client</a>}>
      No client yet. Each has credits, people and reports of its own.
    </EmptyState>
  )

const Table = (props: ClientsProps) => (
  <table class="tbl two cl">
    <caption class="vh">Clients</caption>
    <thead>
      <tr>
        <th scope="col">Client</th>
        <th scope="col" class="rate" title={MEANS.rate}>
          Indexed, change
        </th>
        <th scope="col" class="d30">
          Links pushed, 30 days
        </th>
        <th scope="col" class="cred">
          Credits
        </th>
        <th scope="col" class="more">
          <span class="vh">More</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {props.list.items.map((row) => (
        <tr aria-selected={props.transfer?.to.id === row.id && 'true'}>
          <td>
            <Name of={row} {...props} />
          </td>
          <td class="rate">
            <Rate of={row} />
          </td>
          <td class="d30">
            <DayBars days={daysOf(row)} label="Links pushed in 30 days" />
          </td>
          <td class="cred">
            <Credits of={row} {...props} />
          </td>
          <td class="more">
            <ActMenu id={`client-${row.id}`} label={`More for ${row.name}`} acts={actsOf(row, props)} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Name = ({ of, self }: { of: ClientRow; self: string }) => (
  <span class="who">
    <Avatar name={of.name} />
    <span>
      <a class="cover clip" href={`${self}/${of.id}`} data-row>
        {of.name}
      </a>
      <small class="clip">
        {of.archived ? <Chip word="Archived" icon="ban" tone="idle" /> : of.kind === 'team' && 'Team '}
        {of.hosts.join(', ') || (of.kind === 'client' && 'No host yet')}
      </small>
    </span>
  </span>
)

/** Result of the last final day of sending, against the usual of the days before. */
export function Rate({ of: { last, usual, sent_30d } }: { of: Pick<ClientRow, 'last' | 'usual' | 'sent_30d'> }) {
  if (last === null || sent_30d === 0)
    return (
      <span class="soft">
        {sent_30d === 0 ? 'no push' : 'waiting'}
        {usual !== null && <small class="sub2">usual {percent(usual)}</small>}
      </span>
    )
  return (
    <>
      <span class="fig">{percent(last.rate)}</span>{' '}
      {usual !== null && <Delta points={Math.round(last.rate * 100) - Math.round(usual * 100)} />}
    </>
  )
}

/** Always thirty bars, even after a recent first push. */
const daysOf = ({ days }: Pick<ClientRow, 'days'>) => [
  ...Array.from({ length: SPAN - days.length }, () => ({ parts: [] as Part[] })),
  ...days.map(({ indexed, not_indexed, waiting }) => ({
    parts: [
      { label: 'indexed', value: indexed, tone: 'in' },
      { label: 'not indexed', value: not_indexed, tone: 'out' },
      { label: 'waiting', value: waiting, tone: 'wait' },
    ] satisfies Part[],
  })),
]

/** A push for the client in the agency's workspace, which can transfer missing credits. */
export const pushHref = (base: string, id: string): string => `${base}/push?tenant_id=${id}`

function actsOf(row: ClientRow, { base, self, query, gives, runs, pushes }: ClientsProps): (Act | null)[] {
  const { id, archived } = row
  const at = `${self}/${id}`
  const transfer = listHref(self, query, { page: query.page, transfer: id, amount: '', way: '' })
  return [
    gives && !archived ? { label: 'Transfer credits', icon: 'coins', href: transfer, in_place: true } : null,
    pushes && !archived ? { label: 'New push', icon: 'send', href: pushHref(base, id) } : null,
    archived ? null : { label: 'Reports', icon: 'file-text', href: `/app/w/${id}/reports` },
    runs && archived ? { label: 'Restore client', icon: 'undo-2', href: `${at}/restore` } : null,
    runs && !archived ? { label: 'Archive client', icon: 'archive', href: `${at}/archive`, danger: true } : null,
    runs ? { label: 'Delete client', icon: 'trash-2', href: `${at}/delete`, danger: true } : null,
  ]
}
