/** The links of one cell of the grid, with actions for links that were not found. */

import type { getResultCell, listResultLinks } from '../../src/features/results/operations.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { OpenUrl, pickLinks } from '../jobs/link-columns.tsx'
import { EmptyState } from '../kit/fold.tsx'
import { LinkVerdict } from '../links/verdict.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Icon } from '../parts/icon.tsx'
import { type ListPage, listHref, type Query } from '../parts/lists/list.ts'
import { againWords, CopyPicked, PickedButton, PickedForm } from '../parts/lists/picked.tsx'
import { Seg } from '../parts/lists/seg.tsx'
import { type Column, ListCard } from '../parts/lists/table.tsx'
import { Card } from '../parts/page/card.tsx'
import { PageHead } from '../parts/page/page-head.tsx'
import { percent } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { Say } from '../parts/text/say.tsx'
import { When } from '../parts/text/when.tsx'

type ResultCell = AnswerOf<typeof getResultCell>
type CellLink = AnswerOf<typeof listResultLinks>['items'][number]

export type CellProps = Omit<ResultCell, 'label'> & {
  /** `Week of Mon 16 Nov`, a client, a host. */
  name: string
  /** `all`, `seen`, `missed` or `due`. */
  part: string
  links: ListPage<CellLink>
  query: Query
  grid: string
  self: string
  base: string
  can_write: boolean
  zone: Reader
}

/** Links that one push takes. */
const MOST_AGAIN = 10_000

export function Cell(props: CellProps) {
  const { name, cell, part, links, query, grid, self, can_write, zone } = props
  const { seen, due, sent, day, settled } = cell
  const tab = (label: string, one: string, count: number) => ({
    label,
    count,
    href: listHref(self, query, { part: one }),
    current: part === one,
  })
  return (
    <>
      <PageHead
        to={zone}
        title={say(zone, '{name}, day {day}', { name, day })}
        crumbs={[{ label: say(zone, 'Results'), href: grid }, { label: say(zone, 'Day {day}', { day }) }]}
        sub={
          settled
            ? say(zone, '{seen} of {links, plural, one {# link} other {# links}} indexed by day {day} ({rate}).', {
                ...{ seen, links: sent, day, rate: percent(seen / sent, zone) },
              })
            : say(
                zone,
                '{seen} of {links, plural, one {# link} other {# links}} indexed by day {day} so far{due, plural, =0 {} one {; # still to check} other {; # still to check}}.',
                { seen, links: sent, day, due },
              )
        }
      />
      <ListCard
        to={zone}
        title={say(zone, 'Links')}
        caption={text('Links')}
        aside={
          <Seg
            to={zone}
            label={text('Links by result')}
            tabs={[
              tab(text('Not indexed'), 'missed', sent - seen - due),
              tab(text('Indexed'), 'seen', seen),
              ...(due > 0 ? [tab(text('Check to come'), 'due', due)] : []),
              tab(text('All'), 'all', sent),
            ]}
          />
        }
        columns={columns(props)}
        list={links}
        href={self}
        query={query}
        acts={can_write && <Again {...props} />}
        empty={
          <EmptyState icon="check">
            {part === 'missed' ? say(zone, 'Every link was indexed.') : say(zone, 'No link is here.')}
          </EmptyState>
        }
      />
      {can_write && props.leaving.length > 0 && <NotSentYet {...props} />}
    </>
  )
}

function columns({ base, can_write, zone }: CellProps): Column<CellLink>[] {
  const all: Column<CellLink>[] = [
    { label: text('Link'), cell: ({ url }) => <OpenUrl to={zone} url={url} /> },
    {
      label: text('Push'),
      class: 'short wide-only',
      cell: ({ job_id, job_name }) => (
        <a href={`${base}/jobs/${job_id}`}>
          <Name of={job_name} />
        </a>
      ),
    },
    { label: text('Result now'), cell: (link) => <LinkVerdict to={zone} link={link} base={base} /> },
    { label: text('Sent'), class: 'num when wide-only', cell: ({ sent_at }) => <When time={sent_at} zone={zone} /> },
  ]
  return can_write ? [pickLinks(zone), ...all] : all
}

/** Opens a new push of the ticked links, or of all; it is sent only after its bill is confirmed. */
const Again = ({ self, query, part, links, zone }: CellProps) => (
  <PickedForm to={zone} action={`${self}/again`} self={self} fields={asFields(query)}>
    <PickedButton icon="send" {...againWords(zone)} />
    <CopyPicked to={zone} />
    {part === 'missed' && links.total > 1 && links.total <= MOST_AGAIN && (
      <button type="submit" class="btn small" name="all" value="true" data-always="">
        {say(zone, 'Push all {n} again', { n: links.total })}
      </button>
    )}
  </PickedForm>
)

const asFields = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])))

/** Only links of this cell that are not sent yet can be stopped. */
function NotSentYet({ leaving, more, base, self, query, name, zone }: CellProps) {
  const here = leaving.reduce((sum, { uids }) => sum + uids.length, 0)
  return (
    <Card title={say(zone, 'Not sent yet')} body>
      <p class="muted">
        {say(
          zone,
          'Sent links cannot be recalled. These pushes have more to send: stopping a link refunds its credit.',
        )}
      </p>
      <ul class="list">
        {leaving.map((job) => (
          <li>
            <span>
              <a href={`${base}/jobs/${job.id}`}>
                <Name of={job.name} />
              </a>
            </span>
            <span class="muted">{whereTheyAre(job, zone)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p class="muted">
          {say(
            zone,
            '{n, plural, one {# older push} other {# older pushes}} may have more: they appear here once these are stopped.',
            { n: more },
          )}
        </p>
      )}
      {here > 0 && (
        <Post to={zone} action={`${self}/stop`} fields={asFields(query)} class="btn small">
          <Icon name="ban" />
          <Say
            to={zone}
            text="Stop pushing these {n}<vh> of {name}</vh>"
            values={{ n: here, name }}
            tags={{ vh: (inner) => <span class="vh">{inner}</span> }}
          />
        </Post>
      )}
    </Card>
  )
}

/** A push can also have links of other cells. */
function whereTheyAre({ unsent, uids }: ResultCell['leaving'][number], to: Reader): string {
  const others = unsent - uids.length
  const links = uids.length
  if (links === 0) return say(to, '{n, plural, one {# link} other {# links}} to come, none of this cell', { n: others })
  return others > 0
    ? say(to, '{links, plural, one {# link} other {# links}} of this cell, {others} besides', { links, others })
    : say(to, '{links, plural, one {# link} other {# links}}', { links })
}
