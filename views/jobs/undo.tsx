/** Some seconds in which an order can be undone: nothing of it has left, every credit comes back, and so does the list. */
import { findJob } from '../../src/domains/jobs/index.ts'
import { UNDO, undoUntil } from '../../src/domains/pushes/index.ts'
import { goTo, type SignedInCall } from '../../src/doors/web.ts'
import { between, SECOND, type Time } from '../../src/kernel/clock.ts'
import { cancelJob } from '../../src/operations/jobs/cancel-job.ts'
import { Banner } from '../parts/card.tsx'
import { Icon } from '../parts/icon.tsx'
import { Post } from '../parts/post.tsx'

/** Seconds that are left, whole ones. */
export const secondsLeft = (until: Time, now: Time): number => Math.ceil(between(now, until) / SECOND)

/** `seconds`: as long as the button does what it says; the script counts them down and takes the bar away. */
export const UndoBar = ({ action, seconds }: { action: string; seconds: number }) => (
  <div data-undo={seconds}>
    <Banner
      action={
        <Post action={action} class="btn">
          <Icon name="undo-2" />
          Undo
          <span>
            {' ('}
            <span data-seconds>{seconds}</span>
            {' s)'}
          </span>
        </Post>
      }
    >
      <b>Nothing has left yet.</b> {`For ${UNDO / SECOND} seconds you can take it all back.`}
    </Banner>
  </div>
)

/** The bar of a job that can still be undone by whoever may cancel it. */
export function undoOf(call: SignedInCall, id: string, can_write: boolean): { action: string; seconds: number } | null {
  const now = call.app.clock.now()
  const until = can_write ? call.read((tx) => undoUntil(tx, id)) : null
  return until === null ? null : { action: `${call.base}/jobs/${id}/undo`, seconds: secondsLeft(until, now) }
}

/** Cancels what has not left, and goes back to New push with the list; later than that it says what can still be done. */
export async function undo(call: SignedInCall): Promise<Response> {
  const id = call.params.id!
  const in_time = call.read((tx, asker) => undoUntil(tx, findJob(tx, asker, id).id)) !== null
  if (!in_time) {
    const job = `${call.base}/jobs/${id}`
    return goTo(job, { text: 'It has begun. “Cancel push” stops what was not sent yet.', tone: 'bad' })
  }
  await call.call(cancelJob, { id })
  return goTo(`${call.base}/push?undone=${id}`, { text: 'Undone. Every credit is back, and here is the list.' })
}
