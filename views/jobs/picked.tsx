/** Bulk actions on ticked jobs: cancel, retry, delete, with one question for all. */
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { retryJob } from '../../src/operations/jobs/again.ts'
import { cancelJob, deleteJob } from '../../src/operations/jobs/jobs.ts'
import { Button, LinkButton } from '../parts/button.tsx'
import type { Question } from '../parts/forms/dialogs.tsx'
import { Hidden } from '../parts/forms/post.tsx'
import { hx } from '../parts/hx.ts'
import type { IconName } from '../parts/icon.tsx'
import { PickedButton, PickedForm, type PickedWords } from '../parts/lists/picked.tsx'
import { Banner, Card } from '../parts/page/card.tsx'
import { Progress } from '../parts/progress.tsx'
import { many, number } from '../parts/text/format.ts'
import { isFinished, type Job } from './shapes.ts'

export const PICKED_ACTS = ['cancel', 'retry', 'delete'] as const
export type PickedAct = (typeof PICKED_ACTS)[number]

export const OPERATIONS = { cancel: cancelJob, retry: retryJob, delete: deleteJob } as const

/** Bulk actions that the visitor may run. */
export const pickedActs = (may: (operation: AnyOperation) => boolean): PickedAct[] =>
  PICKED_ACTS.filter((act) => may(OPERATIONS[act]))

/** Data of a job for bulk actions, with its reserved credits and failed links. */
export type PickedJob = Pick<Job, 'id' | 'name' | 'type' | 'status' | 'link_count'> & {
  reserved: number
  failed: number
}

/** Jobs of one bulk action: the longest page of the list. */
export const MOST_PICKED = 200

type BulkAction = {
  icon: IconName
  /** Label of the button, by the number of ticked jobs. */
  word: PickedWords
  /** Whether the action fits the state of a job. */
  takes(job: PickedJob): boolean
  question(jobs: readonly PickedJob[]): Question
  done(jobs: string): string
}

const sum = (jobs: readonly PickedJob[], of: 'link_count' | 'reserved' | 'failed'): number =>
  jobs.reduce((all, job) => all + job[of], 0)
const jobsOf = (n: number): string => many(n, 'push', 'pushes')

export const BULK_ACTIONS: Record<PickedAct, BulkAction> = {
  cancel: {
    icon: 'ban',
    word: { none: 'Cancel selected', one: 'Cancel this one', many: 'Cancel these {n}' },
    takes: (job) => !isFinished(job) && job.status !== 'watching',
    question: (jobs) => ({
      title: `Cancel ${jobsOf(jobs.length)}?`,
      body: `They have ${many(sum(jobs, 'link_count'), 'link')} and ${many(sum(jobs, 'reserved'), 'credit')} reserved. Credits of links that are not sent or checked yet are refunded; sent links keep their guarantee.`,
      verb: `Cancel ${jobsOf(jobs.length)}`,
    }),
    done: (jobs) => `${jobs} cancelled. Credits of links that were not sent are refunded.`,
  },
  retry: {
    icon: 'send',
    word: { none: 'Retry failed links', one: 'Retry its failed links', many: 'Retry failed links of {n}' },
    takes: (job) => job.type === 'index' && job.status !== 'cancelled' && job.failed > 0,
    question: (jobs) => ({
      title: `Retry failed links of ${many(jobs.length, 'push', 'pushes')}?`,
      body: `${many(sum(jobs, 'failed'), 'link')} could not be sent. Each reserves a credit again.`,
      verb: `Retry ${many(sum(jobs, 'failed'), 'link')}`,
      tone: 'plain',
    }),
    done: (jobs) => `Failed links of ${jobs} are sent again.`,
  },
  delete: {
    icon: 'trash-2',
    word: { none: 'Delete selected', one: 'Delete this one', many: 'Delete these {n}' },
    takes: isFinished,
    question: (jobs) => ({
      title: `Delete ${jobsOf(jobs.length)}?`,
      points: [
        `They and ${many(sum(jobs, 'link_count'), 'link result')} are removed.`,
        'Credits already used are not affected.',
      ],
      body: 'This cannot be undone.',
      verb: `Delete ${jobsOf(jobs.length)}`,
    }),
    done: (jobs) => `${jobs} deleted.`,
  },
}

type PickedProps = { self: string; acts: readonly PickedAct[] }

export const PickedJobs = ({ self, acts }: PickedProps) => (
  <PickedForm action={askHref(self, acts[0]!)} self={self}>
    {acts.map((act) => (
      <PickedButton formaction={askHref(self, act)} icon={BULK_ACTIONS[act].icon} {...BULK_ACTIONS[act].word} />
    ))}
  </PickedForm>
)

const askHref = (self: string, act: PickedAct): string => `${self}/picked/${act}/ask`
export const actHref = (self: string, act: PickedAct): string => `${self}/picked/${act}`

export type BulkProgress = {
  act: PickedAct
  self: string
  /** Ids of remaining jobs, number of done jobs, and refused jobs with their name and reason. */
  left: readonly string[]
  done: number
  refused: readonly string[]
}

/** Progress of a bulk action: it continues automatically, or by a button without JavaScript. */
export const PickedWork = ({ act, self, left, done, refused }: BulkProgress) => {
  const over = done + refused.length
  return left.length === 0 ? (
    <Over act={act} self={self} done={done} refused={refused} />
  ) : (
    <form
      method="post"
      class="stack"
      action={actHref(self, act)}
      {...hx({
        post: actHref(self, act),
        trigger: 'load, submit',
        target: '#picked-work',
        swap: 'innerHTML',
        sync: 'this:drop',
      })}
    >
      <Progress id="picked-progress" label="Pushes done" value={over} max={over + left.length} />
      <p role="status">{`${number(over)} of ${jobsOf(over + left.length)} done. If you leave this page, the others stay as they are.`}</p>
      <Hidden fields={{ id: left, done: String(done), refused }} />
      <div class="actions no-script">
        <Button class="btn primary" label="Continue" />
      </div>
    </form>
  )
}

const Over = ({ act, self, done, refused }: Omit<BulkProgress, 'left'>) => (
  <div class="stack" role="status">
    {done > 0 && <p>{BULK_ACTIONS[act].done(jobsOf(done))}</p>}
    {refused.length > 0 && (
      <>
        <Banner tone="bad">
          <b>{`${jobsOf(refused.length)} ${refused.length === 1 ? 'was' : 'were'} refused`}</b> and did not change.
        </Banner>
        <ul>
          {refused.map((one) => (
            <li>{one}</li>
          ))}
        </ul>
      </>
    )}
    <div class="actions">
      <LinkButton href={self} label="Back to Pushes" />
    </div>
  </div>
)

/** The page of a bulk action. */
export const PickedPage = (work: BulkProgress) => (
  <Card body>
    <div id="picked-work">
      <PickedWork {...work} />
    </div>
  </Card>
)
