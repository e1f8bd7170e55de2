/** The lines of the ledger that a number of the money view is the sum of. */
import type { LedgerLine, Move } from '../../src/domains/credits/index.ts'
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import { lineColumns } from '../credits/ledger.tsx'
import type { Names } from '../credits/sentences.ts'
import { Empty } from '../parts/card.tsx'
import { longDay, many, signed } from '../parts/format.ts'
import { listHref, type Paged, type Query } from '../parts/list.ts'
import { MEANS } from '../parts/means.ts'
import { PageHead } from '../parts/page-head.tsx'
import { periodWords } from '../parts/period.tsx'
import { type Column, ListCard, Seg } from '../parts/table.tsx'

export type MoneyLine = LedgerLine & { tenant_name: string }

export type LinesProps = {
  move: Move
  /** Days of UTC: `to` is the first that is not meant any more. */
  days: { from: string; to: string }
  /** The workspace that the lines are of; null: of all, each by itself. */
  client: string | null
  /** What the number says. */
  sum: number
  list: Paged<MoneyLine>
  query: Query
  names: Names
  /** The money view. */
  money: string
  /** Where the workspace's pages are. */
  base: string
  zone?: string
}

export const MOVE_WORDS: Record<Move, { label: string; sub: string; help: string }> = {
  given: { label: 'Given', sub: 'from plans, packs and grants, less what was handed on', help: MEANS.given },
  set_aside: { label: 'Set aside', sub: 'for jobs', help: MEANS.set_aside },
  back: { label: 'Back', sub: 'from jobs', help: MEANS.back },
}

/** Where such lines are listed; the last day is counted in. */
export const linesHref = (
  money: string,
  { from, to }: { from: string; to: string },
  move: Move,
  tenant_id?: string,
): string => listHref(`${money}/lines`, {}, { move, from, to: plus(to, -DAY).slice(0, 10), tenant_id })

export function MoneyLines(props: LinesProps) {
  const { move, days, client, sum, list, query, money } = props
  const self = `${money}/lines`
  const { label, sub } = MOVE_WORDS[move]
  return (
    <>
      <PageHead
        title={client ? `${label}: ${client}` : label}
        crumbs={[{ label: 'Money', href: money }, { label }]}
        sub={`${signed(sum)} index credits ${sub}, ${periodWords(days)}: ${many(list.total, 'line')} of the ledger.`}
      />
      <ListCard
        title="Lines"
        caption="Lines of the ledger"
        aside={
          <Seg
            label="What moved"
            tabs={(['given', 'set_aside', 'back'] as const).map((one) => ({
              label: MOVE_WORDS[one].label,
              href: listHref(self, query, { move: one }),
              current: one === move,
            }))}
          />
        }
        columns={columns(props)}
        list={list}
        href={self}
        query={query}
        empty={<Empty icon="coins">{`Nothing moved from ${longDay(plus(days.from, 0))} on.`}</Empty>}
      />
    </>
  )
}

/** As the ledger has them, in its order; of several workspaces each line says whose it is. */
function columns({ base, names, zone = 'UTC', client }: LinesProps): Column<MoneyLine>[] {
  const [when, what, amount] = lineColumns(`${base}/credits`, names, zone) as Column<MoneyLine>[]
  const whose: Column<MoneyLine> = { label: 'Client', class: 'short', cell: ({ tenant_name }) => tenant_name }
  return [when!, ...(client === null ? [whose] : []), what!, amount!]
}
