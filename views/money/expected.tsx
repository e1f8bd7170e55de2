/** How what is expected back comes about: what is reserved, and how the last 30 days went, client by client. */
import type { MoneyRow, MoneyTotal } from '../../src/domains/reports/index.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { lately, linksHref, reservedHref } from '../links/doors.ts'
import { Card, Empty } from '../parts/card.tsx'
import { Door } from '../parts/door.tsx'
import { many, number, percent } from '../parts/format.ts'
import { MEANS } from '../parts/means.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable } from '../parts/table.tsx'

export type ExpectedProps = {
  rows: readonly MoneyRow[]
  total: MoneyTotal
  /** The money view. */
  money: string
  /** Where the workspace's pages are. */
  base: string
  now: Time
}

export const Expected = (props: ExpectedProps) => {
  const { rows, total, money } = props
  return (
    <>
      <PageHead
        title="Expected back"
        crumbs={[{ label: 'Money', href: money }, { label: 'Expected back' }]}
        sub={`Of ${many(total.reserved, 'reserved index credit')}, ${number(total.expected_back)} come back if links go on as in the last 30 days.`}
      />
      <Card
        title="By client"
        foot={
          <span>
            Reserved, times the share that came back of what was settled in these days. Where nothing was settled, none
            is expected.
          </span>
        }
      >
        {rows.length > 0 ? (
          <DataTable caption="Expected back by client" columns={columns(props)} rows={rows} />
        ) : (
          <Empty icon="lock">Nothing is reserved.</Empty>
        )}
      </Card>
    </>
  )
}

type Settled = Pick<MoneyRow, 'indexed' | 'returned'>
const shareOf = ({ indexed, returned }: Settled): number | null =>
  indexed + returned === 0 ? null : returned / (indexed + returned)

function columns({ total, base, now }: ExpectedProps): Column<MoneyRow>[] {
  const settled = (label: string, moment: 'indexed' | 'returned'): Column<MoneyRow> => {
    const href = (tenant_id?: string) => linksHref(base, { moment, ...lately(now), tenant_id })
    return {
      label,
      help: MEANS[moment],
      class: 'num wide-only',
      cell: (row) => <Door href={href(row.id)} n={row[moment]} />,
      total: <Door href={href()} n={total[moment]} />,
    }
  }
  return [
    { label: 'Client', cell: ({ name }) => <b>{name}</b>, total: 'Together' },
    {
      label: 'Reserved',
      help: MEANS.reserved,
      class: 'num',
      cell: ({ id, reserved }) => <Door href={reservedHref(base, id)} n={reserved} />,
      total: <Door href={reservedHref(base)} n={total.reserved} />,
    },
    settled('Indexed, 30 days', 'indexed'),
    settled('Refunded, 30 days', 'returned'),
    { label: 'Came back', class: 'num wide-only', cell: (row) => percent(shareOf(row)), total: '' },
    {
      label: 'Expected back',
      help: MEANS.expected_back,
      class: 'num',
      cell: ({ expected_back }) => number(expected_back),
      total: number(total.expected_back),
    },
  ]
}
