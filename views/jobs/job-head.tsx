import { ApiEquivalent } from '../api-equivalent/api-equivalent.tsx'
import type { Act, PrimaryAct } from '../kit/menu.tsx'
import { letterHref } from '../letters/drafts.ts'
import { LetterLink, LetterPlace } from '../letters/letter-form.tsx'
import { Button } from '../parts/button.tsx'
import { StatusChip } from '../parts/chips.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { Field } from '../parts/forms/field.tsx'
import { ONCE } from '../parts/hx.ts'
import { Person } from '../parts/person.tsx'
import { many, number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import type { JobProps, LiveProps } from './job-props.ts'
import { Ask, cancelFacts, type JobAct, questionOf } from './questions.tsx'
import { isFinished, type Job, jobHref, retriedOf } from './shapes.ts'

/** `Ada pushed 96 links for Marlow Books, 20 Nov, 09:00`, with the status. */
const Sub = ({ job, now, names = (actor) => actor, zone = 'UTC' }: JobProps) => (
  <>
    <span id="job-status">
      <StatusChip job={job} now={now} />
    </span>
    <span>
      <Person of={job.created_by} names={names} />
      {` ${job.type === 'index' ? 'pushed' : 'checked'} ${many(job.link_count, 'link')} for `}
      <Name of={job.tenant_name} />
      {', '}
      <When time={job.created_at} zone={zone} exact />
      {job.drip_days > 0 && `, over ${many(job.drip_days, 'day')}`}
    </span>
  </>
)

/** The head of a job's page: its name, its main act, and the others in the menu. */
export function headOf(props: JobProps) {
  const { job, base } = props
  const crumbs = [
    job.type === 'index' ? { label: 'Pushes', href: `${base}/jobs` } : { label: 'Checks', href: `${base}/checks` },
    { label: job.tenant_name },
  ]
  const [act, menu] = [actOf(props), menuOf(props)]
  return { heading: job.name, crumbs, sub: <Sub {...props} />, act, menu, kind: 'push', detail: true as const }
}

/** A check with links that are not indexed offers to push them; other jobs to share or to open the report. */
export function actOf({ job, facts, base, can_write, can_share }: LiveProps): PrimaryAct | null {
  if (!can_write) return null
  if (job.type === 'check' && facts.unseen > 0)
    return {
      label: `Push ${number(facts.unseen)} not indexed`,
      icon: 'send',
      href: `${jobHref(base, job)}/send-unindexed`,
    }
  if (!can_share) return null
  return job.share_url
    ? { label: 'Open report', icon: 'file-text', href: job.share_url }
    : { label: 'Share report', icon: 'share-2', href: `${jobHref(base, job)}/share`, post: true }
}

/** Other acts that fit the state of a job. Viewers get only the CSV file. */
export function menuOf({
  job,
  facts,
  base,
  can_write,
  can_share,
  can_move,
  can_delete,
}: LiveProps & Pick<JobProps, 'can_delete'>): (Act | null)[] {
  const self = jobHref(base, job)
  const [push, finished] = [job.type === 'index', isFinished(job)]
  const ask = (act: JobAct, label: string, more: Pick<Act, 'icon' | 'danger'>, again = 0): Act => ({
    label,
    ...more,
    ask: `${self}/${act}`,
    question: questionOf(act, job, again, cancelFacts(facts, job)),
  })
  const file: Act = { label: 'Export CSV', icon: 'download', href: `${self}/csv`, download: true, key: 'e' }
  if (!can_write) return [file]
  const retried = retriedOf(job)
  return [
    { label: 'Rename', icon: 'pencil', opens: 'rename' },
    file,
    can_move ? { label: 'Move to another client', icon: 'arrow-right', href: `${self}?move=1` } : null,
    can_share ? { label: 'Send report', icon: 'mail', href: letterHref(base, 'report', job.id) } : null,
    can_share && !push && facts.unseen > 0 && !job.share_url
      ? { label: 'Share report', icon: 'share-2', post: `${self}/share` }
      : null,
    push && !finished && job.sent_at !== null
      ? { label: 'Ask the supplier now', icon: 'refresh-cw', post: `${self}/sync` }
      : null,
    retried > 0
      ? { label: `Retry ${number(retried)} not sent, ${many(retried, 'credit')}`, icon: 'send', post: `${self}/retry` }
      : null,
    push && facts.unseen > 0
      ? ask('send-unindexed', `Push ${number(facts.unseen)} again`, { icon: 'undo-2' }, facts.unseen)
      : null,
    job.share_url ? ask('stop-sharing', 'Stop sharing', { icon: 'ban', danger: true }) : null,
    facts.cancel ? ask('cancel', push ? 'Cancel push' : 'Cancel check', { icon: 'x', danger: true }) : null,
    finished && can_delete ? ask('delete', 'Delete', { icon: 'trash-2', danger: true }) : null,
  ]
}

const PLACE = 'letter-of-report'

export const Shared = ({ job, base, can_write }: JobProps) => (
  <>
    {job.share_url && (
      <CopyField
        id="share-url"
        label="Client report"
        value={job.share_url}
        hint="Anyone with this address can read the report without signing in, until you stop sharing it."
      >
        {can_write && (
          <>
            <LetterLink href={letterHref(base, 'report', job.id)} at={PLACE} class="btn" label="Send report" />
            <Ask act="stop-sharing" job={job} base={base}>
              Stop sharing
            </Ask>
          </>
        )}
      </CopyField>
    )}
    {job.share_url && can_write && <LetterPlace at={PLACE} />}
  </>
)

/** A popover, so that it opens without JavaScript. */
export const Rename = ({ job, action }: { job: Job; action: string }) => (
  <div class="menu sheet" id="rename" popover="auto">
    <form method="post" action={action} class="form" {...ONCE}>
      <Field name="name" label="Name">
        {(control) => <input class="input" {...control} value={job.name} maxlength="200" required />}
      </Field>
      <div class="actions">
        <Button class="btn primary" label="Save name" />
        <ApiEquivalent of={action} />
      </div>
    </form>
  </div>
)
