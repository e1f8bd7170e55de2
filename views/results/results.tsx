/** Results on one page: the weeks as a chart and as a heat map, then each client, host or supplier on the same columns. */

import { points } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY, LOOK_DAYS } from '../../src/domains/plans/index.ts'
import { EmptyState } from '../kit/fold.tsx'
import { hasShare, shareOf } from '../kit/share.ts'
import { Headline } from '../kit/strip.tsx'
import { linksHref } from '../links/count-links.ts'
import { Button, LinkButton } from '../parts/button.tsx'
import { Pill } from '../parts/lists/filters.tsx'
import { inPlaceForm, listHref, type Query } from '../parts/lists/list.ts'
import { Scroll } from '../parts/lists/scroll.tsx'
import { Seg } from '../parts/lists/seg.tsx'
import { many, number } from '../parts/text/format.ts'
import { SampleLink } from '../sample/sample.tsx'
import { nameOf } from '../suppliers/vendors.ts'
import { FromPush, spanOf, Weeks } from './curves.tsx'
import { AllClients, ByRow, Scale } from './heat.tsx'
import { Notes } from './notes.tsx'
import { type ResultsProps, sundayOf } from './props.ts'

export const RANGES = [4, 12, 52] as const

export function Results(props: ResultsProps) {
  const { results, base, can_write, day, by_row, choices } = props
  if (results.rows.length === 0 && !results.before?.rows.length)
    return (
      <EmptyState
        icon="send"
        act={
          <>
            {can_write && <a href={`${base}/push`}>Push links</a>}
            {props.sample && <SampleLink base={base} />}
          </>
        }
      >
        Results appear with the first checks.
      </EmptyState>
    )
  const to = (change: Query) => listHref(props.self, props.query, change)
  return (
    <div id="list">
      <Bar {...props} />
      <section class={['weeks', results.weeks.length > 12 && 'many-w']} aria-label="By week">
        <Lead {...props} />
        <Scroll label="Weeks">
          <Weeks {...props} />
          <AllClients {...props} />
        </Scroll>
        <Scale {...props} />
        <div class="bar-row" id="rows">
          <Seg
            label="Rows"
            tabs={choices.map((by) => ({ label: `By ${by}`, href: to({ by }), current: by === by_row }))}
          />
          <Seg
            label="Day"
            tabs={LOOK_DAYS.map((one) => ({
              label: `Day ${one}`,
              href: to({ day: one === LAST_LOOK_DAY ? undefined : String(one) }),
              current: one === day,
            }))}
          />
        </div>
        <Scroll label={`Results by ${by_row}`}>
          <ByRow {...props} />
        </Scroll>
      </section>
      {props.ends}
      <FromPush {...props} />
      {props.notes && <Notes {...props.notes} />}
    </div>
  )
}

const Bar = (props: ResultsProps) => {
  const { results, query, self, notes, suppliers, supplier } = props
  const to = (change: Query) => listHref(self, query, change)
  const n = results.weeks.length
  return (
    <div class="bar-row">
      <Seg
        label="Range"
        tabs={RANGES.map((weeks) => ({
          label: `${weeks} weeks`,
          href: to({ last_weeks: weeks === 12 ? undefined : String(weeks) }),
          current: weeks === n,
        }))}
      />
      <Seg
        label="Compare"
        tabs={[
          { label: `With ${n} weeks before`, href: to({ compare: undefined }), current: results.before !== null },
          { label: 'Alone', href: to({ compare: 'false' }), current: results.before === null },
        ]}
      />
      {(suppliers.length > 1 || supplier) && <Suppliers {...props} />}
      {notes && (
        <LinkButton class="btn small quiet right" href={`${to({ open: 'note' })}#notes`} icon="flag" label="Add note" />
      )}
    </div>
  )
}

/** The figures of one supplier. Its cells open no list, because links do not name their supplier. */
const Suppliers = ({ suppliers, supplier = '', query, self }: ResultsProps) => (
  <form class="filters" method="get" {...inPlaceForm(self)}>
    {Object.entries(query).map(
      ([name, value]) => value && name !== 'supplier' && <input type="hidden" name={name} value={value} />,
    )}
    <Pill
      name="supplier"
      label="Supplier"
      choices={[{ value: '', label: 'All suppliers' }, ...suppliers.map((value) => ({ value, label: nameOf(value) }))]}
      value={supplier}
    />
    <Button class="btn no-script" label="Apply" />
  </form>
)

/** The complete weeks in one figure, and the change since the same weeks of the period before. */
function Lead({ results, base, scope, supplier, zone }: ResultsProps) {
  const { seen = 0, sent = 0, weeks = [] } = results.total.at(-1) ?? {}
  const before = results.before?.total.at(-1)
  if (sent === 0)
    return <Headline label={`Indexed by day ${LAST_LOOK_DAY}`} figure="–" of="Known seven days after the first week" />
  const [from, to] = [weeks[0]!, sundayOf(weeks.at(-1)!)]
  // A week in between that is not complete has links that this figure leaves out.
  const within = results.rows.filter(({ key }) => key >= from && key <= to).reduce((sum, row) => sum + row.sent, 0)
  const links = many(sent, 'link')
  return (
    <Headline
      label={`Indexed by day ${LAST_LOOK_DAY}`}
      figure={hasShare(sent) ? String(Math.round((seen / sent) * 100)) : number(seen)}
      unit={hasShare(sent) ? '%' : ` of ${number(sent)}`}
      of={
        <>
          <b>{`${number(seen)} of `}</b>
          {within === sent && !supplier ? (
            <a href={linksHref(base, { moment: 'sent', ...scope, from, to })}>{links}</a>
          ) : (
            links
          )}
          <br />
          <span class="muted">{spanOf(weeks, zone)}</span>
        </>
      }
      change={before && hasShare(sent) && hasShare(before.sent) ? changeOf(seen / sent, before, zone) : null}
    />
  )
}

function changeOf(share: number, before: { seen: number; sent: number; weeks: readonly string[] }, zone: string) {
  const by = points(share, before.seen / before.sent)
  const since = `${shareOf(before.seen, before.sent)} of ${many(before.sent, 'link')}, ${spanOf(before.weeks, zone)}`
  if (by === 0) return { text: `As before: ${since}`, tone: 'same' as const }
  return {
    text: `${many(Math.abs(by), 'point')} ${by > 0 ? 'up' : 'down'}, from ${since}`,
    tone: by > 0 ? ('up' as const) : ('down' as const),
  }
}
