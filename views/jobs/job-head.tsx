import { Missing } from '../checks/checks.tsx'
import { StatusChip } from '../parts/chips.tsx'
import { CopyField, Download } from '../parts/copy.tsx'
import { Field } from '../parts/field.tsx'
import { many, number } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { When } from '../parts/when.tsx'
import { SameAs } from '../same-as/same-as.tsx'
import type { JobProps } from './job-props.ts'
import { Ask } from './questions.tsx'
import { isFinished, isRunning, type Job, jobHref, retriedOf, unsentOf } from './shapes.ts'

/** Name, state and every action of a job. A viewer sees the CSV and nothing that writes. */
export const JobHead = (props: JobProps) => {
  const { job, base, zone = 'UTC', now, can_write } = props
  const self = jobHref(base, job)
  return (
    <>
      <PageHead
        title={job.name}
        crumbs={[{ label: 'Jobs', href: `${base}/jobs` }, { label: job.type === 'index' ? 'Push' : 'Check' }]}
        sub={
          <>
            <StatusChip job={job} now={now} />
            <span>{job.tenant_name}</span>
            <span aria-hidden="true">·</span>
            <When time={job.created_at} zone={zone} exact />
            {can_write && <Rename job={job} action={`${self}/rename`} />}
            {job.drip_days > 0 && <span>{`· over ${many(job.drip_days, 'day')}`}</span>}
          </>
        }
        actions={
          <>
            <Download href={`${self}/csv`} />
            {can_write && <Acts {...props} />}
          </>
        }
      />
      {job.share_url && <Shared {...props} share_url={job.share_url} />}
    </>
  )
}

/** What can be done with a job as it is now. */
function Acts({ job, facts, base, can_delete }: JobProps) {
  const [self, push, finished] = [jobHref(base, job), job.type === 'index', isFinished(job)]
  const again = push && facts.unseen > 0
  const retried = retriedOf(job)
  const cancels = isRunning(job) && unsentOf(job) > 0
  return (
    <>
      {!job.share_url && (
        <Post action={`${self}/share`}>
          <Icon name="share-2" />
          Share report
        </Post>
      )}
      {push && !finished && job.sent_at !== null && (
        <Post action={`${self}/sync`}>
          <Icon name="refresh-cw" />
          Sync
        </Post>
      )}
      {retried > 0 && (
        <Post action={`${self}/retry`}>
          <Icon name="send" />
          {`Retry ${number(retried)} not sent, ${many(retried, 'credit')}`}
        </Post>
      )}
      {again && (
        <Ask act="send-unindexed" job={job} base={base} again={facts.unseen}>
          <Icon name="undo-2" />
          Send unindexed
        </Ask>
      )}
      {!push && <Missing job={job} count={facts.unseen} base={base} />}
      {cancels && (
        <Ask act="cancel" job={job} base={base}>
          {push ? 'Cancel push' : 'Cancel check'}
        </Ask>
      )}
      {finished && can_delete && (
        <Ask act="delete" job={job} base={base}>
          <Icon name="trash-2" />
          Delete
        </Ask>
      )}
    </>
  )
}

const Shared = ({ job, base, can_write, share_url }: JobProps & { share_url: string }) => (
  <div class="card">
    <div class="body">
      <CopyField
        id="share-url"
        label="Client report"
        value={share_url}
        hint="Anyone with this address can read the report."
      >
        {can_write && (
          <Ask act="stop-sharing" job={job} base={base}>
            Stop sharing
          </Ask>
        )}
      </CopyField>
    </div>
  </div>
)

/** The name in place: a popover, so it opens without JavaScript. */
const Rename = ({ job, action }: { job: Job; action: string }) => (
  <>
    <button type="button" class="linkish" popovertarget="rename">
      Rename
    </button>
    <div class="menu sheet" id="rename" popover="auto">
      <form method="post" action={action} class="form" {...ONCE}>
        <Field name="name" label="Name">
          {(control) => <input class="input" {...control} value={job.name} maxlength="200" required />}
        </Field>
        <div class="actions">
          <button type="submit" class="btn primary">
            Save name
          </button>
          <SameAs of={action} />
        </div>
      </form>
    </div>
  </>
)
