import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
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
import { Name } from '../parts/text/name.tsx'
import { Say, type Tags } from '../parts/text/say.tsx'
import { When } from '../parts/text/when.tsx'
import type { JobProps, LiveProps } from './job-props.ts'
import { Ask, cancelFacts, type JobAct, questionOf } from './questions.tsx'
import { isFinished, type Job, jobHref, retriedOf } from './shapes.ts'

/** `Ada pushed 96 links for Marlow Books, 20 Nov, 09:00`, with the status. */
const Sub = (props: JobProps) => (
  <>
    <span id="job-status">
      <StatusChip to={props.zone} job={props.job} now={props.now} />
    </span>
    <span>
      <Order {...props} />
    </span>
  </>
)

const Order = ({ job, names = (actor) => actor, zone: to }: JobProps) => {
  const { type, link_count: n, drip_days: days } = job
  const tags: Tags = {
    person: () => <Person of={job.created_by} names={names} />,
    client: () => <Name of={job.tenant_name} />,
    time: () => <When time={job.created_at} zone={to} exact />,
  }
  if (type === 'check')
    return (
      <Say
        to={to}
        text="<person></person> checked {n, plural, one {# link} other {# links}} for <client></client>, <time></time>"
        values={{ n }}
        tags={tags}
      />
    )
  return days > 0 ? (
    <Say
      to={to}
      text="<person></person> pushed {n, plural, one {# link} other {# links}} for <client></client>, <time></time>, over {days, plural, one {# day} other {# days}}"
      values={{ n, days }}
      tags={tags}
    />
  ) : (
    <Say
      to={to}
      text="<person></person> pushed {n, plural, one {# link} other {# links}} for <client></client>, <time></time>"
      values={{ n }}
      tags={tags}
    />
  )
}

/** The head of a job's page: its name, its main act, and the others in the menu. */
export function headOf(props: JobProps) {
  const { job, base, zone: to } = props
  const crumbs = [
    job.type === 'index'
      ? { label: say(to, 'Pushes'), href: `${base}/jobs` }
      : { label: say(to, 'Checks'), href: `${base}/checks` },
    { label: job.tenant_name },
  ]
  const [act, menu] = [actOf(props), menuOf(props)]
  return { heading: job.name, crumbs, sub: <Sub {...props} />, act, menu, kind: 'push', detail: true as const }
}

/** A check with links that are not indexed offers to push them; other jobs to share or to open the report. */
export function actOf({ job, facts, base, can_write, can_share, zone: to }: LiveProps): PrimaryAct | null {
  if (!can_write) return null
  if (job.type === 'check' && facts.unseen > 0)
    return {
      label: say(to, 'Push {n} not indexed', { n: facts.unseen }),
      icon: 'send',
      href: `${jobHref(base, job)}/send-unindexed`,
    }
  if (!can_share) return null
  return job.share_url
    ? { label: say(to, 'Open report'), icon: 'file-text', href: job.share_url }
    : { label: say(to, 'Share report'), icon: 'share-2', href: `${jobHref(base, job)}/share`, post: true }
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
  zone: to,
}: LiveProps & Pick<JobProps, 'can_delete'>): (Act | null)[] {
  const self = jobHref(base, job)
  const [push, finished] = [job.type === 'index', isFinished(job)]
  const ask = (act: JobAct, label: string, more: Pick<Act, 'icon' | 'danger'>, again = 0): Act => ({
    label,
    ...more,
    ask: `${self}/${act}`,
    question: questionOf(act, job, again, cancelFacts(facts, job), to),
  })
  const file: Act = { label: say(to, 'Export CSV'), icon: 'download', href: `${self}/csv`, download: true, key: 'e' }
  if (!can_write) return [file]
  const retried = retriedOf(job)
  return [
    { label: say(to, 'Rename'), icon: 'pencil', opens: 'rename' },
    file,
    can_move ? { label: say(to, 'Move to another client'), icon: 'arrow-right', href: `${self}?move=1` } : null,
    can_share ? { label: say(to, 'Send report'), icon: 'mail', href: letterHref(base, 'report', job.id) } : null,
    can_share && !push && facts.unseen > 0 && !job.share_url
      ? { label: say(to, 'Share report'), icon: 'share-2', post: `${self}/share` }
      : null,
    push && !finished && job.sent_at !== null
      ? { label: say(to, 'Ask the supplier now'), icon: 'refresh-cw', post: `${self}/sync` }
      : null,
    retried > 0
      ? {
          label: say(to, 'Retry {n} not sent, {credits, plural, one {# credit} other {# credits}}', {
            ...{ n: retried, credits: retried },
          }),
          ...{ icon: 'send', post: `${self}/retry` },
        }
      : null,
    push && facts.unseen > 0
      ? ask('send-unindexed', say(to, 'Push {n} again', { n: facts.unseen }), { icon: 'undo-2' }, facts.unseen)
      : null,
    job.share_url ? ask('stop-sharing', say(to, 'Stop sharing'), { icon: 'ban', danger: true }) : null,
    facts.cancel
      ? ask('cancel', push ? say(to, 'Cancel push') : say(to, 'Cancel check'), { icon: 'x', danger: true })
      : null,
    finished && can_delete ? ask('delete', say(to, 'Delete'), { icon: 'trash-2', danger: true }) : null,
  ]
}

const PLACE = 'letter-of-report'

export const Shared = ({ job, base, can_write, zone: to }: JobProps) => (
  <>
    {job.share_url && (
      <CopyField
        id="share-url"
        to={to}
        label={say(to, 'Client report')}
        value={job.share_url}
        hint={say(to, 'Anyone with this address can read the report without signing in, until you stop sharing it.')}
      >
        {can_write && (
          <>
            <LetterLink
              href={letterHref(base, 'report', job.id)}
              at={PLACE}
              class="btn"
              label={say(to, 'Send report')}
            />
            <Ask to={to} act="stop-sharing" job={job} base={base}>
              {say(to, 'Stop sharing')}
            </Ask>
          </>
        )}
      </CopyField>
    )}
    {job.share_url && can_write && <LetterPlace to={to} at={PLACE} />}
  </>
)

/** A popover, so that it opens without JavaScript. */
export const Rename = ({ to, job, action }: { to: Reader; job: Job; action: string }) => (
  <div class="menu sheet" id="rename" popover="auto">
    <form method="post" action={action} class="form" {...ONCE}>
      <Field name="name" label={say(to, 'Name')}>
        {(control) => <input class="input" {...control} value={job.name} maxlength="200" required />}
      </Field>
      <div class="actions">
        <Button class="btn primary" label={say(to, 'Save name')} />
        <ApiEquivalent to={to} of={action} />
      </div>
    </form>
  </div>
)
