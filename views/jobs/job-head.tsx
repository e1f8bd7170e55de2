import { StatusChip } from '../parts/chips.tsx'
import { CopyField } from '../parts/copy.tsx'
import { ConfirmLink } from '../parts/dialogs.tsx'
import { Field } from '../parts/field.tsx'
import { many, number } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { When } from '../parts/when.tsx'
import type { JobProps } from './job-props.ts'
import { isFinished, isRunning, type Job } from './shapes.ts'

/** Name, state and every action of a job. A viewer sees the CSV and nothing that writes. */
export const JobHead = (props: JobProps) => {
  const { job, hrefs, zone = 'UTC', now, can_write } = props
  return (
    <>
      <PageHead
        title={job.name}
        crumbs={[{ label: 'Jobs', href: hrefs.jobs }, { label: job.type === 'index' ? 'Push' : 'Check' }]}
        sub={
          <>
            <StatusChip job={job} now={now} />
            <span>{job.tenant_name}</span>
            <span aria-hidden="true">·</span>
            <When time={job.created_at} zone={zone} />
            {can_write && hrefs.rename && <Rename job={job} action={hrefs.rename} />}
            {job.drip_days > 0 && <span>{`· over ${many(job.drip_days, 'day')}`}</span>}
          </>
        }
        actions={
          <>
            {hrefs.csv && (
              <a class="btn" href={hrefs.csv} download="" data-key="e">
                <Icon name="download" />
                CSV
              </a>
            )}
            {can_write && <Actions {...props} />}
          </>
        }
      />
      {job.share_url && <Shared {...props} share_url={job.share_url} />}
    </>
  )
}

function Actions({ job, hrefs }: JobProps) {
  const { states, credits } = job.outcome
  const again = states.not_indexed + states.failed
  return (
    <>
      {hrefs.share && !job.share_url && <Post action={hrefs.share} icon="share-2" label="Share report" />}
      {hrefs.sync && !isFinished(job) && <Post action={hrefs.sync} icon="refresh-cw" label="Sync" />}
      {hrefs.retry && states.failed > 0 && (
        <Post action={hrefs.retry} icon="send" label={`Retry ${number(states.failed)} not sent`} />
      )}
      {hrefs.send_unindexed && isFinished(job) && again > 0 && <SendAgain job={job} href={hrefs.send_unindexed} />}
      {hrefs.cancel && isRunning(job) && (
        <ConfirmLink
          href={hrefs.cancel}
          title="Cancel this push?"
          body={`Links that are not sent yet stay unsent and give their credit back. ${many(credits.reserved, 'credit')} reserved now; links already sent keep their guarantee.`}
          verb="Cancel push"
        >
          Cancel push
        </ConfirmLink>
      )}
      {hrefs.remove && isFinished(job) && <Delete job={job} href={hrefs.remove} />}
    </>
  )
}

const SendAgain = ({ job, href }: { job: Job; href: string }) => {
  const links = job.outcome.states.not_indexed + job.outcome.states.failed
  return (
    <ConfirmLink
      href={href}
      tone="plain"
      title="Send the unindexed again?"
      body={`A new push of ${many(links, 'link')} that are not indexed, with the same guarantee. ${many(links, 'index credit')} will be reserved.`}
      verb={`Push ${many(links, 'link')}`}
    >
      <Icon name="undo-2" />
      Send unindexed
    </ConfirmLink>
  )
}

const Delete = ({ job, href }: { job: Job; href: string }) => (
  <ConfirmLink
    href={href}
    title="Delete this job?"
    body={`${job.name} and its ${many(job.link_count, 'link result')} will be removed. Credits already used are not affected.`}
    verb="Delete job"
  >
    <Icon name="trash-2" />
    Delete
  </ConfirmLink>
)

const Post = ({ action, icon, label }: { action: string; icon: IconName; label: string }) => (
  <form method="post" action={action} {...ONCE}>
    <button type="submit" class="btn">
      <Icon name={icon} />
      {label}
    </button>
  </form>
)

const Shared = ({ hrefs, can_write, share_url }: JobProps & { share_url: string }) => (
  <div class="card">
    <div class="body">
      <CopyField
        id="share-url"
        label="Client report"
        value={share_url}
        hint="Anyone with this address can read the report."
      >
        {can_write && hrefs.stop_share && (
          <ConfirmLink
            href={hrefs.stop_share}
            title="Stop sharing this report?"
            body="The address stops working at once. Sharing again makes a new one."
            verb="Stop sharing"
          >
            Stop sharing
          </ConfirmLink>
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
        <button type="submit" class="btn primary">
          Save name
        </button>
      </form>
    </div>
  </>
)
