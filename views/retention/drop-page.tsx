/** One drop: what changed on its pages, its links, and what helps. */
import type { Child } from '../jsx/elements.ts'
import { Fold, Section } from '../kit/fold.tsx'
import { linkHref } from '../links/verdict.tsx'
import { Chip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { day, many, percent, splitUrl } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import type { DropDetail } from './props.ts'
import { PushButton } from './still-there.tsx'
import { betweenDays } from './words.ts'

type Link = DropDetail['dropped'][number]

type DropPageProps = {
  drop: DropDetail
  self: string
  base: string
  zone: string
  /** The form that closes it; null for those who may not, or when it is closed. */
  close: Child
  pushes: boolean
}

export const DropPage = (props: DropPageProps) => {
  const { drop, zone, close } = props
  return (
    <>
      {drop.event && (
        <Banner>
          {`The engine dropped pages of ${many(drop.event.hosts, 'host')} of ${many(drop.event.clients, 'client')} in one week. Nothing is pushed again until ${day(drop.event.until, zone)}: such pages mostly come back.`}
        </Banner>
      )}
      <p class="lead">{`${many(drop.links, 'link')} dropped ${betweenDays(drop, zone)}. ${drop.act}`}</p>
      <Act {...props} />
      {drop.pushes.map((push) => (
        <p class="muted">
          {`Pushed again on ${day(push.created_at, zone)}${push.automatic ? ', by the rule of the workspace' : ''}: `}
          <a href={`${props.base}/jobs/${push.job_id}`}>{many(push.links, 'link')}</a>
        </p>
      ))}
      <Facts {...props} />
      <Links {...props} />
      {drop.closed_why && <p class="muted">{`Closed by ${drop.closed_by}: ${drop.closed_why}`}</p>}
      {close && (
        <Fold id="close" summary={<b>Close this drop</b>}>
          {close}
        </Fold>
      )}
    </>
  )
}

type InsideProps = Omit<DropPageProps, 'close'>

/** A drop in short, below its row. */
export const DropInside = (props: InsideProps) => (
  <>
    <Facts {...props} />
    <div>
      <p>{props.drop.act}</p>
      <Act {...props} />
      <ul class="paths">
        {props.drop.dropped.slice(0, 3).map(({ url }) => (
          <li class="clip">{splitUrl(url).path}</li>
        ))}
      </ul>
      <a class="link" href={props.self}>{`See ${many(props.drop.links, 'link')} with both answers`}</a>
    </div>
  </>
)

function Act({ drop, self, base, pushes, zone }: InsideProps) {
  if (!pushes || drop.links === 0 || drop.state === 'closed') return null
  const out = drop.dropped.filter(({ state }) => state === 'dropped').map(({ uid }) => String(uid))
  if (drop.push === 'fixed')
    return (
      <Post
        action={`${base}/standing/repairs`}
        fields={{ uids: out }}
        icon="refresh-cw"
        label={`Push ${many(out.length, 'link')} once fixed`}
      />
    )
  if (drop.pushable > 0)
    return (
      <>
        <PushButton action={`${self}/push`} n={drop.pushable} />
        {drop.push === 'rarely' && <p class="muted">{returnsInWords(drop)}</p>}
      </>
    )
  return drop.push_from === null ? null : (
    <p class="muted">{`Push from ${day(drop.push_from, zone)}. ${returnsInWords(drop)}`}</p>
  )
}

/** The honest rate beside the button. */
const returnsInWords = ({ pushed_before, returned_before }: DropDetail): string =>
  pushed_before === 0
    ? 'No dropped link was pushed again so far, so how often that helps is not known.'
    : `Of ${many(pushed_before, 'dropped link')} pushed again, ${returned_before} came back (${percent(returned_before / pushed_before)}).`

const FACTS: readonly [label: string, of: (page: NonNullable<Link['after']>) => string][] = [
  ['Answer', ({ status }) => (status === null ? 'none' : String(status))],
  ['noindex', ({ noindex }) => noindex ?? 'none'],
  ['robots.txt', ({ robots }) => robots ?? 'lets Google in'],
  ['Canonical', ({ canonical }) => canonical ?? 'none'],
]

/** The first link whose page was read at both times is the example. */
function Facts({ drop, zone }: InsideProps) {
  const link = drop.dropped.find(({ before, after }) => before && after) ?? drop.dropped.find(({ after }) => after)
  if (!link?.after) return null
  const read = drop.dropped.filter(({ before, after }) => before && after)
  const rows = FACTS.map(([label, of]) => {
    const [before, after] = [link.before ? of(link.before) : '–', of(link.after!)]
    const alike = read.filter((one) => of(one.before!) !== after && of(one.after!) === after).length
    return {
      label,
      before,
      after: link.before && before !== after ? <b>{`${after} on ${alike} of ${read.length}`}</b> : after,
    }
  })
  return (
    <Section title="Then and now" note={link.url}>
      <DataTable
        caption="The page before its push and at the first miss"
        rows={rows}
        columns={[
          { label: 'Fact', cell: ({ label }) => label },
          { label: 'Before the push', cell: ({ before }) => before },
          {
            label: link.first_no_at ? `First miss, ${day(link.first_no_at, zone)}` : 'First miss',
            cell: ({ after }) => after,
          },
        ]}
      />
    </Section>
  )
}

function Links({ drop, base, zone }: DropPageProps) {
  const columns: Column<Link>[] = [
    {
      label: 'Link',
      cell: ({ uid, url, google_canonical }) => (
        <Named
          href={linkHref(base, uid)}
          name={drop.host ? splitUrl(url).path : url}
          sub={google_canonical && `Google shows ${google_canonical}`}
        />
      ),
    },
    {
      label: 'State',
      cell: ({ state }) =>
        state === 'returned' ? (
          <Chip word="Came back" icon="check" tone="ok" />
        ) : (
          <Chip word="Dropped" icon="x" tone="warn" />
        ),
    },
    { label: 'Last seen', class: 'num when', cell: ({ last_yes_at }) => <When time={last_yes_at} zone={zone} /> },
    { label: 'First missed', class: 'num when', cell: ({ first_no_at }) => <When time={first_no_at} zone={zone} /> },
  ]
  return (
    <Section title="Links" note={drop.dropped.length < drop.links ? `the first ${drop.dropped.length}` : undefined}>
      <DataTable caption="Dropped links" columns={columns} rows={drop.dropped} lines />
    </Section>
  )
}
