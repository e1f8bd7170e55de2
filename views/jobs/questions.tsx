import type { Child } from '../jsx/elements.ts'
import { ConfirmLink, type Question } from '../parts/forms/dialogs.tsx'
import { many } from '../parts/text/format.ts'
import type { Job } from './shapes.ts'

export type JobAct = 'stop-sharing' | 'cancel' | 'send-unindexed' | 'delete'

/** Question before an act on a job; `again`: number of links that are pushed again. */
export function questionOf(act: JobAct, job: Job, again = 0): Question {
  const {
    name,
    type,
    link_count,
    outcome: { credits },
  } = job
  const kind = type === 'check' ? 'check' : 'push'
  return {
    'stop-sharing': {
      title: 'Stop sharing this report?',
      body: 'The address stops working at once. Sharing again makes a new one.',
      verb: 'Stop sharing',
    },
    cancel: {
      title: `Cancel this ${kind}?`,
      body:
        kind === 'check'
          ? `Links that are not checked yet are refunded. ${many(credits.reserved, 'credit')} reserved now; answers are kept.`
          : `Links that are not sent yet are refunded. ${many(credits.reserved, 'credit')} reserved now; links already sent keep their guarantee.`,
      verb: `Cancel ${kind}`,
    },
    'send-unindexed': {
      title: `Push ${many(again, 'link')} not indexed?`,
      body: `A check did not find them. ${many(again, 'index credit')} will be reserved; links not indexed by day 7 are refunded.`,
      verb: `Push ${many(again, 'link')}`,
      tone: 'plain' as const,
    },
    delete: {
      title: `Delete this ${kind}?`,
      points: [
        `${name} and its ${many(link_count, 'link result')} are removed.`,
        'Credits already used are not affected.',
      ],
      body: 'This cannot be undone.',
      verb: `Delete ${kind}`,
    },
  }[act]
}

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
  class?: string
  children?: Child
}) => (
  <ConfirmLink
    href={`${props.base}/jobs/${props.job.id}/${props.act}`}
    class={props.class}
    {...questionOf(props.act, props.job, props.again)}
  >
    {props.children}
  </ConfirmLink>
)
