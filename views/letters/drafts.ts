/** Letters that pages propose: to whom, about what, and the page to return to. */
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { getAttention } from '../../src/features/attention/operations.ts'
import { getMonthReport } from '../../src/features/reports/operations/months.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { getIndexnowSite } from '../../src/operations/indexnow/sites.ts'
import { getJobStatus } from '../../src/operations/jobs/job.ts'
import { listJobUrls } from '../../src/operations/jobs/links.ts'
import { getLink, listLinks } from '../../src/operations/links.ts'
import { getTenantWhy } from '../../src/operations/tenants/overview.ts'
import { getTenant } from '../../src/operations/tenants/workspaces.ts'
import { answerInWords } from '../links/answer.tsx'
import { periodWord } from '../parts/text/period-word.ts'
import { zoneOf } from '../shell.tsx'
import { aboutBlocked, aboutDrop, aboutKeyFile, aboutMonth, aboutReport, answerTo } from './words.ts'

/** `to`: the addresses to tick; unless given, those of its people and the readers of its reports. */
export type LetterDraft = { id: string; title: string; subject: string; text: string; to?: readonly string[] }

type About = (call: SignedInCall, ref: string) => Promise<LetterDraft>

const question: About = async (call, ref) => {
  const { open, seen } = await call.call(getAttention, {})
  const asked = [...open, ...seen].find(({ kind, id }) => kind === 'question' && id === ref)
  if (!asked?.tenant_id) throw notFound('question')
  const [email = '', text = ''] = asked.note!.split(/ asks: (.*)/s)
  const { items } = await call.call(listLinks, { url: asked.name, tenant_id: asked.tenant_id, page_size: 1 })
  const life = items[0] && (await call.call(getLink, { uid: items[0].uid }))
  return {
    id: asked.tenant_id,
    title: 'Reply',
    to: [email],
    ...answerTo({ url: asked.name, text, known: life ? answerInWords(life, zoneOf(call)) : null }, nameOf(call)),
  }
}

/** The longest page of a list of links. */
const A_PAGE = 200

const blocked: About = async (call, ref) => {
  const job = await call.call(getJobStatus, { id: ref })
  const asked = { id: ref, state: 'flagged', page_size: A_PAGE, sort: 'uid', dir: 'asc' } as const
  const { items, total } = await call.call(listJobUrls, asked)
  if (total === 0) throw notFound('link')
  return { id: job.tenant_id, title: 'Tell the client', ...aboutBlocked(items, total, nameOf(call)) }
}

const drop: About = async (call, ref) => {
  const client = await call.call(getTenant, { id: ref })
  const why = await call.call(getTenantWhy, { id: ref })
  if (why.standing.last === null) throw notFound('result')
  return { id: ref, title: 'Tell the client', ...aboutDrop(client.name, why, zoneOf(call), nameOf(call)) }
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

const ABOUT = { question, blocked, drop, key, report, month }
export type LetterAbout = keyof typeof ABOUT

export const isAbout = (name: string | undefined): name is LetterAbout =>
  name !== undefined && Object.hasOwn(ABOUT, name)

/** @throws notFound where it is about nothing that the visitor can see */
export function draftOf(call: SignedInCall, about: string | undefined, ref: string): Promise<LetterDraft> {
  if (!isAbout(about)) throw notFound('page')
  return ABOUT[about](call, ref)
}

const nameOf = ({ visitor }: SignedInCall): string => visitor.user.name

/** Address of a letter, for links. `of`: the client whose page it is written from. */
export const letterHref = (base: string, about: LetterAbout, ref: string, of?: string): string =>
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
