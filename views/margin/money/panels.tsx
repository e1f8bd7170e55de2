/** Panel with the details of a number of the page by client: lines of the ledger, or expected refunds. */

import type { NameOf } from '../../../src/doors/pages/people.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import type { listCreditMoves } from '../../../src/operations/credits/balances.ts'
import { besideOf, type Group, groupOf } from '../../credits/sentences.ts'
import { SidePanel } from '../../kit/panel.tsx'
import { linksHref, reservedHref } from '../../links/count-links.ts'
import { inPlace, listHref, type Query } from '../../parts/lists/list.ts'
import { CountLink, Pager } from '../../parts/lists/table.tsx'
import { many, number, signed } from '../../parts/text/format.ts'
import { Name } from '../../parts/text/name.tsx'
import { When } from '../../parts/text/when.tsx'
import type { CreditColumn, Summary } from './by-client.tsx'

const MOVES: Record<CreditColumn, { label: string; sub: string }> = {
  given: { label: 'Received', sub: 'from plans, packs and grants, less transfers to others' },
  set_aside: { label: 'Reserved', sub: 'for pushes' },
  back: { label: 'Refunded', sub: 'by pushes' },
}
export const isMove = (panel: string | undefined): panel is CreditColumn => Object.hasOwn(MOVES, panel ?? '')

type LedgerLines = AnswerOf<typeof listCreditMoves>
type PanelProps = { self: string; query: Query; base: string }

const close = ({ self, query }: PanelProps) => listHref(self, query, { panel: '', client: '' })

export type MovesProps = PanelProps & { move: CreditColumn; list: LedgerLines; names: NameOf; zone: string }

/** The lines of the ledger behind a number; for several workspaces, each line names its workspace. */
export const MovesPanel = ({ move, list, names, zone, ...around }: MovesProps) => {
  const { self, query, base } = around
  const sum = move === 'set_aside' ? -list.sum : list.sum
  const { label, sub } = MOVES[move]
  return (
    <SidePanel
      title={list.tenant_name ? `${label}: ${list.tenant_name}` : label}
      close={close(around)}
      foot={<Pager list={list} href={self} query={query} />}
    >
      <p>{`${signed(sum)} index credits ${sub}.`}</p>
      <nav class="seg full" aria-label="What moved">
        {Object.entries(MOVES).map(([panel, { label: words }]) => (
          <a {...inPlace(listHref(self, query, { panel }))} aria-current={panel === move && 'true'}>
            {words}
          </a>
        ))}
      </nav>
      <ul class="moved">
        {list.items.map((line) => (
          <Moved line={line} group={groupOf([line], names)} whose={list.tenant_name === null} {...{ base, zone }} />
        ))}
      </ul>
    </SidePanel>
  )
}

type MovedProps = { line: LedgerLines['items'][number]; group: Group; whose: boolean; base: string; zone: string }

const Moved = ({ line, group, whose, base, zone }: MovedProps) => (
  <li>
    <p>
      <a href={`${base}/credits/${line.id}`}>{group.sentence}</a>
      <small>
        <When time={line.created_at} zone={zone} />
        {[whose ? line.tenant_name : '', besideOf(group)].filter(Boolean).map((text) => ` · ${text}`)}
      </small>
    </p>
    <b class="nowrap">{signed(line.direction === 'in' ? line.amount : -line.amount)}</b>
  </li>
)

type ExpectedProps = PanelProps & Summary & { from: string; to: string }

/** Basis of expected refunds: reserved credits, and the results of the last 30 days. */
export const ExpectedPanel = ({ rows, total, from, to, ...around }: ExpectedProps) => (
  <SidePanel title="Expected refunds" close={close(around)}>
    <p>{`${number(total.expected_back)} of ${many(total.reserved, 'reserved credit')}, if links go on as those of the last 30 days that are final.`}</p>
    <ul class="moved">
      {rows
        .filter(({ reserved }) => reserved > 0)
        .map((row) => (
          <li>
            <p>
              <Name of={row.name} />
              <small>
                <CountLink href={reservedHref(around.base, row.id)} n={row.reserved} /> reserved
                <Share of={row} base={around.base} days={{ from, to }} />
              </small>
            </p>
            <b>{number(row.expected_back)}</b>
          </li>
        ))}
    </ul>
    {total.reserved === 0 && <p class="muted">Nothing is reserved.</p>}
  </SidePanel>
)

/** Refunded and indexed credits of the last 30 days. */
function Share({ of, base, days }: { of: Summary['rows'][number]; base: string; days: { from: string; to: string } }) {
  const { id, returned, indexed } = of
  if (returned + indexed === 0) return <>, none final in 30 days: at the share of the agency</>
  const href = (moment: 'returned' | 'indexed') => linksHref(base, { moment, ...days, tenant_id: id })
  return (
    <>
      ; in 30 days <CountLink href={href('returned')} n={returned} /> refunded and{' '}
      <CountLink href={href('indexed')} n={indexed} /> indexed
    </>
  )
}
