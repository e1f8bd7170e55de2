/** The machine: its size, its connections and its scheduled tasks. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { plus, SECOND } from '../../src/kernel/time/clock.ts'
import type { getSystem } from '../../src/operations/system.ts'
import type { Child } from '../jsx/elements.ts'
import { Fold, Section } from '../kit/fold.tsx'
import { Strip, type StripFact } from '../kit/strip.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Chip } from '../parts/chips.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Banner, type Fact, Facts } from '../parts/page/card.tsx'
import { day, many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { nameOf } from '../suppliers/vendors.ts'
import { BREAKER } from '../suppliers/words.ts'
import { versionFacts } from './versions.tsx'

export type SystemData = AnswerOf<typeof getSystem>
export type BackupRow = SystemData['backups']['recent'][number]
type TaskRow = SystemData['tasks'][number]

/** `versions`: what features add below the versions. */
type SystemProps = { system: SystemData; now: string; zone?: string; versions?: Child }

export const ERRORS = '/app/platform/errors'
const BACKUPS = '/app/platform/backups'

/** `1.2 GB`, in decimal units. */
export function size(bytes: number): string {
  const step = Math.max(0, Math.min(4, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${['B', 'kB', 'MB', 'GB', 'TB'][step]}`
}

export function span(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`
}

const Warning = ({
  tone,
  href,
  act,
  children,
}: {
  tone: 'warn' | 'bad'
  href?: string
  act?: string
  children?: Child
}) => (
  <Banner tone={tone} action={href && <LinkButton class="btn small" href={href} label={act} />}>
    {children}
  </Banner>
)

/** Problems of the machine, at the top of the page. */
export const Warnings = ({ system: { passive, database, backups, errors_open } }: Pick<SystemProps, 'system'>) => (
  <>
    {passive && (
      <Warning tone="warn">
        <b>Passive.</b> No task runs, no mail is sent and no supplier is called: SIGNALPOST_PASSIVE is set.
      </Warning>
    )}
    {database.damage !== null && (
      <Warning tone="bad">
        <b>The database is damaged.</b> {database.damage}. Stop the install and restore a backup.
      </Warning>
    )}
    {backups.error !== null && (
      <Warning tone="bad" href={BACKUPS} act="See backups">
        <b>The last backup failed.</b> {backups.error}
      </Warning>
    )}
    {errors_open > 0 && (
      <Warning tone="warn" href={ERRORS} act="See errors">
        {`${many(errors_open, 'kind of error is', 'kinds of error are')} open.`}
      </Warning>
    )}
  </>
)

/** Facts of the machine in one line, also used by the overview. */
const machineFacts = ({
  system: { database, disk, backups, loop },
  zone = 'UTC',
}: Omit<SystemProps, 'now'>): StripFact[] => [
  {
    label: 'Database',
    value: size(database.bytes),
    note: `${size(database.log_bytes)} log, ${size(database.free_bytes)} free inside`,
  },
  { label: 'Disk free', value: size(disk.free_bytes), note: pace(disk) },
  {
    label: 'Last backup',
    value: backups.last_at ? day(backups.last_at, zone) : 'None',
    note: backups.last_restored_at ? 'Verified by a restore' : 'No backup verified yet',
    href: BACKUPS,
  },
  {
    label: 'Server pauses',
    value: number(loop.stalls),
    note: loop.longest_ms === null ? 'Since the start' : `Longest ${loop.longest_ms} ms`,
  },
]

const connections = ({ crawl, smtp, payments, database, geo }: SystemData, zone: string): Fact[] => [
  { label: 'Main supplier', value: route(crawl.primary) },
  { label: 'Fallback', value: route(crawl.fallback) },
  {
    label: 'Mail server',
    value: smtp.configured
      ? `${smtp.host}:${smtp.port} · ${number(smtp.waiting)} waiting`
      : 'Not set up: e-mails are stored',
  },
  { label: 'Payments', value: paymentWords(payments) },
  { label: 'Database checked', value: <When time={database.checked_at} zone={zone} /> },
  { label: 'Countries of addresses', value: `${geoWords(geo.built_in)} · data of the registries (nro.net)` },
  ...(geo.own ? [{ label: 'Your geo database, asked first', value: geoWords(geo.own) }] : []),
]

export const System = ({ system, now, zone = 'UTC', versions }: SystemProps) => (
  <>
    <Warnings system={system} />
    <Strip facts={machineFacts({ system, zone })} />
    <Section title="Versions">
      <Facts facts={versionFacts(system, zone)} />
      {versions}
    </Section>
    <Section title="Connections">
      <Facts facts={connections(system, zone)} />
    </Section>
    <Tasks of={system} zone={zone} now={now} />
  </>
)

/** Time until the disk is full. */
export function pace({ total_bytes, bytes_a_day, full_on }: SystemData['disk']): string {
  const of = `of ${size(total_bytes)}`
  if (full_on) return `${of} · full on ${full_on} at this pace`
  return bytes_a_day === null
    ? `${of} · trend available tomorrow`
    : `${of} · grows by ${size(Math.max(0, bytes_a_day))} a day`
}

const geoWords = ({ source, made_on, bytes }: SystemData['geo']['built_in']): string =>
  `${source} · of ${made_on} · ${size(bytes)}`

function route(one: SystemData['crawl']['primary']): string {
  if (!one) return 'Not connected'
  const { word } = BREAKER[one.status as keyof typeof BREAKER]
  return `${nameOf(one.adapter)} · ${word.toLowerCase()}${one.last_error ? ` · last failure: ${one.last_error.message}` : ''}`
}

/** Late: not begun an interval after its time, as no busy minute explains. */
const isLate = ({ next_at, every_s }: TaskRow, now: string): boolean =>
  next_at !== null && plus(next_at, (every_s + GRACE_S) * SECOND) < now
const GRACE_S = 60

const hasFailed = ({ failed_at, last_at }: TaskRow): boolean => failed_at !== null && failed_at === last_at

/** Tasks that are late or failed, each with its reason; the others are in a fold. */
const Tasks = ({ of: { tasks, passive }, zone, now }: { of: SystemData; zone: string; now: string }) => {
  const bad = tasks.filter((task) => hasFailed(task) || (!passive && isLate(task, now)))
  const rest = tasks.filter((task) => !bad.includes(task))
  return (
    <Section title="Tasks" note={passive ? undefined : bad.length === 0 ? `all ${tasks.length} on time` : undefined}>
      {bad.length > 0 && <DataTable caption="Late or failed" columns={taskColumns(zone)} rows={bad} lines />}
      {rest.length > 0 && (
        <Fold summary={bad.length === 0 ? `All ${many(tasks.length, 'task')}` : `${many(rest.length, 'task')} on time`}>
          <DataTable caption="Tasks" columns={taskColumns(zone)} rows={rest} lines />
        </Fold>
      )}
    </Section>
  )
}

const taskColumns = (zone: string): Column<TaskRow>[] => [
  {
    label: 'Task',
    cell: (task) => (
      <>
        {task.summary}
        <small class="sub2">{task.name}</small>
        {task.error !== null && task.failed_at !== null && (
          <p>
            <Chip word="Failed" icon="triangle-alert" tone={task.failed_at === task.last_at ? 'bad' : 'idle'} />{' '}
            <When time={task.failed_at} zone={zone} />: {task.error}
          </p>
        )}
      </>
    ),
  },
  { label: 'Last run', class: 'num', cell: (task) => <When time={task.last_at} zone={zone} /> },
  { label: 'Took', class: 'num wide-only', cell: ({ took_ms }) => (took_ms === null ? '–' : took(took_ms)) },
  { label: 'Every', class: 'num wide-only', cell: (task) => span(task.every_s) },
  { label: 'Next run', class: 'num wide-only', cell: (task) => <When time={task.next_at} zone={zone} /> },
]

const took = (ms: number): string => (ms < 1000 ? `${ms} ms` : span(ms / 1000))

const paymentWords = ({ mode, webhook, waiting }: SystemData['payments']): string => {
  if (mode === 'manual') return 'By hand: no Stripe key is set'
  const by = webhook ? 'reported to /hooks/stripe' : 'no webhook secret: Stripe is asked from time to time'
  return `Stripe, ${mode} mode · ${by} · ${number(waiting)} waiting`
}
