/** Today: the rate of the last complete week, when credits run out, what needs attention, and clients off their usual. */

import { LOW_SHARE, OFF_POINTS, points } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { SampleData } from '../../src/domains/system/index.ts'
import type { ClientStanding, DashboardData } from '../../src/features/attention/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import type { Job } from '../jobs/shapes.ts'
import { Range, Ticks } from '../kit/bars.tsx'
import { EmptyState, Fold, Section } from '../kit/fold.tsx'
import { Delta } from '../kit/strip.tsx'
import { linksHref } from '../links/count-links.ts'
import { Post } from '../parts/forms/post.tsx'
import { SimulatedBanner } from '../parts/page/card.tsx'
import { Checklist, type Task } from '../parts/page/steps.tsx'
import { Avatar } from '../parts/person.tsx'
import { countedDay, hourIn, number, percent, percentParts } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { SampleOffer } from '../sample/sample.tsx'
import { CaseList, type CaseListProps } from './case-list.tsx'
import { type Forecast, RateHeadline } from './headline.tsx'
import type { Weeks } from './weeks.ts'

/** A client whose last day of sending is known; `change`: in points, with a usual rate. */
type KnownClient = ClientStanding & { last: NonNullable<ClientStanding['last']>; change: number | null }

type OffUsualProps = {
  clients: readonly ClientStanding[]
  base: string
  zone: Reader
  /** A client's name links to its page, or to its workspace for visitors who do not manage it. */
  placeOf: (client: ClientStanding) => string
}

function OffUsual({ clients, base, zone, placeOf }: OffUsualProps) {
  const off = clients
    .flatMap(known)
    .filter(({ off_usual }) => off_usual !== null)
    .toSorted((a, b) => (a.change ?? -100) - (b.change ?? -100))
  const rest = clients.filter(({ id }) => !off.some((one) => one.id === id))
  return (
    <Section
      title={say(zone, 'Clients off their usual')}
      note={say(zone, '{points} points or more, or below {low}, on the last day of sending with results', {
        ...{ points: OFF_POINTS, low: percent(LOW_SHARE, zone) },
      })}
      aside={
        <a class="link" href={`${base}/clients`}>
          {say(zone, 'All {n, plural, one {# client} other {# clients}}', { n: clients.length })}
        </a>
      }
    >
      {off.length > 0 && (
        <table class="tbl off">
          <thead class="not-phone">
            <tr>
              <th scope="col">{say(zone, 'Client')}</th>
              <th scope="col" class="end">
                {say(zone, 'Indexed')}
              </th>
              <th scope="col">{say(zone, 'Change')}</th>
              <th scope="col">{say(zone, '0 – 100%, usual marked')}</th>
              <th scope="col">{say(zone, 'Links')}</th>
              <th scope="col" class="end">
                {say(zone, 'Credits')}
              </th>
            </tr>
          </thead>
          <tbody>
            {off.map((client) => (
              <Row client={client} base={base} zone={zone} href={placeOf(client)} />
            ))}
          </tbody>
        </table>
      )}
      {rest.length > 0 && <Others rest={rest} all={off.length === 0} zone={zone} placeOf={placeOf} />}
    </Section>
  )
}

function known(client: ClientStanding): KnownClient[] {
  const { last, usual } = client
  return last ? [{ ...client, last, change: usual === null ? null : points(last.rate, usual) }] : []
}

type RowProps = { client: KnownClient; base: string; zone: Reader; href: string }

const Row = ({ client, base, zone, href }: RowProps) => {
  const { id, name, tile_url, last, usual, change } = client
  return (
    <tr>
      <td>
        <span class="who">
          <Avatar name={name} logo_url={tile_url} />
          <a class="cover nm" href={href} title={name} dir="auto" data-row>
            {name}
          </a>
        </span>
      </td>
      <td class="end">
        <b>{percent(last.rate, zone)}</b>
      </td>
      <td>{change === null ? <span class="delta down">{say(zone, 'low')}</span> : <Delta points={change} off />}</td>
      <td class="rng">
        <Range to={zone} usual={usual} last={last.rate} />
      </td>
      <td class="sent">
        <a class="over" href={linksHref(base, { moment: 'sent', from: last.day, to: last.day, tenant_id: id })}>
          {say(zone, '{links, plural, one {# link} other {# links}} sent on {day}', {
            ...{ links: last.links, day: countedDay(last.day, zone) },
          })}
        </a>
      </td>
      <td class="end not-phone">
        <Left of={client} to={zone} />
      </td>
    </tr>
  )
}

