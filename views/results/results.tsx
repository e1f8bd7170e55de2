/** Results on one page: the weeks as a chart and as a heat map, then each client, host or supplier on the same columns. */

import { points } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY, LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { EmptyState } from '../kit/fold.tsx'
import { hasShare, shareOf } from '../kit/share.ts'
import { Headline } from '../kit/strip.tsx'
import { linksHref } from '../links/count-links.ts'
import { Button, LinkButton } from '../parts/button.tsx'
import { Pill } from '../parts/lists/filters.tsx'
import { inPlaceForm, listHref, type Query } from '../parts/lists/list.ts'
import { Scroll } from '../parts/lists/scroll.tsx'
import { Seg } from '../parts/lists/seg.tsx'
import { number, percentParts } from '../parts/text/format.ts'
import { Say } from '../parts/text/say.tsx'
import { SampleLink } from '../sample/sample.tsx'
import { nameOf } from '../suppliers/vendors.ts'
import { FromPush, spanOf, Weeks } from './curves.tsx'
import { AllClients, ByRow, Scale } from './heat.tsx'
import { Notes } from './notes.tsx'
import { type ResultsProps, sundayOf } from './props.ts'
import { ROW_WORDS } from './words.ts'

export const RANGES = [4, 12, 52] as const

export function Results(props: ResultsProps) {
  const { results, base, can_write, day, by_row, choices, zone } = props
  if (results.rows.length === 0 && !results.before?.rows.length)
    return (
      <EmptyState
        icon="send"
        act={
          <>
            {can_write && <a href={`${base}/push`}>{say(zone, 'Push links')}</a>}
            {props.sample && <SampleLink base={base} />}
          </>
        }
      >
        {say(zone, 'Results appear with the first checks.')}
      </EmptyState>
    )
  const to = (change: Query) => listHref(props.self, props.query, change)
  return (
    <div id="list">
      <Bar {...props} />
      <section class={['weeks', results.weeks.length > 12 && 'many-w']} aria-label={say(zone, 'By week')}>
        <Lead {...props} />
        <Scroll label={say(zone, 'Weeks')}>
          <Weeks {...props} />
          <AllClients {...props} />
        </Scroll>
        <Scale {...props} />
        <div class="bar-row" id="rows">
          <Seg
            to={zone}
            label={text('Rows')}
            tabs={choices.map((by) => ({ label: ROW_WORDS[by].by, href: to({ by }), current: by === by_row }))}
          />
          <Seg
            to={zone}
            label={text('Day')}
            tabs={LOOK_DAYS.map((one) => ({
              label: say(zone, 'Day {day}', { day: one }),
              href: to({ day: one === LAST_LOOK_DAY ? undefined : String(one) }),
              current: one === day,
            }))}
          />
        </div>
        <Scroll label={say(zone, ROW_WORDS[by_row].label)}>
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
  const { results, query, self, notes, suppliers, supplier, zone } = props
  const to = (change: Query) => listHref(self, query, change)
  const n = results.weeks.length
  return (
    <div class="bar-row">
      <Seg
        to={zone}
        label={text('Range')}
        tabs={RANGES.map((weeks) => ({
          label: say(zone, '{weeks, plural, one {# weeks} other {# weeks}}', { weeks }),
          href: to({ last_weeks: weeks === 12 ? undefined : String(weeks) }),
          current: weeks === n,
        }))}
      />
      <Seg
        to={zone}
        label={text('Compare')}
        tabs={[
          {
            label: say(zone, 'With {n, plural, one {# weeks} other {# weeks}} before', { n }),
            href: to({ compare: undefined }),
            current: results.before !== null,
          },
          { label: text('Alone'), href: to({ compare: 'false' }), current: results.before === null },
        ]}
      />
      {(suppliers.length > 1 || supplier) && <Suppliers {...props} />}
      {notes && (
        <LinkButton
          class="btn small quiet right"
          href={`${to({ open: 'note' })}#notes`}
          icon="flag"
          label={say(zone, 'Add note')}
        />
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
    return (
      <Headline
        label={say(zone, 'Indexed by day {day}', { day: LAST_LOOK_DAY })}
        figure="–"
        of={say(zone, 'Known seven days after the first week')}
      />
    )
  const [from, to] = [weeks[0]!, sundayOf(weeks.at(-1)!)]
  // A week in between that is not complete has links that this figure leaves out.
  const within = results.rows.filter(({ key }) => key >= from && key <= to).reduce((sum, row) => sum + row.sent, 0)
  return (
    <Headline
      label={say(zone, 'Indexed by day {day}', { day: LAST_LOOK_DAY })}
      {...(hasShare(sent)
        ? percentParts(seen / sent, zone)
        : { figure: number(seen, zone), unit: ` ${say(zone, 'of {n}', { n: sent })}` })}
      of={
        <>
          <Say
            to={zone}
            text="<b>{seen} of </b><a>{links, plural, one {# link} other {# links}}</a>"
            values={{ seen, links: sent }}
            tags={{
              a: (inner) =>
                within === sent && !supplier ? (
                  <a href={linksHref(base, { moment: 'sent', ...scope, from, to })}>{inner}</a>
                ) : (
                  inner
                ),
            }}
          />
          <br />
          <span class="muted">{spanOf(weeks, zone)}</span>
        </>
      }
      change={before && hasShare(sent) && hasShare(before.sent) ? changeOf(seen / sent, before, zone) : null}
    />
  )
}

function changeOf(share: number, before: { seen: number; sent: number; weeks: readonly string[] }, to: Reader) {
  const by = points(share, before.seen / before.sent)
  const since = say(to, '{share} of {links, plural, one {# link} other {# links}}, {span}', {
    ...{ share: shareOf(before.seen, before.sent, to), links: before.sent, span: spanOf(before.weeks, to) },
  })
  if (by === 0) return { text: say(to, 'As before: {since}', { since }), tone: 'same' as const }
  return by > 0
    ? {
        text: say(to, '{by, plural, one {# point} other {# points}} up, from {since}', { by, since }),
        tone: 'up' as const,
      }
    : {
        text: say(to, '{by, plural, one {# point} other {# points}} down, from {since}', { by: -by, since }),
        tone: 'down' as const,
      }
}
