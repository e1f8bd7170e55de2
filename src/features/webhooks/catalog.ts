/** Every type of event, with the schema of its data. A schema may gain fields, and never loses or changes one. */
import Type, { type Static, type TObject } from 'typebox'
import { LAST_LOOK_DAY, lookDays } from '../../domains/plans/index.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'
import {
  Backup,
  Bounce,
  Breaker,
  BudgetUsed,
  Check,
  Credits,
  Draft,
  Dropped,
  EngineEvent,
  Links,
  Look,
  Moment,
  MovedPush,
  Push,
  Report,
  Returned,
  Site,
  Standing,
  Test,
  Text,
} from './event-data.ts'

/** Ids in samples, as events and answers of the API carry them. */
const ID = '019a4f2e-7c11-7a3b-9d2e-5f0a1b2c3d4e'
const WORKSPACE = '019a4f2d-9b40-7c55-8a11-3e6d5c4b2a10'
const PAGE = `https://push.agency.example/app/w/${WORKSPACE}`
const push = (sent: number, indexed: number): Static<typeof Push> => ({
  ...{
    id: ID,
    name: 'Autumn menu',
    links: 100,
    sent,
    indexed,
    not_indexed: 96 - sent - indexed,
    excluded: 3,
    failed: 1,
  },
  credits: { reserved: sent, used: indexed, returned: 97 - sent - indexed },
  url: `${PAGE}/jobs/${ID}`,
})
const links = {
  ...{
    job_id: ID,
    name: 'Autumn menu',
    count: 1,
    more: false,
    api: `https://push.agency.example/api/v1/jobs/${ID}/urls`,
  },
  links: [{ id: 4711, url: 'https://bakery.example/menu', checked_at: '2026-11-03T06:00:00.000Z' }],
}
const drop = {
  ...{ id: ID, host: 'bakery.example', cause: 'noindex', count: 1, more: false },
  api: `https://push.agency.example/api/v1/drops/${ID}`,
  url: `${PAGE}/still-there/${ID}`,
}
const standing = {
  id: ID,
  run_id: ID,
  name: 'Shop',
  new: 12,
  changed: 3,
  pushed: 15,
  held: 0,
  gone: 0,
  why: null,
  url: `${PAGE}/standing/${ID}`,
}
const report = { id: ID, period: '2026-10', revision: 1, url: `${PAGE}/reports/issues/${ID}` }

const type = <T extends TObject>(when: string, data: T, sample: Static<T>) => ({ when, data, sample })

