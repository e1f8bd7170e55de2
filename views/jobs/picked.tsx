/** Bulk actions on ticked jobs: cancel, retry, delete, with one question for all. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
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
import { Say } from '../parts/text/say.tsx'
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
  word(to: Reader): PickedWords
  /** Whether the action fits the state of a job. */
  takes(job: PickedJob): boolean
  question(to: Reader, jobs: readonly PickedJob[]): Question
  done(to: Reader, n: number): string
}

const sum = (jobs: readonly PickedJob[], of: 'link_count' | 'reserved' | 'failed'): number =>
  jobs.reduce((all, job) => all + job[of], 0)
const N = { n: '{n}' }

export const BULK_ACTIONS: Record<PickedAct, BulkAction> = {
  cancel: {
    icon: 'ban',
    word: (to) => ({
      none: say(to, 'Cancel selected'),
      one: say(to, 'Cancel this one'),
      many: say(to, 'Cancel these {n}', N),
    }),
    takes: (job) => !isFinished(job) && job.status !== 'watching',
    question: (to, jobs) => ({
      title: say(to, 'Cancel {n, plural, one {# push} other {# pushes}}?', { n: jobs.length }),
      body: say(
        to,
        'They have {links, plural, one {# link} other {# links}} and {credits, plural, one {# credit} other {# credits}} reserved. Credits of links that are not sent or checked yet are refunded; sent links keep their guarantee.',
        { links: sum(jobs, 'link_count'), credits: sum(jobs, 'reserved') },
      ),
      verb: say(to, 'Cancel {n, plural, one {# push} other {# pushes}}', { n: jobs.length }),
    }),
    done: (to, n) =>
      say(
        to,
        '{n, plural, one {# push} other {# pushes}} cancelled. Credits of links that were not sent are refunded.',
        { n },
      ),
  },
  retry: {
    icon: 'send',
    word: (to) => ({
      none: say(to, 'Retry failed links'),
      one: say(to, 'Retry its failed links'),
      many: say(to, 'Retry failed links of {n}', N),
    }),
    takes: (job) => job.type === 'index' && job.status !== 'cancelled' && job.failed > 0,
    question: (to, jobs) => ({
      title: say(to, 'Retry failed links of {n, plural, one {# push} other {# pushes}}?', { n: jobs.length }),
      body: say(to, '{n, plural, one {# link} other {# links}} could not be sent. Each reserves a credit again.', {
        n: sum(jobs, 'failed'),
      }),
      verb: say(to, 'Retry {n, plural, one {# link} other {# links}}', { n: sum(jobs, 'failed') }),
      tone: 'plain',
    }),
    done: (to, n) => say(to, 'Failed links of {n, plural, one {# push} other {# pushes}} are sent again.', { n }),
  },
  delete: {
    icon: 'trash-2',
    word: (to) => ({
      none: say(to, 'Delete selected'),
      one: say(to, 'Delete this one'),
      many: say(to, 'Delete these {n}', N),
    }),
    takes: isFinished,
    question: (to, jobs) => ({
      title: say(to, 'Delete {n, plural, one {# push} other {# pushes}}?', { n: jobs.length }),
      points: [
        say(to, 'They and {n, plural, one {# link result} other {# link results}} are removed.', {
          n: sum(jobs, 'link_count'),
        }),
        say(to, 'Credits already used are not affected.'),
      ],
      body: say(to, 'This cannot be undone.'),
      verb: say(to, 'Delete {n, plural, one {# push} other {# pushes}}', { n: jobs.length }),
    }),
    done: (to, n) => say(to, '{n, plural, one {# push} other {# pushes}} deleted.', { n }),
  },
}

type PickedProps = { to: Reader; self: string; acts: readonly PickedAct[] }

export const PickedJobs = ({ to, self, acts }: PickedProps) => (
  <PickedForm to={to} action={askHref(self, acts[0]!)} self={self}>
    {acts.map((act) => (
      <PickedButton formaction={askHref(self, act)} icon={BULK_ACTIONS[act].icon} {...BULK_ACTIONS[act].word(to)} />
    ))}
  </PickedForm>
)

const askHref = (self: string, act: PickedAct): string => `${self}/picked/${act}/ask`
export const actHref = (self: string, act: PickedAct): string => `${self}/picked/${act}`

export type BulkProgress = {
  to: Reader
  act: PickedAct
  self: string
  /** Ids of remaining jobs, number of done jobs, and refused jobs with their name and reason. */
  left: readonly string[]
  done: number
  refused: readonly string[]
}

/** Progress of a bulk action: it continues automatically, or by a button without JavaScript. */
export const PickedWork = ({ to, act, self, left, done, refused }: BulkProgress) => {
  const over = done + refused.length
  return left.length === 0 ? (
    <Over to={to} act={act} self={self} done={done} refused={refused} />
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
      <Progress to={to} id="picked-progress" label={say(to, 'Pushes done')} value={over} max={over + left.length} />
      <p role="status">
        {say(
          to,
          '{over} of {n, plural, one {# push} other {# pushes}} done. If you leave this page, the others stay as they are.',
          { over, n: over + left.length },
        )}
      </p>
      <Hidden fields={{ id: left, done: String(done), refused }} />
      <div class="actions no-script">
        <Button class="btn primary" label={say(to, 'Continue')} />
      </div>
    </form>
  )
}

const Over = ({ to, act, self, done, refused }: Omit<BulkProgress, 'left'>) => (
  <div class="stack" role="status">
    {done > 0 && <p>{BULK_ACTIONS[act].done(to, done)}</p>}
    {refused.length > 0 && (
      <>
        <Banner tone="bad">
          <Say
            to={to}
            text="<b>{n, plural, one {# push was} other {# pushes were}} refused</b> and did not change."
            values={{ n: refused.length }}
          />
        </Banner>
        <ul>
          {refused.map((one) => (
            <li>{one}</li>
          ))}
        </ul>
      </>
    )}
    <div class="actions">
      <LinkButton href={self} label={say(to, 'Back to Pushes')} />
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
