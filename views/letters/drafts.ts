/** Letters that pages propose: to whom, about what, and the page to return to. */
import { filled, type SignedInCall } from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { getIndexnowSite } from '../../src/operations/indexnow/sites.ts'
import { getJobStatus } from '../../src/operations/jobs/job.ts'
import { listJobUrls } from '../../src/operations/jobs/links.ts'
import { aboutBlocked, aboutKeyFile } from './words.ts'

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

const ABOUT = { blocked, key }

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
  if (about === 'dropped') return `${base}/still-there/${id}`
  return about === 'key' ? `${base}/indexnow/${id}` : `${base}/today`
}