const Left = ({ of: { available, runway_days, running_dry }, to }: { of: ClientStanding; to: Reader }) => (
  <>
    {number(available, to)}
    {runway_days !== null && (
      <span class={running_dry ? 'care' : 'muted'}>
        {runway_days > 365
          ? ` ${say(to, 'for over a year')}`
          : ` ${say(to, 'for {days, plural, one {# day} other {# days}}', { days: Math.floor(runway_days) })}`}
      </span>
    )}
  </>
)

type OthersProps = Pick<OffUsualProps, 'placeOf' | 'zone'> & { rest: readonly ClientStanding[]; all: boolean }

function Others({ rest, all, zone, placeOf }: OthersProps) {
  const compared = rest.flatMap(known).filter(({ change }) => change !== null)
  const shares = compared.map(({ last }) => last.rate)
  const new_ones = rest.length - compared.length
  return (
    <Fold
      summary={
        <>
          <b>
            {all
              ? say(zone, '{n, plural, one {# client} other {# clients}} as usual', { n: rest.length })
              : say(zone, '{n} others as usual', { n: rest.length })}
          </b>
          {new_ones > 0 && say(zone, ', {n} of them without a usual rate yet', { n: new_ones })}
        </>
      }
      beside={
        shares.length > 0 && (
          <>
            <Ticks shares={shares} label={say(zone, 'The others: {span}', { span: spanOf(shares, zone) })} />
            <span class="muted not-phone">{spanOf(shares, zone)}</span>
          </>
        )
      }
    >
      <ul class="plain">
        {rest.map((client) => (
          <li>
            <a href={placeOf(client)}>
              <Name of={client.name} />
            </a>
            <span class="end">{percent(client.last?.rate ?? null, zone)}</span>
            {known(client).map(({ change }) => change !== null && <Delta points={change} off={false} />)}
          </li>
        ))}
      </ul>
    </Fold>
  )
}

const spanOf = (shares: readonly number[], to: Reader): string => {
  const [low, high] = [Math.min(...shares), Math.max(...shares)]
  return percent(low) === percent(high) ? percent(low, to) : `${percentParts(low, to).figure}–${percent(high, to)}`
}

export type TodayProps = Pick<DashboardData, 'clients' | 'jobs' | 'simulated'> &
  CaseListProps & {
    weeks: Weeks
    pushes: readonly Job[]
    forecast: Forecast
    checklist: readonly Task[]
    /** For an agency without pushes, if the visitor may add it. */
    sample: SampleData | null
    /** Base path of the workspace's pages. */
    base: string
    now: Time
    zone: Reader
  }

export function Today({ clients, jobs, simulated, checklist, base, zone, ...rest }: TodayProps) {
  const { weeks, pushes, forecast, sample, now, ...sheet } = rest
  const { cases, desk, can_write } = sheet
  const fresh = jobs === 0 && can_write
  return (
    <>
      {simulated && <SimulatedBanner to={zone} />}
      {checklist.some(({ done }) => !done) && <Setup checklist={checklist} base={base} />}
      {fresh ? <FirstPush base={base} to={zone} /> : <RateHeadline {...{ weeks, pushes, forecast, base, now, zone }} />}
      {fresh && sample && <SampleOffer sample={sample} base={base} />}
      {(!fresh || cases.open.length + cases.seen.length > 0) && <CaseList {...sheet} />}
      {clients.length > 0 && (
        <OffUsual
          clients={clients}
          base={base}
          zone={zone}
          placeOf={({ id }) => `${desk.may.give ? `${base}/clients` : '/app/w'}/${id}`}
        />
      )}
    </>
  )
}

const Setup = ({ checklist, base }: Pick<TodayProps, 'checklist' | 'base'>) => (
  <Section
    title="Set up this install"
    aside={<Post action={`${base}/setup/dismiss`} class="btn small quiet" label="Hide checklist" />}
  >
    <Checklist tasks={checklist} />
  </Section>
)

const FirstPush = ({ base, to }: { base: string; to: Reader }) => (
  <Section title={say(to, 'Your first push')}>
    <EmptyState icon="send" act={<a href={`${base}/push`}>{say(to, 'Choose links')}</a>}>
      {say(to, 'Paste links or a sitemap. Links that are not indexed by day {day} are refunded.', {
        day: LAST_LOOK_DAY,
      })}
    </EmptyState>
  </Section>
)

/** Good morning until noon, good evening from six, by the person's clock. */
export function greeting(now: string, to: Reader, name: string): string {
  const hour = hourIn(now, to)
  if (hour < 5 || hour >= 18) return say(to, 'Good evening, {name}', { name })
  return hour < 12 ? say(to, 'Good morning, {name}', { name }) : say(to, 'Good afternoon, {name}', { name })
}
