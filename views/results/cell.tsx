/** The links of one cell of the grid, with actions for links that were not found. */

import type { getResultCell, listResultLinks } from '../../src/features/results/operations.ts'
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
import { many, number, percent } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
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
  zone?: string
}

/** Links that one push takes. */
const MOST_AGAIN = 10_000

export function Cell(props: CellProps) {
  const { name, cell, part, links, query, grid, self, can_write } = props
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
        title={`${name}, day ${day}`}
        crumbs={[{ label: 'Results', href: grid }, { label: `Day ${day}` }]}
        sub={`${number(seen)} of ${many(sent, 'link')} indexed by day ${day}${settled ? ` (${percent(seen / sent)})` : ` so far${due > 0 ? `; ${number(due)} still to check` : ''}`}.`}
      />
      <ListCard
        title="Links"
        caption="Links"
        aside={
          <Seg
            label="Links by result"
            tabs={[
              tab('Not indexed', 'missed', sent - seen - due),
              tab('Indexed', 'seen', seen),
              ...(due > 0 ? [tab('Check to come', 'due', due)] : []),
              tab('All', 'all', sent),
            ]}
          />
        }
        columns={columns(props)}
        list={links}
        href={self}
        query={query}
        acts={can_write && <Again {...props} />}
        empty={
          <EmptyState icon="check">{part === 'missed' ? 'Every link was indexed.' : 'No link is here.'}</EmptyState>
        }
      />
      {can_write && props.leaving.length > 0 && <NotSentYet {...props} />}
    </>
  )
}

function columns({ base, can_write, zone = 'UTC' }: CellProps): Column<CellLink>[] {
  const all: Column<CellLink>[] = [
    { label: 'Link', cell: ({ url }) => <OpenUrl url={url} /> },
    {
      label: 'Push',
      class: 'short wide-only',
      cell: ({ job_id, job_name }) => (
        <a href={`${base}/jobs/${job_id}`}>
          <Name of={job_name} />
        </a>
      ),
    },
    { label: 'Result now', cell: (link) => <LinkVerdict link={link} base={base} /> },
    { label: 'Sent', class: 'num when wide-only', cell: ({ sent_at }) => <When time={sent_at} zone={zone} /> },
  ]
  return can_write ? [pickLinks(), ...all] : all
}

/** Opens a new push of the ticked links, or of all; it is sent only after its bill is confirmed. */
const Again = ({ self, query, part, links }: CellProps) => (
  <PickedForm action={`${self}/again`} self={self} fields={asFields(query)}>
    <PickedButton icon="send" {...againWords()} />
    <CopyPicked />
    {part === 'missed' && links.total > 1 && links.total <= MOST_AGAIN && (
      <button type="submit" class="btn small" name="all" value="true" data-always="">
        {`Push all ${number(links.total)} again`}
      </button>
    )}
  </PickedForm>
)

const asFields = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])))

/** Only links of this cell that are not sent yet can be stopped. */
function NotSentYet({ leaving, more, base, self, query, name }: CellProps) {
  const here = leaving.reduce((sum, { uids }) => sum + uids.length, 0)
  return (
    <Card title="Not sent yet" body>
      <p class="muted">
        Sent links cannot be recalled. These pushes have more to send: stopping a link refunds its credit.
      </p>
      <ul class="list">
        {leaving.map((job) => (
          <li>
            <span>
              <a href={`${base}/jobs/${job.id}`}>
                <Name of={job.name} />
              </a>
            </span>
            <span class="muted">{whereTheyAre(job)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p class="muted">{`${many(more, 'older push', 'older pushes')} may have more: they appear here once these are stopped.`}</p>
      )}
      {here > 0 && (
        <Post action={`${self}/stop`} fields={asFields(query)} class="btn small">
          <Icon name="ban" />
          {`Stop pushing these ${number(here)}`}
          <span class="vh"> of {name}</span>
        </Post>
      )}
    </Card>
  )
}

/** A push can also have links of other cells. */
function whereTheyAre({ unsent, uids }: ResultCell['leaving'][number]): string {
  const others = unsent - uids.length
  if (uids.length === 0) return `${many(others, 'link')} to come, none of this cell`
  return others > 0 ? `${many(uids.length, 'link')} of this cell, ${number(others)} besides` : many(uids.length, 'link')
}
