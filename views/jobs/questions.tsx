import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { listed, say } from '../../src/kernel/language/say.ts'
import type { Child } from '../jsx/elements.ts'
import { ConfirmLink, type Question } from '../parts/forms/dialogs.tsx'
import { questionOfDelete } from './delete.ts'
import { type Job, type JobDetail, type JobSummary, unsentOf } from './shapes.ts'

export type JobAct = 'stop-sharing' | 'cancel' | 'send-unindexed' | 'delete'

/** Question before an act on a job; `again`: number of links that are pushed again. */
export function questionOf(act: JobAct, job: Job, again = 0, cancel: CancelFacts | undefined, to: Reader): Question {
  const is_check = job.type === 'check'
  return {
    'stop-sharing': {
      title: say(to, 'Stop sharing this report?'),
      body: say(to, 'The address stops working at once. Sharing again makes a new one.'),
      verb: say(to, 'Stop sharing'),
    },
    cancel: {
      title: is_check ? say(to, 'Cancel this check?') : say(to, 'Cancel this push?'),
      points: cancel ? effectsOf(to, job, cancel) : [],
      body: say(to, 'This cannot be undone.'),
      verb: is_check ? say(to, 'Cancel check') : say(to, 'Cancel push'),
    },
    'send-unindexed': {
      title: say(to, 'Push {n, plural, one {# link} other {# links}} not indexed?', { n: again }),
      body: say(
        to,
        'A check did not find them. {n, plural, one {# index credit} other {# index credits}} will be reserved; links not indexed by day {day} are refunded.',
        { n: again, day: LAST_LOOK_DAY },
      ),
      verb: say(to, 'Push {n, plural, one {# link} other {# links}}', { n: again }),
      tone: 'plain' as const,
    },
    delete: questionOfDelete(to, job),
  }[act]
}

type CancelFacts = { now: NonNullable<JobSummary['cancel']>; pinged: number }

/** The effects of a cancel, and all that it leaves as it is. */
function effectsOf(to: Reader, job: Job, { now: { links, index, check, again }, pinged }: CancelFacts): string[] {
  const { outcome, type } = job
  const { sent, indexed, not_indexed, checked } = outcome.states
  // Links that are sent for the first time go on when only those that failed are called off.
  const others = again ? 0 : unsentOf(job) - links
  const left = others + (type === 'check' ? checked : sent + indexed + not_indexed)
  return [
    `${staysOf(to, type, links, again)} ${refundOf(to, index, check)}`,
    left > 0 &&
      (type === 'check'
        ? say(
            to,
            '{left, plural, one {# check was} other {# checks were}} ordered already: the answers are kept and paid for.',
            { left },
          )
        : say(
            to,
            '{left, plural, one {# link was} other {# links were}} sent already and cannot be taken back: checks and guarantee go on.',
            { left },
          )),
    pinged > 0 &&
      say(
        to,
        '{pinged, plural, one {# address was} other {# addresses were}} sent by IndexNow already, and cannot be taken back.',
        { pinged },
      ),
  ].filter((effect) => effect !== false)
}

function staysOf(to: Reader, type: Job['type'], n: number, again: boolean): string {
  if (again)
    return say(
      to,
      '{n, plural, one {# link is} other {# links are}} not sent again: as before, they count as not sent.',
      { n },
    )
  return type === 'check'
    ? say(to, '{n, plural, one {# link is} other {# links are}} not checked.', { n })
    : say(to, '{n, plural, one {# link is} other {# links are}} not sent.', { n })
}

function refundOf(to: Reader, index: number, check: number): string {
  const credits = [
    index > 0 && say(to, '{n, plural, one {# index credit} other {# index credits}}', { n: index }),
    check > 0 && say(to, '{n, plural, one {# check credit} other {# check credits}}', { n: check }),
  ].filter((one) => one !== false)
  return credits.length > 0
    ? say(to, '{credits} refunded.', { credits: listed(to, credits) })
    : say(to, 'No credit is refunded.')
}

/** The effect of a cancel, for its question. */
export const cancelFacts = (
  { cancel }: Pick<JobSummary, 'cancel'>,
  { indexnow }: JobDetail,
): CancelFacts | undefined => (cancel ? { now: cancel, pinged: indexnow.sent } : undefined)

export const questionOfLinks = (n: number, to: Reader): Question => ({
  title: say(to, 'Remove {n, plural, one {# link} other {# links}}?', { n }),
  body: say(
    to,
    '{n, plural, one {Its results are} other {Their results are}} removed from this push too. No credit moves.',
    { n },
  ),
  verb: say(to, 'Remove {n, plural, one {# link} other {# links}}', { n }),
})

/** A link that asks first: in a dialog, or on the page at its address without JavaScript. */
export const Ask = (props: {
  to: Reader
  act: JobAct
  job: Job
  base: string
  again?: number
  cancel?: CancelFacts | undefined
  class?: string
  children?: Child
}) => (
  <ConfirmLink
    href={`${props.base}/jobs/${props.job.id}/${props.act}`}
    class={props.class}
    {...questionOf(props.act, props.job, props.again, props.cancel, props.to)}
  >
    {props.children}
  </ConfirmLink>
)
