/** Links across jobs, as callers read them. */
import Type, { type Static } from 'typebox'
import { text } from '../../kernel/language/say.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Moment, Nullable, TreeTenantId } from '../../kernel/operation/shape.ts'
import { SearchResult } from '../checks/index.ts'
import { LedgerEntry } from '../credits/index.ts'
import { JobPing } from '../indexnow/index.ts'
import { ClosedTo, INDEXED, JOB_TYPES, Job, LINK_CREDITS, Link } from '../jobs/index.ts'
import { lookDays } from '../plans/index.ts'
import { PreflightFacts, ReaderFinding, ReaderHost } from '../preflight/index.ts'
import { AskedZone } from '../tenants/index.ts'
import { VERDICTS } from './link-conditions.ts'
import { MOMENTS } from './links-of-days.ts'
import { WatchedLink } from './watched.ts'
import { WhyFact } from './why-fact.ts'

const Day = (title: string) => Type.String({ title, description: 'A day, included', format: 'date' })

/** Which links are meant. */
export const linkFilters = {
  q: Type.Optional(
    Type.String({ title: 'Search', description: 'Part of the URL, or its beginning with http(s)://', maxLength: 2048 }),
  ),
  url: Type.Optional(Type.String({ title: 'URL', description: 'One URL, in all jobs', maxLength: 2048 })),
  host: Type.Optional(Type.String({ title: 'Host', description: 'Links of this host only', maxLength: 300 })),
  uids: Type.Optional(
    Type.String({
      title: 'Links',
      description: 'Up to 200 `uid`s, with commas between them',
      pattern: '^\\d{1,15}(,\\d{1,15}){0,199}$',
    }),
  ),
  tenant_id: Type.Optional(TreeTenantId),
  verdict: Type.Optional(
    Type.Enum(VERDICTS, {
      title: 'Result',
      description: 'Result of the link; `sent` is the part of `waiting` that has left',
    }),
  ),
  credit: Type.Optional(Type.Enum(LINK_CREDITS, { title: 'Credit' })),
  closed_to: Type.Optional(ClosedTo),
  moment: Type.Optional(
    Type.Enum(MOMENTS, { title: text('Event'), description: 'Event between `from` and `to`; `ordered` unless given' }),
  ),
  from: Type.Optional(Day('From')),
  to: Type.Optional(Day('To')),
  time_zone: AskedZone,
}

const { uid, url, state, indexed, credit, guarantee, reason, sent_at, checked_at, simulated } = Link.properties
const settled_at = Nullable(Moment)

export type ListedLink = Static<typeof ListedLink>
export const ListedLink = Shape('ListedLink', {
  uid,
  url,
  state,
  indexed,
  credit,
  guarantee,
  reason,
  sent_at,
  checked_at,
  settled_at,
  at: Nullable(Type.String({ format: 'date-time', description: 'When that happened which `moment` names' })),
  job_id: Type.String(),
  job_name: Type.String(),
  job_type: Type.Enum(JOB_TYPES),
  ordered_at: Moment,
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  simulated,
  checks: Type.Array(Shape('LinkVerdictSeen', { indexed: Type.Enum(INDEXED), checked_at: Moment }), {
    description: 'The latest 12 checks of the URL in all jobs in reach, the oldest first',
  }),
})

const { rid, engine, purpose, day, method, place, evidence, has_raw } = SearchResult.properties
const { host, state: ping_state, at, answer_status, explanation } = JobPing.properties
const { final_url, status, chain, robots, noindex, canonical, challenged } = PreflightFacts.properties

export type LinkCheck = LinkDetail['checks'][number]
export type LinkPing = LinkDetail['indexnow'][number]
export type LinkDetail = Static<typeof LinkDetail>
/** One link of one job, from its order to its last check. */
export const LinkDetail = Shape('LinkDetail', {
  link: Shape('LinkOfJob', {
    ...Link.properties,
    push_anyway: Type.Boolean(),
    preflight: Nullable(Type.Object({ final_url, status, chain, robots, noindex, canonical, challenged })),
    last_shown: Nullable(
      Type.Object(
        { day: Type.String({ format: 'date' }), impressions: Type.Integer() },
        { description: 'The last day on which Google showed it to people, and how often; null: none is known' },
      ),
    ),
    watch: Nullable(
      Type.With(WatchedLink, { description: 'Checks after the guarantee; null: the link is not checked again' }),
    ),
    is_covered: Type.Boolean({
      description: 'Search Console is asked first when scan_standard checks it; what it answers costs no check credit',
    }),
    answers: Nullable(
      Type.Array(ReaderFinding, {
        description: 'Answer engines that may not use the page, or not all of it; null: not judged',
      }),
    ),
    host: Nullable(Type.With(ReaderHost, { description: 'The site, as it matters to answer engines; null: not read' })),
    batch_links: Nullable(Type.Integer({ description: 'Links in the batch that it was sent in' })),
    settled_at,
  }),
  job: Job,
  last_pushed_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When the workspace last pushed this URL: by hand, by a standing push or by a deploy hook',
    }),
  ),
  indexnow: Type.Array(
    Shape('LinkPing', { state: ping_state, host, at, sent_at: Nullable(Moment), answer_status, explanation }),
  ),
  checks: Type.Array(
    Shape('LinkCheck', {
      rid,
      engine,
      purpose,
      day,
      counted_day: Nullable(
        Type.Integer({
          description: `Day ${lookDays('or')} for which the answer counts, by its own time; null before the link was sent, and after its result`,
        }),
      ),
      method,
      place,
      evidence,
      has_raw,
      indexed: Nullable(Type.Enum(INDEXED)),
      failed: Type.Boolean({ description: 'The engine gave no answer' }),
      confirms: Type.Boolean({ description: "Repeats a 'no' before a credit is refunded" }),
      credits: Type.Integer({ minimum: 0, description: 'Check credits' }),
      created_at: Moment,
      checked_at: Nullable(Type.String({ format: 'date-time', description: 'Null while the engine is asked' })),
    }),
    { description: 'The oldest first; get_raw_check_result has the stored answer of a `rid` with `has_raw`' },
  ),
  why: Type.Array(WhyFact, { description: 'Why it is not indexed; empty while its result is to come' }),
  ledger: Type.Array(LedgerEntry, {
    description: "The job's lines that reserved credits, and those that refunded credits when this link was settled",
  }),
})
