import { millis, type Time } from '../../src/kernel/clock.ts'
import { type Job, outcomeParts } from '../jobs/shapes.ts'
import type { Child } from '../jsx/elements.ts'
import { Bar, Legend } from '../parts/bar.tsx'
import { Card, CardBody, Empty, Kpi, SimulatedBanner } from '../parts/card.tsx'
import { type ChartPoint, LineChart } from '../parts/chart.tsx'
import { StatusChip } from '../parts/chips.tsx'
import { day, many, number } from '../parts/format.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Checklist, type Task } from '../parts/steps.tsx'
import { type Column, DataTable } from '../parts/table.tsx'

/** One thing that waits for a person: a sentence and its one action. */
export type Need = { icon: IconName; tone?: 'bad'; text: Child; action?: { label: string; href: string } }

export type DashboardProps = {
  workspace: string
  /** `6 clients, 43 pushes being watched.` */
  summary: string
  numbers: {
    indexed_30d: number
    /** Against the 30 days before, in per cent; null without a past. */
    indexed_change: number | null
    credits_returned: number
    index_credits: number
    /** Days that the balance lasts at the present pace; null when nothing is spent. */
    runway_days: number | null
    settling_this_week: number
  }
  curve: readonly { day: Time; indexed: number; sent: number }[]
  needs: readonly Need[]
  in_progress: readonly Job[]
  checklist?: readonly Task[]
  simulated?: boolean
  can_write: boolean
  hrefs: { jobs: string; new_push: string; job: (id: string) => string }
  now: Time
  zone?: string
}

export function Dashboard(props: DashboardProps) {
  const { can_write, hrefs, zone = 'UTC', now } = props
  return (
    <>
      <PageHead
        title={`${greeting(now, zone)}, ${props.workspace}`}
        sub={props.summary}
        actions={can_write && <NewPush href={hrefs.new_push} />}
      />
      {props.simulated && <SimulatedBanner />}
      {props.checklist?.some((task) => !task.done) && (
        <Card title="Set up this install">
          <CardBody>
            <Checklist tasks={props.checklist} />
          </CardBody>
        </Card>
      )}
      <div class="grid">
        <Dials numbers={props.numbers} curve={props.curve} zone={zone} needs={props.needs} />
        <InProgress jobs={props.in_progress} hrefs={hrefs} now={now} can_write={can_write} />
      </div>
    </>
  )
}

const NewPush = ({ href }: { href: string }) => (
  <a class="btn primary" href={href}>
    <Icon name="send" />
    New push
  </a>
)

function Dials({
  numbers,
  curve,
  needs,
  zone,
}: Pick<DashboardProps, 'numbers' | 'curve' | 'needs'> & { zone: string }) {
  return (
    <>
      <Kpi
        class="w3"
        icon="check"
        label="Indexed, last 30 days"
        value={number(numbers.indexed_30d)}
        note={<Change percent={numbers.indexed_change} />}
      />
      <Kpi
        class="w3"
        icon="shield-check"
        label="Credits returned"
        value={number(numbers.credits_returned)}
        note="Not indexed by day 7, so not charged"
      />
      <Kpi
        class="w3"
        icon="coins"
        label="Index credits"
        value={number(numbers.index_credits)}
        note={runway(numbers.runway_days)}
      />
      <Kpi
        class="w3"
        icon="clock"
        label="Settling this week"
        value={number(numbers.settling_this_week)}
        note="Links with their day-7 verdict"
      />
      <Curve curve={curve} zone={zone} />
      <NeedsYou needs={needs} />
    </>
  )
}

function runway(days: number | null): string {
  if (days === null) return 'Nothing spent lately'
  return days > 365 ? 'More than a year at this pace' : `About ${many(days, 'day')} at this pace`
}

function Change({ percent }: { percent: number | null }) {
  if (percent === null) return <>No 30 days before to compare with</>
  return (
    <>
      <span class={percent < 0 ? 'down' : 'up'}>{`${percent < 0 ? '−' : '+'}${Math.abs(Math.round(percent))}%`}</span>{' '}
      on the 30 days before
    </>
  )
}

function Curve({ curve, zone }: { curve: DashboardProps['curve']; zone: string }) {
  const points: ChartPoint[] = curve.map((one) => ({ label: day(one.day, zone), values: [one.indexed, one.sent] }))
  const names = ['Indexed', 'Sent'] as const
  return (
    <Card
      class="w8"
      title="Indexed against sent"
      aside={
        <Legend
          parts={[
            { label: names[0], fill: 'ok' },
            { label: names[1], fill: 'idle' },
          ]}
        />
      }
    >
      {points.length > 0 ? (
        <CardBody>
          <LineChart caption="Links indexed and sent, by day" names={names} points={points} />
        </CardBody>
      ) : (
        <Empty icon="send">The curve starts with the first push.</Empty>
      )}
    </Card>
  )
}

const NeedsYou = ({ needs }: { needs: readonly Need[] }) => (
  <Card
    class="w4"
    title="Needs you"
    aside={
      needs.length > 0 && (
        <span class="chip warn">
          {number(needs.length)}
          <span class="vh"> things</span>
        </span>
      )
    }
  >
    {needs.length === 0 ? (
      <Empty icon="check">Nothing waits for you.</Empty>
    ) : (
      <CardBody>
        <ul class="list">
          {needs.map((need) => (
            <li class={need.tone}>
              <Icon name={need.icon} />
              <span>
                {need.text} {need.action && <a href={need.action.href}>{need.action.label}</a>}
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    )}
  </Card>
)

type InProgressProps = Pick<DashboardProps, 'hrefs' | 'now' | 'can_write'> & { jobs: readonly Job[] }

function InProgress({ jobs, hrefs, now, can_write }: InProgressProps) {
  const columns: Column<Job>[] = [
    {
      label: 'Job',
      cell: (job) => (
        <>
          <a class="name" href={hrefs.job(job.id)} data-row>
            {job.name}
          </a>
          <span class="sub">{`${job.tenant_name} · ${many(job.link_count, 'link')}`}</span>
        </>
      ),
    },
    { label: 'Client', class: 'short wide-only', cell: (job) => job.tenant_name },
    { label: 'Status', cell: (job) => <StatusChip job={job} now={now} /> },
    { label: 'Links', class: 'num wide-only', cell: (job) => number(job.link_count) },
    {
      label: 'Outcome so far',
      class: 'barcell wide-only',
      cell: (job) => <Bar parts={outcomeParts(job.outcome, job.type)} />,
    },
  ]
  return (
    <Card title="In progress" aside={<a href={hrefs.jobs}>All jobs</a>}>
      {jobs.length > 0 ? (
        <DataTable caption="Jobs in progress" columns={columns} rows={jobs} />
      ) : (
        <Empty icon="send" action={can_write && <NewPush href={hrefs.new_push} />}>
          Pushes that are being sent or watched appear here.
        </Empty>
      )}
    </Card>
  )
}

/** Good morning until noon, good evening from six, by the workspace's clock. */
export function greeting(now: Time, zone = 'UTC'): string {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: zone }).format(millis(now)),
  )
  return hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
}
