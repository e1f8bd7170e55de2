/** Shares that are still there after 30, 60 and 90 days, by client, host, supplier or week. */
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { Section } from '../kit/fold.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { number, percent } from '../parts/text/format.ts'
import { nameOf } from '../suppliers/vendors.ts'
import type { StillThereProps, Survival } from './props.ts'

type Row = Survival['rows'][number]
type GroupProps = { to?: Reader; rows: readonly Row[]; by: StillThereProps['by']; href?: string }

const DAYS = [30, 60, 90]
/** 95 % of a chi-squared value with one degree of freedom lie below. */
const DIFFERS = 3.84

/** `93%` of 20 links or more, else the count: `14 of 15`. */
function shareAt({ points }: Row, day: number, to: Reader): string {
  const at = points.find((one) => one.day === day)
  if (!at) return '–'
  return at.share === null
    ? say(to, '{seen} of {all}', { seen: at.at_risk - at.dropped, all: at.at_risk })
    : percent(at.share, to)
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

/** `By client`, and the head of its column. */
export const GROUP_WORDS = {
  client: { by: text('By client'), head: text('Client'), caption: text('Still there by client') },
  host: { by: text('By host'), head: text('Host'), caption: text('Still there by host') },
  week: { by: text('By week'), head: text('Week'), caption: text('Still there by week') },
  supplier: { by: text('By supplier'), head: text('Supplier'), caption: text('Still there by supplier') },
} satisfies Record<StillThereProps['by'], object>

export const SurvivalByGroup = ({ to = ENGLISH, rows, by, href }: GroupProps) => (
  <DataTable
    to={to}
    caption={GROUP_WORDS[by].caption}
    columns={[
      { label: GROUP_WORDS[by].head, cell: (row) => <Named name={labelOf(row, by)} {...(href && { href })} /> },
      { label: text('Links'), class: 'num', cell: ({ links }) => number(links, to) },
      ...DAYS.map(
        (day): Column<Row> => ({
          label: say(to, 'Day {day}', { day }),
          class: 'num',
          cell: (row) => shareAt(row, day, to),
        }),
      ),
      ...(by === 'supplier' ? [DROPS] : []),
    ]}
    rows={rows}
    lines
  />
)

export const SuppliersStillThere = ({ rows, href }: Pick<GroupProps, 'rows'> & { href: string }) =>
  rows.length === 0 ? null : (
    <Section title="Still there after 30, 60 and 90 days" note="compared within each client">
      <SurvivalByGroup rows={rows} by="supplier" href={href} />
    </Section>
  )