export const EVENT_TYPES = {
  'push.accepted': type('A push is started', Push, push(0, 0)),
  'push.sent': type('All links of a push are sent', Push, push(96, 0)),
  'push.look': type(`The checks of day ${lookDays('or')} of a push are complete`, Look, {
    id: ID,
    name: 'Autumn menu',
    day: 3,
    seen: 52,
    missed: 44,
    url: `${PAGE}/jobs/${ID}`,
  }),
  'push.finished': type('Every link of a push has its result', Push, push(0, 63)),
  'push.cancelled': type('A push is cancelled and its credits are settled', Push, push(0, 0)),
  'push.moved': type('A push moved to another workspace: one event for each of the two', MovedPush, {
    ...{ id: ID, name: 'Autumn menu', links: 40, direction: 'in' as const, url: `${PAGE}/jobs/${ID}` },
    credits: { reserved: 40, used: 0 },
  }),
  'check.finished': type('A check is finished', Check, {
    id: ID,
    name: 'Recipes',
    links: 200,
    yes: 118,
    no: 80,
    unknown: 2,
    url: `${PAGE}/jobs/${ID}`,
  }),
  'links.indexed': type('Links were found indexed; grouped by push and minute, later by hour', Links, links),
  'links.not_indexed': type(
    `Links were not indexed by day ${LAST_LOOK_DAY} and refunded; grouped the same way`,
    Links,
    links,
  ),
  'links.dropped': type('Watched links dropped out of the index; by host, cause and week, at most one a day', Dropped, {
    ...drop,
    links: [
      {
        ...{ id: 4711, url: 'https://bakery.example/menu' },
        ...{ last_yes_at: '2026-10-20T06:00:00.000Z', first_no_at: '2026-11-02T06:00:00.000Z' },
      },
    ],
  }),
  'links.returned': type('Dropped links are in the index again; grouped the same way', Returned, {
    ...drop,
    out: 33,
    links: [{ id: 4711, url: 'https://bakery.example/menu', returned_at: '2026-11-03T06:00:00.000Z' }],
  }),
  'retention.budget_used': type(
    'The check credits that watched links may use in a month are used up; once a month',
    BudgetUsed,
    { month: '2026-11', budget: 300, used: 300, url: `${PAGE}/still-there` },
  ),
  'engine.event': type('The engine dropped pages of many hosts at once; once for each client', EngineEvent, {
    ...{ id: ID, hosts: 2, count: 61, until: '2026-11-10T06:00:00.000Z' },
    ...{ api: drop.api, url: drop.url },
  }),
  'credits.low': type('A balance fell below the threshold of the workspace', Credits, {
    kind: 'index' as const,
    available: 12,
    url: `${PAGE}/credits`,
  }),
  'credits.changed': type('A balance changed; grouped by 5 seconds. No group includes it', Credits, {
    kind: 'check' as const,
    available: 480,
    url: `${PAGE}/credits`,
  }),
  'standing_push.ran': type('A run of a standing push found something', Standing, standing),
  'standing_push.held': type('A run holds links for a decision', Standing, {
    ...standing,
    pushed: 0,
    held: 412,
    why: '412 links are new or changed at once, more than 120.',
  }),
  'standing_push.failed': type('A run could not read its source', Standing, {
    ...standing,
    new: 0,
    changed: 0,
    pushed: 0,
    why: 'The server answered 503.',
  }),
  'indexnow_site.failing': type('The key file of an IndexNow site cannot be read', Site, {
    id: ID,
    host: 'bakery.example',
    why: 'The key file answered 404.',
    url: `${PAGE}/indexnow/${ID}`,
  }),
  'indexnow_site.verified': type('An IndexNow site is verified', Site, {
    id: ID,
    host: 'bakery.example',
    why: null,
    url: `${PAGE}/indexnow/${ID}`,
  }),
  'draft.waiting': type('A push or check waits for approval by a person', Draft, {
    ...{
      id: ID,
      operation: 'submit_index_job',
      credits: 400,
      asked_by: 'Publishing script',
      url: `${PAGE}/drafts/${ID}`,
    },
  }),
  'report.waiting': type('A report waits for approval', Report, report),
  'report.sent': type('A report was sent to its recipients', Report, report),
  'report.bounced': type('The address of a recipient is refused', Bounce, {
    ...{
      recipient_id: ID,
      email: 'anna@bakery.example',
      answer: '550 5.1.1 No such user here',
      url: `${PAGE}/reports`,
    },
  }),
  'supplier.breaker_opened': type('A crawl route is paused after failures', Breaker, {
    route: 'primary',
    reason: '5 failures in a row',
  }),
  'supplier.breaker_closed': type('A crawl route works again', Breaker, { route: 'primary', reason: null }),
  'backup.failed': type('A backup failed', Backup, { id: ID, error: 'the disk is full' }),
  'webhook.test': type('A person tests a webhook', Test, { message: 'This is a test.' }),
} as const

export type EventType = keyof typeof EVENT_TYPES
export type DataOf<T extends EventType> = Static<(typeof EVENT_TYPES)[T]['data']>
export const TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[]

/** Events of the install: only endpoints of the platform get them. */
export const isOfPlatform = (type: string): boolean => /^(supplier|backup)\./.test(type)

/** Types that an endpoint may choose: `webhook.test` goes to the tested one only. */
export const CHOICES = TYPE_NAMES.filter((type) => type !== 'webhook.test')
/** `push.*` and the like. */
export const GROUPS = [...new Set(CHOICES.map((type) => `${type.split('.')[0]}.*`))]

/** Whether one of these choices covers the type. `credits.changed` is never part of a group. */
export const covers = (choices: readonly string[], type: EventType): boolean =>
  choices.includes(type) || (type !== 'credits.changed' && choices.includes(`${type.split('.')[0]}.*`))

/** An event as it is sent. */
export const eventShape = (name: string, type: EventType): TObject =>
  Shape(name, {
    type: Type.Literal(type),
    timestamp: Moment,
    data: Type.Object({
      tenant_id: Nullable(Type.String({ description: 'Workspace; null for the install' })),
      tenant_name: Nullable(Text),
      ...EVENT_TYPES[type].data.properties,
    }),
  })

/** A whole event with sample data. */
export const sampleOf = (type: EventType) => ({
  type,
  timestamp: '2026-11-03T06:00:00.000Z',
  data: {
    tenant_id: isOfPlatform(type) ? null : WORKSPACE,
    tenant_name: isOfPlatform(type) ? null : 'Bakery',
    ...EVENT_TYPES[type].sample,
  },
})
