/** The machine room: what an operator looks at when something seems wrong, and before it does. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getSystem } from '../../src/operations/system/get-system.ts'
import { Banner, Card, CardBody, Facts, Kpi } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { day, number } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { ADAPTER_WORDS, BREAKER } from '../suppliers/words.ts'

export type SystemData = AnswerOf<typeof getSystem>
export type BackupRow = SystemData['backups']['recent'][number]
type TaskRow = SystemData['tasks'][number]

export type SystemProps = { system: SystemData; self: string; backups: string; errors: string; zone?: string }

/** `1.2 GB`, in units of a thousand. */
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

export const System = ({ system, self, backups, errors, zone = 'UTC' }: SystemProps) => (
  <>
    <PageHead
      title="System"
      sub={`Signalpost ${system.version}, up for ${span(system.uptime_s)}, schema ${system.database.schema}`}
      actions={
        <>
          <Post action={`${self}/due`}>Run what is due</Post>
          <a class="btn" href={backups}>
            Backups
          </a>
        </>
      }
    />
    <Warnings system={system} errors={errors} backups={backups} />
    <div class="grid">
      <Kpi
        class="w3"
        icon="layout-dashboard"
        label="Database"
        value={size(system.database.bytes)}
        note={`${size(system.database.log_bytes)} of log · ${size(system.database.free_bytes)} free inside`}
      />
      <Kpi class="w3" icon="download" label="Disk free" value={size(system.disk.free_bytes)} note={pace(system.disk)} />
      <Kpi
        class="w3"
        icon="shield-check"
        label="Last backup"
        value={system.backups.last_at ? day(system.backups.last_at, zone) : 'None'}
        note={system.backups.last_restored_at ? 'proved by restoring it' : 'none was proved yet'}
      />
      <Kpi
        class="w3"
        icon="clock"
        label="Stood still"
        value={number(system.loop.stalls)}
        note={system.loop.longest_ms === null ? 'since the start' : `${system.loop.longest_ms} ms at most`}
      />
    </div>
    <Card title="Connections">
      <CardBody>
        <Facts
          facts={[
            { label: 'Crawl route', value: route(system.crawl.primary) },
            { label: 'Fallback', value: route(system.crawl.fallback) },
            {
              label: 'Mail server',
              value: system.smtp.configured
                ? `${system.smtp.host}:${system.smtp.port} · ${number(system.smtp.waiting)} waiting`
                : 'None is set up: letters are kept',
            },
            { label: 'Payments', value: payments(system.payments) },
            {
              label: 'Database checked',
              value: <When time={system.database.checked_at} zone={zone} />,
            },
            { label: 'Countries of addresses', value: geo(system.geo.built_in, ' · data of the registries (nro.net)') },
            ...(system.geo.own ? [{ label: 'Your geo database, asked first', value: geo(system.geo.own) }] : []),
          ]}
        />
      </CardBody>
    </Card>
    <Card title="Tasks">
      <DataTable caption="Scheduled tasks" columns={taskColumns(zone)} rows={system.tasks} />
    </Card>
  </>
)

/** What is wrong with the machine, above all else. */
export const Warnings = ({ system, errors, backups }: Omit<SystemProps, 'zone' | 'self'>) => (
  <>
    {system.passive && (
      <Banner tone="warn">
        <b>Passive.</b> No task runs, no mail is sent and no supplier is called: SIGNALPOST_PASSIVE is set.
      </Banner>
    )}
    {system.database.damage !== null && (
      <Banner tone="bad">
        <b>The database is damaged.</b> {system.database.damage}. Stop the install and restore a backup.
      </Banner>
    )}
    {system.backups.error !== null && (
      <Banner
        tone="bad"
        action={
          <a class="btn small" href={backups}>
            See backups
          </a>
        }
      >
        <b>The last backup failed.</b> {system.backups.error}
      </Banner>
    )}
    {system.errors_open > 0 && (
      <Banner
        tone="warn"
        action={
          <a class="btn small" href={errors}>
            See errors
          </a>
        }
      >
        {system.errors_open === 1
          ? 'One kind of error is open.'
          : `${number(system.errors_open)} kinds of error are open.`}
      </Banner>
    )}
  </>
)

/** How long the disk lasts. */
export function pace({ total_bytes, bytes_a_day, full_on }: SystemData['disk']): string {
  const of = `of ${size(total_bytes)}`
  if (full_on) return `${of} · full on ${full_on} at this pace`
  return bytes_a_day === null
    ? `${of} · its pace is known tomorrow`
    : `${of} · grows by ${size(Math.max(0, bytes_a_day))} a day`
}

const geo = ({ source, made_on, bytes }: SystemData['geo']['built_in'], more = ''): string =>
  `${source} · of ${made_on} · ${size(bytes)}${more}`

function route(one: SystemData['crawl']['primary']): string {
  if (!one) return 'None is set up'
  const { word } = BREAKER[one.status as keyof typeof BREAKER]
  return `${ADAPTER_WORDS[one.adapter] ?? one.adapter} · ${word.toLowerCase()}${one.last_error ? ` · last failure: ${one.last_error.message}` : ''}`
}

const taskColumns = (zone: string): Column<TaskRow>[] => [
  {
    label: 'Task',
    cell: (task) => (
      <>
        <b>{task.name.replaceAll('_', ' ')}</b>
        <div class="muted">
          {task.summary}
          {task.error !== null && task.failed_at !== null && (
            <>
              <br />
              <Chip word="Failed" icon="triangle-alert" tone={task.failed_at === task.last_at ? 'bad' : 'idle'} />{' '}
              <When time={task.failed_at} zone={zone} />: {task.error}
            </>
          )}
        </div>
        <span class="sub">
          <When time={task.last_at} zone={zone} />
        </span>
      </>
    ),
  },
  { label: 'Last run', class: 'num wide-only', cell: (task) => <When time={task.last_at} zone={zone} /> },
  {
    label: 'Took',
    class: 'num wide-only',
    cell: (task) =>
      task.took_ms === null ? '–' : task.took_ms < 1000 ? `${task.took_ms} ms` : span(task.took_ms / 1000),
  },
  { label: 'Every', class: 'num wide-only', cell: (task) => span(task.every_s) },
  { label: 'Next run', class: 'num wide-only', cell: (task) => <When time={task.next_at} zone={zone} /> },
]

const payments = ({ mode, webhook, waiting }: SystemData['payments']): string => {
  if (mode === 'manual') return 'By hand: no Stripe key is set'
  const told = webhook ? '/hooks/stripe tells of them' : 'no webhook secret: Stripe is asked now and then'
  return `Stripe, ${mode} mode · ${told} · ${number(waiting)} waiting`
}
