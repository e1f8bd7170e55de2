/** Shares that are still there after 30, 60 and 90 days, by client, host, supplier or week. */
import { Section } from '../kit/fold.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { number, percent } from '../parts/text/format.ts'
import { nameOf } from '../suppliers/vendors.ts'
import type { StillThereProps, Survival } from './props.ts'

type Row = Survival['rows'][number]
type GroupProps = { rows: readonly Row[]; by: StillThereProps['by']; href?: string }

const DAYS = [30, 60, 90]
/** 95 % of a chi-squared value with one degree of freedom lie below. */
const DIFFERS = 3.84

/** `93%` of 20 links or more, else the count: `14 of 15`. */
function shareAt({ points }: Row, day: number): string {
  const at = points.find((one) => one.day === day)
  if (!at) return '–'
  return at.share === null ? `${at.at_risk - at.dropped} of ${at.at_risk}` : percent(at.share)
}

const labelOf = ({ key, label }: Row, by: string): string => (by === 'supplier' ? nameOf(key) : label) || '–'

/** Drops beside those that suppliers of the same clients would have, if all were alike. */
const DROPS: Column<Row> = {
  label: 'Drops, expected',
  help: 'Expected if all suppliers kept the links of each client alike',
  class: 'num',
  cell: ({ points, expected, chi2 }) => {
    const drops = points.reduce((sum, { dropped }) => sum + dropped, 0)
    return `${number(drops)}, ${number(Math.round(expected ?? 0))}${(chi2 ?? 0) > DIFFERS ? ' (differs)' : ''}`
  },
}

export const SurvivalByGroup = ({ rows, by, href }: GroupProps) => (
  <DataTable
    caption={`Still there by ${by}`}
    columns={[
      {
        label: by[0]!.toUpperCase() + by.slice(1),
        cell: (row) => <Named name={labelOf(row, by)} {...(href && { href })} />,
      },
      { label: 'Links', class: 'num', cell: ({ links }) => number(links) },
      ...DAYS.map((day): Column<Row> => ({ label: `Day ${day}`, class: 'num', cell: (row) => shareAt(row, day) })),
      ...(by === 'supplier' ? [DROPS] : []),
    ]}
    rows={rows}
    lines
  />
)

export const SuppliersStillThere = ({ rows, href }: Required<Omit<GroupProps, 'by'>>) =>
  rows.length === 0 ? null : (
    <Section title="Still there after 30, 60 and 90 days" note="compared within each client">
      <SurvivalByGroup rows={rows} by="supplier" href={href} />
    </Section>
  )
