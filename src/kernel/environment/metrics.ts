/** Counts of this process for the graphs of Prometheus. They are not kept: the books are rows of the database. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Tx } from '../database/database.ts'

const COUNTERS = {
  requests: { labels: ['door', 'method', 'status'], help: 'Requests answered' },
  request_seconds: { labels: ['door'], help: 'Seconds from the request to its answer, in all' },
  task_runs: { labels: ['task', 'outcome'], help: 'Runs of scheduled tasks' },
  task_seconds: { labels: ['task'], help: 'Seconds that scheduled tasks ran, in all' },
  looks: { labels: ['engine', 'indexed'], help: 'Finished checks at search engines' },
  letters: { labels: ['outcome'], help: 'E-mails handed to the mail server, or not' },
  credits: { labels: ['kind', 'direction', 'reason'], help: 'Credits that moved, by line of the ledger' },
  upstream_calls: { labels: ['service', 'outcome'], help: 'Calls of outside services' },
} as const
type Counter = keyof typeof COUNTERS

const GAUGES = {
  uptime_seconds: 'Seconds since the start',
  database_bytes: 'Size of the database file',
  database_log_bytes: 'Size of the write-ahead log',
  disk_free_bytes: 'Free space where the data folder is',
  resident_bytes: 'Memory of the process',
  loop_stalls: 'Times since the start that the event loop was blocked for long',
  loop_stalled_seconds: 'Seconds since the start that the event loop was blocked for long',
  audit_stream_lag_rows: 'Rows of the audit trail that the slowest stream has not taken yet',
  tracked_errors_open: 'Tracked errors that are not resolved',
  unattended_connections: 'Outgoing connections that are neither idle nor under a deadline; always 0',
  backup_proved_timestamp_seconds: 'When the newest backup that was restored in a test began, in Unix time',
} as const
type Gauge = keyof typeof GAUGES
type Labels<C extends Counter> = Strings<(typeof COUNTERS)[C]['labels']>
type Strings<T extends readonly unknown[]> = { [K in keyof T]: string }

/** By counter, then by the values of its labels, joined. */
const counted = new Map(Object.keys(COUNTERS).map((name) => [name, new Map<string, number>()]))
const gauges = new Map<Gauge, number>()
const BETWEEN = '\0'

/** Counts once, or `n` times. */
export function count<C extends Counter>(name: C, labels: Labels<C>, n = 1): void {
  const all = counted.get(name)!
  const key = (labels as readonly string[]).join(BETWEEN)
  all.set(key, (all.get(key) ?? 0) + n)
}

/** `door="api",method="GET"`, as the format escapes values. */
const labelled = (names: readonly string[], values: string): string =>
  values
    .split(BETWEEN)
    .map((value, at) => `${names[at]}="${value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))}"`)
    .join(',')

/** Counts once the transaction is on disk. */
export const countLater = <C extends Counter>(tx: Tx, name: C, labels: Labels<C>, n = 1): void =>
  tx.afterCommit(() => count(name, labels, n))

/** Keeps a value that the task which finds it knows. */
export const setGauge = (name: Gauge, value: number): void => {
  gauges.set(name, value)
}

/** Every metric with its text in the manual. */
export const declaredMetrics = (): { name: string; type: string; labels: readonly string[]; help: string }[] => [
  ...Object.entries(COUNTERS).map(([name, { labels, help }]) => ({
    name: `signalpost_${name}_total`,
    type: 'counter',
    labels,
    help,
  })),
  { ...LOOP_DELAY, labels: ['quantile'] },
  ...Object.entries(GAUGES).map(([name, help]) => ({ name: `signalpost_${name}`, type: 'gauge', labels: [], help })),
]

const LOOP_DELAY = {
  name: 'signalpost_loop_delay_seconds',
  type: 'summary',
  help: 'Delay of the event loop since the last scrape',
}

const delay = monitorEventLoopDelay({ resolution: 20 })
delay.enable()

/** Everything in the text format of Prometheus (0.0.4), with values that are known now. */
export function metricsText(now: Readonly<Partial<Record<Gauge, number>>>): string {
  const lines: string[] = []
  for (const [name, { help, labels }] of Object.entries(COUNTERS)) {
    const full = `signalpost_${name}_total`
    lines.push(`# HELP ${full} ${help}`, `# TYPE ${full} counter`)
    for (const [values, n] of counted.get(name)!) lines.push(`${full}{${labelled(labels, values)}} ${n}`)
  }
  const seconds = (quantile: number) => delay.percentile(quantile) / 1e9
  lines.push(`# HELP ${LOOP_DELAY.name} ${LOOP_DELAY.help}`, `# TYPE ${LOOP_DELAY.name} ${LOOP_DELAY.type}`)
  for (const quantile of [50, 99]) lines.push(`${LOOP_DELAY.name}{quantile="0.${quantile}"} ${seconds(quantile)}`)
  lines.push(`${LOOP_DELAY.name}{quantile="1"} ${delay.max / 1e9}`)
  delay.reset()
  const values: Partial<Record<Gauge, number>> = { ...Object.fromEntries(gauges), ...now }
  for (const [name, help] of Object.entries(GAUGES)) {
    const value = values[name as Gauge]
    if (value === undefined) continue
    const full = `signalpost_${name}`
    lines.push(`# HELP ${full} ${help}`, `# TYPE ${full} gauge`, `${full} ${value}`)
  }
  return `${lines.join('\n')}\n`
}
