/** Acts on one push or check of a list. */
import { filled } from '../../src/doors/pages/web.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import { deleteJob } from '../../src/operations/jobs/jobs.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { ActMenu } from '../kit/menu.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { questionOfDelete } from './delete.ts'
import { isFinished, type Job, jobHref, unindexedOf } from './shapes.ts'

/** Alone, “Open” is the word for an engine that may read a page. */
const OPEN: Record<Job['type'], Text> = { index: text('Open push'), check: text('Open check') }

/** Acts that fit the state of a job. */
export function RowActs({ job, view }: { job: Job; view: ListState }) {
  const { base, may, zone } = view
  const [self, finished] = [jobHref(base, job), isFinished(job)]
  return (
    <ActMenu
      to={zone}
      id={`job-${job.id}`}
      label={say(zone, 'Actions for {name}', { name: job.name })}
      acts={[
        { label: say(zone, OPEN[job.type]), icon: 'chevron-right', href: self },
        { label: say(zone, 'Export CSV'), icon: 'download', href: `${self}/csv`, download: true },
        filled(view, 'job_share').some(may)
          ? { label: say(zone, 'Share report'), icon: 'share-2', post: `${self}/share` }
          : null,
        may(submitIndexJob) && finished && unindexedOf(job) > 0
          ? {
              label:
                job.type === 'check' ? say(zone, 'Push links not indexed') : say(zone, 'Push links not indexed again'),
              icon: 'send',
              href: `${self}/send-unindexed`,
            }
          : null,
        may(deleteJob) && finished
          ? {
              label: say(zone, 'Delete'),
              icon: 'trash-2',
              danger: true,
              ask: `${self}/delete`,
              question: questionOfDelete(zone, job),
            }
          : null,
      ]}
    />
  )
}
