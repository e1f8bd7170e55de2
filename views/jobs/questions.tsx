import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import type { Child } from '../jsx/elements.ts'
import { ConfirmLink, type Question } from '../parts/forms/dialogs.tsx'
import { many } from '../parts/text/format.ts'
import { questionOfDelete } from './delete.ts'
import { type Job, type JobDetail, type JobSummary, unsentOf } from './shapes.ts'

export type JobAct = 'stop-sharing' | 'cancel' | 'send-unindexed' | 'delete'

/** Question before an act on a job; `again`: number of links that are pushed again. */
export function questionOf(act: JobAct, job: Job, again = 0, cancel?: CancelFacts, to: Reader = ENGLISH): Question {
  const kind = job.type === 'check' ? 'check' : 'push'
  return {
    'stop-sharing': {
      title: 'Stop sharing this report?',
      body: 'The address stops working at once. Sharing again makes a new one.',
      verb: 'Stop sharing',
    },
    cancel: {
      title: `Cancel this ${kind}?`,
      points: cancel ? effectsOf(job, cancel) : [],
      body: 'This cannot be undone.',
      verb: `Cancel ${kind}`,
    },
    'send-unindexed': {
      title: `Push ${many(again, 'link')} not indexed?`,
      body: `A check did not find them. ${many(again, 'index credit')} will be reserved; links not indexed by day ${LAST_LOOK_DAY} are refunded.`,
      verb: `Push ${many(again, 'link')}`,
      tone: 'plain' as const,
    },
    delete: questionOfDelete(to, job),
  }[act]
}

type CancelFacts = { now: NonNullable<JobSummary['cancel']>; pinged: number }

/** The effects of a cancel, and all that it leaves as it is. */
function effectsOf(job: Job, { now: { links, index, check, again }, pinged }: CancelFacts): string[] {
  const { outcome, type } = job
  const { sent, indexed, not_indexed, checked } = outcome.states
  const credits = [index > 0 && many(index, 'index credit'), check > 0 && many(check, 'check credit')].filter(Boolean)
  const refunds = credits.length > 0 ? `${credits.join(' and ')} refunded.` : 'No credit is refunded.'
  // Links that are sent for the first time go on when only those that failed are called off.
  const others = again ? 0 : unsentOf(job) - links
  const left = others + (type === 'check' ? checked : sent + indexed + not_indexed)
  const stays = again
    ? 'not sent again: as before, they count as not sent'
    : type === 'check'
      ? 'not checked'
      : 'not sent'
  return [
    `${many(links, 'link is', 'links are')} ${stays}. ${refunds}`,
    left > 0 &&
      (type === 'check'
        ? `${many(left, 'check was', 'checks were')} ordered already: the answers are kept and paid for.`
        : `${many(left, 'link was', 'links were')} sent already and cannot be taken back: checks and guarantee go on.`),
    pinged > 0 &&
      `${many(pinged, 'address was', 'addresses were')} sent by IndexNow already, and cannot be taken back.`,
  ].filter((effect) => effect !== false)
}

/** The effect of a cancel, for its question. */
export const cancelFacts = (
  { cancel }: Pick<JobSummary, 'cancel'>,
  { indexnow }: JobDetail,
): CancelFacts | undefined => (cancel ? { now: cancel, pinged: indexnow.sent } : undefined)

export const questionOfLinks = (count: number): Question => ({
  title: `Remove ${many(count, 'link')}?`,
  body: `${count === 1 ? 'Its results are' : 'Their results are'} removed from this push too. No credit moves.`,
  verb: `Remove ${many(count, 'link')}`,
})

/** A link that asks first: in a dialog, or on the page at its address without JavaScript. */
export const Ask = (props: {
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
    {...questionOf(props.act, props.job, props.again, props.cancel)}
  >
    {props.children}
  </ConfirmLink>
)
