/** Letters that pages propose: to whom, about what, and the page to return to. */
import { filled, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getMonthReport } from '../../src/features/reports/operations/months.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { getIndexnowSite } from '../../src/operations/indexnow/sites.ts'
import { getJobStatus } from '../../src/operations/jobs/job.ts'
import { listJobUrls } from '../../src/operations/jobs/links.ts'
import { periodWord } from '../parts/text/period-word.ts'
import { aboutBlocked, aboutKeyFile, aboutMonth, aboutReport } from './words.ts'

/** `to`: the addresses to tick; unless given, those of its people and the readers of its reports. */
export type LetterDraft = { id: string; title: string; subject: string; text: string; to?: readonly string[] }

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Letters by their subject, as `letterHref` names it. */
    letters: Readonly<Record<string, About>>
  }
}

export type About = (call: SignedInCall, ref: string) => Promise<LetterDraft>

/** The longest page of a list of links. */
const A_PAGE = 200

const blocked: About = async (call, ref) => {
  const job = await call.call(getJobStatus, { id: ref })
  const asked = { id: ref, state: 'flagged', page_size: A_PAGE, sort: 'uid', dir: 'asc' } as const
  const { items, total } = await call.call(listJobUrls, asked)
  if (total === 0) throw notFound('link')
  return { id: job.tenant_id, title: 'Tell the client', ...aboutBlocked(items, total, nameOf(call)) }
}

const key: About = async (call, ref) => {
  const site = await call.call(getIndexnowSite, { id: ref })
  return { id: site.tenant_id, title: 'Send the key file', ...aboutKeyFile(site, nameOf(call)) }
}

const report: About = async (call, ref) => {
  const job = await call.call(getJobStatus, { id: ref })
  return { id: job.tenant_id, title: 'Send report', ...aboutReport(job.name, nameOf(call)) }
}

const month: About = async (call, ref) => {
  const { tenant_id } = call.caller
  const report = await call.call(getMonthReport, { id: tenant_id, month: ref })
  return { id: tenant_id, title: 'Send report', ...aboutMonth(report.tenant_name, periodWord(ref), nameOf(call)) }
}

const ABOUT = { blocked, key, report, month }

/** @throws notFound where it is about nothing that the visitor can see */
export function draftOf(call: SignedInCall, about: string | undefined, ref: string): Promise<LetterDraft> {
  const letters: Readonly<Record<string, About>> = Object.assign({}, ABOUT, ...filled(call, 'letters'))
  if (about === undefined || !Object.hasOwn(letters, about)) throw notFound('page')
  return letters[about]!(call, ref)
}

export const nameOf = ({ visitor }: SignedInCall): string => visitor.user.name

/** Address of a letter, for links. `of`: the client whose page it is written from. */
export const letterHref = (base: string, about: string, ref: string, of?: string): string =>
  `${base}/write?${new URLSearchParams({ about, ref, ...(of ? { of } : {}) })}`

/** The page that a letter was written from. */
export function backOf({ base }: SignedInCall, about: string | undefined, ref: string, of: string | undefined): string {
  const id = encodeURIComponent(ref)
  if (of) return `${base}/clients/${encodeURIComponent(of)}`
  if (about === 'blocked' || about === 'report') return `${base}/jobs/${id}`
  if (about === 'month') return `${base}/reports/${id}`
  if (about === 'drop') return `${base}/clients/${id}`
  return about === 'key' ? `${base}/indexnow/${id}` : `${base}/today`
}
