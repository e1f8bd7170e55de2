import type { readDashboard } from '../../src/domains/reports/index.ts'
import type { Time } from '../../src/kernel/clock.ts'
import { jobColumns, NewPush } from '../jobs/jobs.tsx'
import type { Child } from '../jsx/elements.ts'
import { Legend } from '../parts/bar.tsx'
import { Card, CardBody, Empty, Kpi, SimulatedBanner } from '../parts/card.tsx'
import { BarChart, type ChartPoint } from '../parts/chart.tsx'
import { day, hourIn, many, number, paceWords } from '../parts/format.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Checklist, type Task } from '../parts/steps.tsx'
import { DataTable } from '../parts/table.tsx'

/** One thing that waits for a person: a sentence and its one action. */
export type Need = { icon: IconName; tone?: 'bad'; text: Child; action?: { label: string; href: string } }

export type DashboardProps = Pick<
  ReturnType<typeof readDashboard>,
  'numbers' | 'age_days' | 'curve' | 'in_progress'
> & {
  workspace: string
  /** `6 clients, 43 pushes being watched.` */
  summary: string
  needs: readonly Need[]
  checklist?: readonly Task[]
  simulated?: boolean
  can_write: boolean
  /** Where the workspace's pages are. */
  base: string
  now: Time
  zone?: string
}

export function Dashboard(props: DashboardProps) {
  const { can_write, base, zone = 'UTC', now } = props
  return (
    <>
      <PageHead
        title={`${greeting(now, zone)}, ${props.workspace}`}
        sub={props.summary}
        actions={can_write && <NewPush base={base} />}
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
        <Dials {...props} />
        <Curve curve={props.curve} zone={zone} />
        <NeedsYou needs={props.needs} />
        <InProgress {...props} />
      </div>
    </>
  )
}

const Dials = ({ numbers, age_days }: Pick<DashboardProps, 'numbers' | 'age_days'>) => (
  <>
    <Dial icon="check" label="Indexed, last 30 days" value={numbers.indexed_30d}>
      <Change percent={numbers.indexed_change} age_days={age_days} />
    </Dial>
    <Dial icon="shield-check" label="Credits returned, last 30 days" value={numbers.credits_returned}>
      Not indexed by day 7, so not charged
    </Dial>
    <Dial icon="coins" label="Index credits" value={numbers.index_credits}>
      {paceWords(numbers.runway_days)}
    </Dial>
    <Dial icon="clock" label="Settling this week" value={numbers.settling_this_week}>
      Links with their day-7 verdict
    </Dial>
  </>
)

const Dial = ({ icon, label, value, children }: { icon: IconName; label: string; value: number; children?: Child }) => (
  <Kpi class="w3" icon={icon} label={label} value={number(value)} note={children} />
)

/** Only whole months are compared. */
const COMPARED_FROM = 60

function Change({ percent, age_days }: { percent: number | null; age_days: number }) {
  if (percent === null && age_days < COMPARED_FROM)
    return <>{`The first ${many(Math.max(1, age_days), 'day')}; compared from day ${COMPARED_FROM} on`}</>
  if (percent === null) return <>Nothing in the 30 days before</>
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
          <BarChart caption="Links indexed and sent, by day" names={names} points={points} />
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
          Pushes that are being sent or watched appear here.
        </Empty>
      )}
    </Card>
  )
}

/** Good morning until noon, good evening from six, by the workspace's clock. */
export function greeting(now: Time, zone = 'UTC'): string {
  const hour = hourIn(now, zone)
  return hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
}
