import Type from 'typebox'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable } from '../../kernel/operation/shape.ts'

const Bytes = (description: string) => Type.Integer({ minimum: 0, description })
const Ms = (description: string) => Nullable(Type.Number({ description }))

export const Backup = Shape('Backup', {
  id: Id,
  name: Type.String(),
  place: Type.String({ description: 'A folder of the machine, or s3://bucket/prefix' }),
  state: Type.Enum(['running', 'proved', 'failed', 'gone'], {
    description: 'proved: it was restored and its books compared · gone: proved, and removed since',
  }),
  encrypted: Type.Boolean(),
  started_at: Moment,
  finished_at: Nullable(Moment),
  bytes: Nullable(Type.Integer()),
  sha256: Nullable(Type.String()),
  took_ms: Ms('All of it'),
  held_ms: Ms('The copying, during which the log of the database grows'),
  error: Nullable(Type.String()),
})

const Route = Nullable(
  Type.Object({
    adapter: Type.String(),
    status: Type.String({ description: 'off, or the state of its breaker' }),
    last_error: Nullable(Type.Object({ at: Moment, failure: Type.String(), message: Type.String() })),
  }),
)

const GeoDatabase = Type.Object({
  source: Type.String(),
  made_on: Type.String({ description: 'The day of its data' }),
  bytes: Bytes('As it is stored'),
})

/** Which program runs, and whether a newer one is published. */
export const ProgramState = Type.Object({
  version: Type.String(),
  previous_version: Nullable(Type.String({ description: 'Which version ran here before' })),
  updated_at: Nullable(Type.String({ description: 'When this version ran here first' })),
  update: Nullable(
    Type.Object(
      {
        asked_at: Nullable(Type.String({ description: 'When a newer release was last asked for' })),
        error: Nullable(Type.String({ description: 'Why the answer does not count' })),
        newer: Nullable(
          Type.Object({
            version: Type.String(),
            released: Type.String(),
            security: Type.Boolean({ description: 'It fixes security problems' }),
            notes: Type.String({ description: 'Changes, in Markdown' }),
          }),
        ),
      },
      { description: 'null while no address of releases is set' },
    ),
  ),
})

/** The state of the install, for its operator. */
export const SystemState = Shape('SystemState', {
  ...ProgramState.properties,
  started_at: Moment,
  uptime_s: Type.Integer({ minimum: 0 }),
  passive: Type.Boolean({ description: 'No tasks, no mail, no supplier call' }),
  database: Type.Object({
    bytes: Bytes('Size of the file'),
    log_bytes: Bytes('Size of its write-ahead log'),
    free_bytes: Bytes('Within the file, used again before it grows'),
    schema: Type.Integer(),
    checked_at: Nullable(Type.String({ description: 'When all of it was last checked, before a nightly backup' })),
    damage: Nullable(Type.String({ description: 'Damage that the check found; null when there was none' })),
  }),
  disk: Type.Object({
    free_bytes: Bytes('Where the data folder is'),
    total_bytes: Bytes('Size of that disk'),
    bytes_a_day: Nullable(Type.Integer({ description: 'Growth of the database, over 30 days at most' })),
    full_on: Nullable(Type.String({ description: 'Day on which the disk is full at this pace' })),
  }),
  backups: Type.Object({
    place: Type.String(),
    keep: Type.Integer({ description: '0: none is made' }),
    encrypted: Type.Boolean(),
    last_at: Nullable(Moment),
    last_restored_at: Nullable(Type.String({ description: 'When it was restored and its books compared' })),
    error: Nullable(Type.String({ description: 'Why the newest failed' })),
    next_at: Nullable(Moment),
    recent: Type.Array(Backup, { description: 'The newest first, 30 at most' }),
  }),
  tasks: Type.Array(
    Type.Object({
      name: Type.String(),
      summary: Type.String(),
      every_s: Type.Number(),
      last_at: Nullable(Moment),
      took_ms: Nullable(Type.Number()),
      done: Nullable(Type.Integer()),
      next_at: Nullable(Type.String({ description: 'At the latest: work wakes it before' })),
      failed_at: Nullable(Moment),
      error: Nullable(Type.String({ description: 'Error of the last run that failed, as far as runs are kept' })),
    }),
  ),
  crawl: Type.Object({ primary: Route, fallback: Route }),
  smtp: Type.Object({
    configured: Type.Boolean(),
    host: Nullable(Type.String()),
    port: Type.Integer(),
    waiting: Type.Integer({ minimum: 0, description: 'E-mails that are to go out' }),
  }),
  payments: Type.Object({
    mode: Type.Enum(['manual', 'test', 'live'], { description: 'manual: without Stripe · test, live: by its key' }),
    webhook: Type.Boolean({ description: 'Whether what Stripe tells at /hooks/stripe can be proved' }),
    last_event_at: Nullable(Moment),
    waiting: Type.Integer({ minimum: 0, description: 'Payments that are open, and events and refunds that wait' }),
  }),
  loop: Type.Object({
    stalls: Type.Integer({ minimum: 0, description: 'Times that the event loop stood still for 0.1 s or more' }),
    stalled_ms: Type.Number(),
    longest_ms: Ms('The longest of them'),
    last_at: Nullable(Moment),
  }),
  errors_open: Type.Integer({ minimum: 0 }),
  geo: Type.Object({
    built_in: Type.With(GeoDatabase, { description: 'Countries; data of the registries, by nro.net' }),
    own: Nullable(Type.With(GeoDatabase, { description: 'SIGNALPOST_GEO_DB, which is asked first' })),
  }),
})
