/** The dashboard: cases that need attention, the state of each client, and jobs in progress. */
import type { DashboardData } from '../../src/domains/reports/index.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { jobColumns, NewPush } from '../jobs/jobs.tsx'
import type { Child } from '../jsx/elements.ts'
import { lately, linksHref, reservedHref } from '../links/doors.ts'
import { type Fill, Legend } from '../parts/bar.tsx'
import { Card, CardBody, Empty, Kpi, SimulatedBanner } from '../parts/card.tsx'
import { type ChartPoint, StackChart } from '../parts/chart.tsx'
import { countedDay, hourIn, many, number, paceWords } from '../parts/format.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { MEANS } from '../parts/means.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { Checklist, type Task } from '../parts/steps.tsx'
import { DataTable } from '../parts/table.tsx'
import type { Desk } from './cases.tsx'
import { ClientRows } from './clients.tsx'
import { Sheet, type SheetProps } from './sheet.tsx'

export type DashboardProps = Pick<
  DashboardData,
  'numbers' | 'age_days' | 'chart' | 'in_progress' | 'clients' | 'jobs'
> &
  SheetProps & {
    /** The name in the greeting. */
    person: string
    /** `6 clients, 43 pushes being watched.` */
    summary: string
    checklist?: readonly Task[]
    simulated?: boolean
    /** Base path of the workspace's pages. */
    base: string
    now: Time
    zone?: string
  }

export function Dashboard(props: DashboardProps) {
  const { can_write, base, zone = 'UTC', now, clients, jobs } = props
  const { cases, desk, idempotency_key } = props
  const fresh = jobs === 0 && can_write
  return (
    <>
      <PageHead
        title={`${greeting(now, zone)}, ${props.person}`}
        sub={props.summary}
        actions={can_write && <NewPush base={base} />}
      />
      {props.simulated && <SimulatedBanner />}
      {props.checklist?.some((task) => !task.done) && (
        <Card
          title="Set up this install"
          aside={
            <Post action={`${base}/setup/dismiss`} class="btn small ghost">
              Hide checklist
            </Post>
          }
        >
          <CardBody>
            <Checklist tasks={props.checklist} />
          </CardBody>
        </Card>
      )}
      <div class="grid">
        {(!fresh || cases.open.length + cases.seen.length > 0) && (
          <Sheet cases={cases} desk={desk} can_write={can_write} idempotency_key={idempotency_key} />
        )}
        {fresh ? <FirstPush base={base} /> : <Dials {...props} />}
        {clients.length > 0 && (
          <ClientRows clients={clients} base={base} now={now} zone={zone} placeOf={placeIn(base, desk)} />
        )}
        {!fresh && <SentDays {...props} />}
        {!fresh && <InProgress {...props} />}
      </div>
    </>
  )
}

/** Shown instead of summary cards that would all be zero. */
const FirstPush = ({ base }: { base: string }) => (
  <Card title="Your first push">
    <CardBody>
      <p>
        Paste the links that search engines should index. Each is screened for free, and you see the bill before any
        credit is reserved. Links not indexed by day 7 are refunded.
      </p>
      <p>
        <a class="btn primary" href={`${base}/push`}>
          <Icon name="send" />
          Paste your first links
        </a>
      </p>
    </CardBody>
  </Card>
)

type DialsProps = Pick<DashboardProps, 'numbers' | 'age_days' | 'base' | 'now' | 'desk'>

const Dials = ({ numbers, age_days, base, now, desk }: DialsProps) => (
  <>
    <Dial
      icon="check"
      label="Indexed, last 30 days"
      help={MEANS.indexed}
      value={numbers.indexed_30d}
      href={linksHref(base, { moment: 'indexed', ...lately(now) })}
    >
      <Change percent={numbers.indexed_change} age_days={age_days} />
    </Dial>
    <Dial
      icon="shield-check"
      label="Credits refunded, last 30 days"
      help={MEANS.returned}
      value={numbers.credits_returned}
      href={linksHref(base, { moment: 'returned', ...lately(now) })}
    >
      Not indexed by day 7, so not charged
    </Dial>
    <Dial icon="coins" label="Index credits" help={MEANS.free} value={numbers.index_credits} href={`${base}/credits`}>
      {paceWords(numbers.runway_days)}
      {numbers.reserved > 0 && (
        <>
          {'; '}
          <a href={reservedHref(base, desk.tenant_id)}>{`${number(numbers.reserved)} more reserved`}</a>
        </>
      )}
    </Dial>
    <Dial
      icon="clock"
      label="Settling this week"
      help={MEANS.settling}
      value={numbers.settling_this_week}
      href={`${base}/links?verdict=sent`}
    >
      Links with their day-7 verdict
    </Dial>
  </>
)

