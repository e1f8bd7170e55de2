/** One drop: what changed on its pages, its links, and what helps. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import type { Child } from '../jsx/elements.ts'
import { Fold, Section } from '../kit/fold.tsx'
import { linkHref } from '../links/verdict.tsx'
import { Chip } from '../parts/chips.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { day, percent, splitUrl } from '../parts/text/format.ts'
import { Say } from '../parts/text/say.tsx'
import { When } from '../parts/text/when.tsx'
import type { DropDetail } from './props.ts'
import { betweenDays } from './words.ts'

type Link = DropDetail['dropped'][number]

type DropPageProps = {
  drop: DropDetail
  self: string
  base: string
  zone: Reader
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
          {say(
            zone,
            'The engine dropped pages of {hosts, plural, one {# host} other {# hosts}} of {clients, plural, one {# client} other {# clients}} in one week. Nothing is pushed again until {day}: such pages mostly come back.',
            { ...drop.event, day: day(drop.event.until, zone) },
          )}
        </Banner>
      )}
      <p class="lead">
        {say(zone, '{n, plural, one {# link} other {# links}} dropped {when}. {act}', {
          ...{ n: drop.links, when: betweenDays(drop, zone), act: sayStored(zone, drop.act) },
        })}
      </p>
      <Act {...props} />
      {drop.pushes.map((push) => (
        <p class="muted">
          <Say
            to={zone}
            text="Pushed again on {day}{by, select, rule {, by the rule of the workspace} other {}}: <a>{links, plural, one {# link} other {# links}}</a>"
            values={{ day: day(push.created_at, zone), by: push.automatic ? 'rule' : '', links: push.links }}
            tags={{
              a: (inner) =>
                push.job_id ? <a href={`${props.base}/jobs/${push.job_id}`}>{inner}</a> : <span>{inner}</span>,
            }}
          />
        </p>
      ))}
      <Facts {...props} />
      <Links {...props} />
      {drop.closed_why && (
        <p class="muted">
          {say(zone, 'Closed by {person}: {why}', { person: drop.closed_by ?? '', why: drop.closed_why })}
        </p>
      )}
      {close && (
        <Fold id="close" summary={<b>{say(zone, 'Close this drop')}</b>}>
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
      <p>{sayStored(props.zone, props.drop.act)}</p>
      <Act {...props} />
      <ul class="paths">
        {props.drop.dropped.slice(0, 3).map(({ url }) => (
          <li class="clip">{shortOf(props.drop, url)}</li>
        ))}
      </ul>
      <a class="link" href={props.self}>
        {say(props.zone, 'See {n, plural, one {# link} other {# links}} with both answers', { n: props.drop.links })}
      </a>
    </div>
  </>
)

/** An event of an engine has pages of several hosts. */
const shortOf = ({ host }: DropDetail, url: string): string => (host ? splitUrl(url).path : url)

function Act({ drop, self, base, pushes, zone }: InsideProps) {
  if (!pushes || drop.links === 0 || drop.state === 'closed') return null
  const out = drop.dropped.filter(({ state }) => state === 'dropped').map(({ uid }) => String(uid))
  if (drop.push === 'fixed')
    return (
      <Post
        action={`${base}/standing/repairs`}
        fields={{ uids: out }}
        icon="refresh-cw"
        to={zone}
        label={say(zone, 'Push {n, plural, one {# link} other {# links}} once fixed', { n: out.length })}
      />
    )
  if (drop.pushable > 0)
    return (
      <>
        <Post
          to={zone}
          action={`${self}/push`}
          icon="send"
          label={say(zone, 'Push {n, plural, one {# link} other {# links}} again', { n: drop.pushable })}
        />
        {drop.push === 'rarely' && <p class="muted">{returnsInWords(drop, zone)}</p>}
      </>
    )
  return drop.push_from === null ? null : (
    <p class="muted">
      {say(zone, 'Push from {day}. {returns}', {
        ...{ day: day(drop.push_from, zone), returns: returnsInWords(drop, zone) },
      })}
    </p>
  )
}

/** The honest rate beside the button. */
const returnsInWords = ({ pushed_before, returned_before }: DropDetail, to: Reader): string =>
  pushed_before === 0
    ? say(to, 'No dropped link was pushed again so far, so how often that helps is not known.')
    : say(to, 'Of {n, plural, one {# dropped link} other {# dropped links}} pushed again, {back} came back ({rate}).', {
        n: pushed_before,
        back: returned_before,
        rate: percent(returned_before / pushed_before, to),
      })

/** With the word for a page without it. */
const FACTS: readonly [label: string, none: Text, of: (page: NonNullable<Link['after']>) => string | null][] = [
  [text('Answer'), text('none'), ({ status }) => (status === null ? null : String(status))],
  ['noindex', text('none'), ({ noindex }) => noindex],
  ['robots.txt', text('lets Google in'), ({ robots }) => robots],
  [text('Canonical'), text('none'), ({ canonical }) => canonical],
]

/** The first link whose page was read at both times is the example. */
function Facts({ drop, zone }: InsideProps) {
  const link = drop.dropped.find(({ before, after }) => before && after) ?? drop.dropped.find(({ after }) => after)
  if (!link?.after) return null
  const read = drop.dropped.filter(({ before, after }) => before && after)
  const rows = FACTS.map(([label, none, find]) => {
    const of = (page: NonNullable<Link['after']>): string => find(page) ?? say(zone, none)
    const [before, after] = [link.before ? of(link.before) : '–', of(link.after!)]
    const alike = read.filter((one) => of(one.before!) !== after && of(one.after!) === after).length
    return {
      label: sayStored(zone, label),
      before,
      after:
        link.before && before !== after ? (
          <b>{say(zone, '{fact} on {alike} of {all}', { fact: after, alike, all: read.length })}</b>
        ) : (
          after
        ),
    }
  })
  return (
    <Section title={say(zone, 'Then and now')} note={link.url}>
      <DataTable
        to={zone}
        caption={text('The page before its push and at the first miss')}
        rows={rows}
        columns={[
          { label: text('Fact'), cell: ({ label }) => label },
          { label: text('Before the push'), cell: ({ before }) => before },
          {
            label: link.first_no_at
              ? say(zone, 'First miss, {day}', { day: day(link.first_no_at, zone) })
              : text('First miss'),
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
      label: text('Link'),
      cell: ({ uid, url, google_canonical }) => (
        <Named
          href={linkHref(base, uid)}
          name={shortOf(drop, url)}
          sub={google_canonical && say(zone, 'Google shows {url}', { url: google_canonical })}
        />
      ),
    },
    {
      label: text('State'),
      cell: ({ state }) =>
        state === 'returned' ? (
          <Chip to={zone} word={text('Came back')} icon="check" tone="ok" />
        ) : (
          <Chip to={zone} word={text('Dropped')} icon="x" tone="warn" />
        ),
    },
    { label: text('Last seen'), class: 'num when', cell: ({ last_yes_at }) => <When time={last_yes_at} zone={zone} /> },
    {
      label: text('First missed'),
      class: 'num when',
      cell: ({ first_no_at }) => <When time={first_no_at} zone={zone} />,
    },
  ]
  return (
    <Section
      title={say(zone, 'Links')}
      note={drop.dropped.length < drop.links ? say(zone, 'the first {n}', { n: drop.dropped.length }) : undefined}
    >
      <DataTable to={zone} caption={text('Dropped links')} columns={columns} rows={drop.dropped} lines />
    </Section>
  )
}
