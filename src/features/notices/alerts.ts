/** Writes letters about events: related events in one letter, and each kind at most once a day. */

import { siteOf } from '../../domains/branding/index.ts'
import { inFacts, type LetterFacts, type MailApp, queueMail, type StoredSection } from '../../domains/mail/index.ts'
import { type PlanName, planNamed } from '../../domains/plans/index.ts'
import { ARCHIVED, daysOf, type WorkspaceRef } from '../../domains/tenants/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { type Said, said } from '../../kernel/language/say.ts'
import { dayOf } from '../../kernel/time/clock.ts'
import { readersOf } from './recipients.ts'
import { storedNotices } from './settings.ts'
import type { NoticeEvent } from './shapes.ts'
import type { SettingsRow } from './tables.ts'

type Happening = { id: number; event: Noticed; subject: string; was: number | null }
/** Events that triggers note; others are of features. */
type Noticed = Exclude<NoticeEvent, 'links_dropped' | 'source_failing' | 'question_asked'>
type News = { ref: string; facts: LetterFacts; under: string }

/** Writes the letter about the workspace whose event waits the longest; returns the number of events done. */
export function tellNext(tx: Tx, app: MailApp): number {
  const tenant = tx.row<WorkspaceRef & { archived: number }>(
    `select t.id, t.path, t.name, t.id in ${ARCHIVED} as archived from happenings h join tenants t on t.id = h.tenant_id
     order by h.id limit 1`,
  )
  if (!tenant) return 0
  const happened = tx.rows<Happening>(
    'select id, event, subject, was from happenings where tenant_id = ? order by id limit ?',
    tenant.id,
    TOGETHER,
  )
  tx.run(
    'delete from happenings where id in (select value from json_each(?))',
    JSON.stringify(happened.map(({ id }) => id)),
  )
  if (!tenant.archived) tell(tx, app, tenant, happened)
  return happened.length
}

/** Events in one letter; more of the workspace follow in the next. */
const TOGETHER = 100

function tell(tx: Tx, app: MailApp, tenant: WorkspaceRef, happened: readonly Happening[]): void {
  const settings = storedNotices(tx, tenant.id)
  for (const [event, of] of Map.groupBy(happened, ({ event }) => event)) {
    const readers = readersOf(tx, tenant, settings, event)
    if (!settings.events.includes(event) || readers.length === 0) continue
    const news =
      event === 'job_finished'
        ? [jobsFinished(tx, app, tenant, of)]
        : of.map((one) => NEWS[event](tx, tenant, one, settings, app))
    for (const one of news) if (one) write(tx, app, tenant, event, readers, one)
  }
}

/** Writes to the readers of a workspace about an event of another feature, where they want such letters. */
export function tellReaders(tx: Tx, app: MailApp, tenant: WorkspaceRef, event: NoticeEvent, news: News): void {
  const settings = storedNotices(tx, tenant.id)
  if (settings.events.includes(event)) write(tx, app, tenant, event, readersOf(tx, tenant, settings, event), news)
}

function write(
  tx: Tx,
  app: MailApp,
  tenant: WorkspaceRef,
  template: NoticeEvent,
  readers: readonly string[],
  { ref, facts, under }: News,
): void {
  for (const to of readers)
    queueMail(tx, app, {
      ref: `${ref} ${to}`,
      tenant_id: tenant.id,
      template,
      to,
      facts: { workspace: tenant.name, ...facts },
      link: `${siteOf(tx, app, tenant.id)}/app/w/${tenant.id}${under}`,
    })
}

type Job = { id: string; name: string; type: string; links: number; seen: number; returned: number }

/** Lines in one letter. */
const MOST = 30

function jobsFinished(tx: Tx, app: MailApp, tenant: WorkspaceRef, happened: readonly Happening[]): News | null {
  const jobs = tx.rows<Job>(
    `select id, name, type, outcome ->> '$.links' as links, outcome ->> '$.credits.released' as returned,
       iif(type = 'index', outcome ->> '$.states.indexed' + outcome ->> '$.states.visible', outcome ->> '$.indexed.yes') as seen
     from jobs where id in (select value from json_each(?)) and finished_at is not null and deleted_at is null order by id`,
    JSON.stringify(happened.map(({ subject }) => subject)),
  )
  if (jobs.length === 0) return null
  const base = `${siteOf(tx, app, tenant.id)}/app/w/${tenant.id}/jobs`
  const more = jobs.length - MOST
  const section: StoredSection = {
    title: said('Finished'),
    lines: jobs.slice(0, MOST).map((job) => ({ text: inWords(job), href: `${base}/${job.id}` })),
    ...(more > 0 ? { more: said('and {more} more', { more }) } : {}),
  }
  const facts = { jobs: String(jobs.length), sections: inFacts([section]) }
  return { ref: `jobs finished ${happened[0]!.id}`, facts, under: '/jobs' }
}

const inWords = ({ name, type, links, seen, returned }: Job): Said =>
  said(
    '{name}{type, select, check {, a check} other {}}: {seen} of {links, plural, one {# link} other {# links}} indexed{returned, plural, =0 {} one {, # credit refunded} other {, # credits refunded}}',
    { name, type, seen, links, returned },
  )

type DescribeAlert = (
  tx: Tx,
  tenant: WorkspaceRef,
  happening: Happening,
  settings: SettingsRow,
  app: MailApp,
) => News | null

const NEWS: Record<Exclude<Noticed, 'job_finished'>, DescribeAlert> = {
  low_credits(tx, tenant, { subject, was }, settings) {
    const kind = subject.endsWith(' check') ? 'check' : 'index'
    const threshold = settings[`low_${kind}`]
    const left = tx.number('select available from purses where tenant_id = ? and kind = ?', tenant.id, kind)
    if (threshold === null || left >= threshold || (was ?? 0) < threshold) return null
    const facts = { kind, left: String(left), threshold: String(threshold) }
    return { ref: `low credits ${subject} ${dayOf(tx.now)}`, facts, under: '/credits/buy' }
  },

  indexnow_site_failing(tx, _tenant, { subject }) {
    const site = tx.row<{ host: string; why: string | null }>(
      `select host, last_check ->> '$.message' as why from indexnow_sites
       where id = ? and status = 'failing' and enabled = 1`,
      subject,
    )
    if (!site) return null
    const facts = { host: site.host, why: site.why ?? '' }
    return { ref: `site failing ${subject} ${dayOf(tx.now)}`, facts, under: `/indexnow/${subject}` }
  },

  plan_past_due(tx, tenant, _happening, _settings, app) {
    const due = tx.row<{ plan: PlanName; grace_until: string | null }>(
      "select plan, grace_until from tenant_plans where tenant_id = ? and status = 'past_due'",
      tenant.id,
    )
    if (!due) return null
    const until = daysOf(tx, tenant.id).dayOf(due.grace_until ?? tx.now)
    const facts = { plan: planNamed(app, due.plan).name, until }
    return { ref: `past due ${tenant.id} ${until}`, facts, under: '/credits/buy' }
  },
}

/** Takes what was noticed of a push to its new workspace. */
export const moveHappenings = (tx: Tx, job_id: string, to: string): number =>
  tx.run("update happenings set tenant_id = ? where event = 'job_finished' and subject = ?", to, job_id)