type DialProps = { icon: IconName; label: string; help: string; value: number; href: string; children?: Child }

const Dial = ({ icon, label, help, value, href, children }: DialProps) => (
  <Kpi class="w3" icon={icon} label={label} help={help} value={number(value)} href={href} note={children} />
)

/** Compares only periods of a full 30 days. */
const COMPARED_FROM = 60

function Change({ percent, age_days }: { percent: number | null; age_days: number }) {
  if (percent === null && age_days < COMPARED_FROM)
    return <>{`First ${many(Math.max(1, age_days), 'day')}; comparison starts on day ${COMPARED_FROM}`}</>
  if (percent === null) return <>None in the previous 30 days</>
  return (
    <>
      <span class={percent < 0 ? 'down' : 'up'}>{`${percent < 0 ? '−' : '+'}${Math.abs(Math.round(percent))}%`}</span>{' '}
      compared with the previous 30 days
    </>
  )
}

const FATES: readonly { label: string; fill: Fill }[] = [
  { label: 'Indexed', fill: 'ok' },
  { label: 'Waiting', fill: 'reserved' },
  { label: 'Not indexed', fill: 'warn' },
]

/** `of`: the workspace that is counted, if it is only one. */
type SentDaysProps = Pick<DashboardProps, 'chart' | 'base' | 'now' | 'zone'> & { of?: string }

/** One bar for each day of sending, divided by outcome; the green part is the indexed share. */
export function SentDays({ chart, base, now, zone, of }: SentDaysProps) {
  const sentIn = (days: { from: string; to: string }) =>
    linksHref(base, { moment: 'sent', ...days, ...(of && { tenant_id: of }) })
  const points = chart.map(({ day, indexed, waiting, not_indexed }): ChartPoint => {
    const [label, n] = [countedDay(day, zone), indexed + waiting + not_indexed]
    const door =
      n > 0 ? { href: sentIn({ from: day, to: day }), label: `${many(n, 'link')} sent on ${label}` } : undefined
    return { label, values: [indexed, waiting, not_indexed], door }
  })
  return (
    <Card
      title="Outcome by day of sending"
      aside={<Legend parts={[...FATES]} />}
      foot={<a href={sentIn(lately(now))}>All links sent in the last 30 days</a>}
    >
      {points.length > 0 ? (
        <CardBody>
          <StackChart
            caption="Links by the day they were sent"
            names={FATES.map(({ label }) => label)}
            fills={FATES.map(({ fill }) => fill)}
            points={points}
          />
        </CardBody>
      ) : (
        <Empty icon="send">The chart starts with the first day of sending.</Empty>
      )}
    </Card>
  )
}

function InProgress({ in_progress, base, now, can_write }: DashboardProps) {
  const { name, client, status, links, outcome } = jobColumns(base, now)
  return (
    <Card title="In progress" aside={<a href={`${base}/jobs`}>All jobs</a>}>
      {in_progress.length > 0 ? (
        <DataTable
          caption="Jobs in progress"
          columns={[name, client, status, links, { ...outcome, label: 'Outcome so far' }]}
          rows={in_progress}
        />
      ) : (
        <Empty icon="send" action={can_write && <NewPush base={base} />}>
          Pushes appear here while they are sent or watched.
        </Empty>
      )}
    </Card>
  )
}

/** Good morning until noon, good evening from six, by the person's clock. */
export function greeting(now: Time, zone = 'UTC'): string {
  const hour = hourIn(now, zone)
  return hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
}

const placeIn = (base: string, { may }: Desk) => {
  const place = may.give ? `${base}/clients` : '/app/w'
  return ({ id }: { id: string }): string => `${place}/${id}`
}
