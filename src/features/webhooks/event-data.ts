/** Data of webhook events, by what happened. A schema may gain fields, and never loses or changes one. */
import Type from 'typebox'
import { Count, Nullable } from '../../kernel/operation/shape.ts'

export const Text = Type.String()
export const Moment = Type.String({ format: 'date-time' })
const Url = Type.String({ description: 'Its page in Signalpost' })

export const Push = Type.Object({
  id: Text,
  name: Text,
  links: Count(),
  sent: Type.Integer({ minimum: 0, description: 'Links that wait for a result' }),
  indexed: Count(),
  not_indexed: Count(),
  excluded: Type.Integer({ minimum: 0, description: 'Links that were not sent' }),
  failed: Count(),
  credits: Type.Object({ reserved: Count(), used: Count(), returned: Count() }),
  url: Url,
})
export const MovedPush = Type.Object({
  id: Text,
  name: Text,
  links: Count(),
  direction: Type.Enum(['in', 'out'], { description: 'It came to this workspace, or left it' }),
  credits: Type.Object({ reserved: Count(), used: Count() }),
  url: Nullable(Url),
})
export const Look = Type.Object({ id: Text, name: Text, day: Count(), seen: Count(), missed: Count(), url: Url })
export const Check = Type.Object({
  id: Text,
  name: Text,
  links: Count(),
  yes: Count(),
  no: Count(),
  unknown: Count(),
  url: Url,
})
export const Links = Type.Object({
  job_id: Text,
  name: Text,
  count: Count(),
  links: Type.Array(Type.Object({ id: Type.Integer(), url: Text, checked_at: Nullable(Moment) }), {
    description: 'At most 100',
  }),
  more: Type.Boolean({ description: 'There are more: read `api`' }),
  api: Type.String({ description: 'Where the API lists all of them' }),
})
const DropGroup = {
  id: Text,
  host: Type.String({ description: 'Empty for an event of the engine, which has links of several hosts' }),
  cause: Type.String({ description: 'As `GET /drops/{id}` has it, with words for it' }),
}
export const Dropped = Type.Object({
  ...DropGroup,
  count: Type.Integer({ minimum: 0, description: 'Links of the group that are out now' }),
  links: Type.Array(
    Type.Object({ id: Type.Integer(), url: Text, last_yes_at: Moment, first_no_at: Nullable(Moment) }),
    { description: 'At most 100, each with the two checks between which it dropped' },
  ),
  more: Type.Boolean({ description: 'There are more: read `api`' }),
  api: Type.String({ description: 'Where the API has the group' }),
  url: Url,
})
export const Returned = Type.Object({
  ...DropGroup,
  count: Type.Integer({ minimum: 0, description: 'Links of the group that came back, with those of earlier events' }),
  out: Type.Integer({ minimum: 0, description: 'Links of the group that are still out' }),
  links: Type.Array(Type.Object({ id: Type.Integer(), url: Text, returned_at: Moment }), {
    description: 'At most 100',
  }),
  more: Type.Boolean({ description: 'There are more: read `api`' }),
  api: Type.String({ description: 'Where the API has the group' }),
  url: Url,
})
export const BudgetUsed = Type.Object({
  month: Type.String({ description: '`2026-11`, in the time zone of the workspace' }),
  budget: Type.Integer({ minimum: 0, description: 'Check credits a month' }),
  used: Count(),
  url: Url,
})
export const EngineEvent = Type.Object({
  id: Text,
  hosts: Type.Integer({ minimum: 0, description: 'Hosts of the workspace that lost pages so far' }),
  count: Type.Integer({ minimum: 0, description: 'Links of the workspace that are out now' }),
  until: Type.With(Moment, { description: 'Nothing is pushed again until then' }),
  api: Type.String({ description: 'Where the API has the group' }),
  url: Url,
})
export const Credits = Type.Object({ kind: Type.Enum(['index', 'check']), available: Count(), url: Url })
export const Standing = Type.Object({
  id: Text,
  run_id: Text,
  name: Text,
  new: Count(),
  changed: Count(),
  pushed: Count(),
  held: Count(),
  gone: Count(),
  why: Nullable(Text),
  url: Url,
})
export const Site = Type.Object({ id: Text, host: Text, why: Nullable(Text), url: Url })
export const Draft = Type.Object({ id: Text, operation: Text, credits: Count(), asked_by: Text, url: Url })
export const Report = Type.Object({ id: Text, period: Text, revision: Count(), url: Url })
export const Bounce = Type.Object({ recipient_id: Text, email: Text, answer: Nullable(Text), url: Url })
export const Breaker = Type.Object({ route: Text, reason: Nullable(Text) })
export const Backup = Type.Object({ id: Text, error: Nullable(Text) })
export const Test = Type.Object({ message: Text })
