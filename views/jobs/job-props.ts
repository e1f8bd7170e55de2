import type { NameOf } from '../../src/doors/pages/people.ts'
import type { Reply } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import type { UndoData } from '../frame/toast.tsx'
import type { Child } from '../jsx/elements.ts'
import type { Issue } from '../parts/forms/form.tsx'
import type { ListPage, Query } from '../parts/lists/list.ts'
import type { JobDetail, JobLink, JobSummary } from './shapes.ts'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Above the result of a push or check. */
    job_sections(call: SignedInCall, of: LiveProps): Promise<Child>
    /** Below its links. */
    job_ends(call: SignedInCall, of: LiveProps): Promise<Child>
    /** Shares the report of a push or check. */
    job_share: AnyOperation
    /** Moves of pushes to other clients. */
    moves: {
      canMove(call: SignedInCall, job: JobDetail): Promise<boolean>
      panel(call: SignedInCall, job: JobDetail, issues?: readonly Issue[]): Promise<Child>
      /** Where a push is that these pages do not have. @throws `error` if it did not move */
      away(call: SignedInCall, error: unknown): Promise<Reply>
      /** Undo of a move, while it is possible. */
      undoOf(call: SignedInCall, id: string): Promise<UndoData | null>
    }
  }
}

/** Share of a client's links that checks usually find by a day. */
export type UsualShare = { day: number; share: number }

/** Links that the pre-flight flagged, by their first flag. */
export type FlaggedLinks = { flag: string; status: number | null; urls: readonly string[]; fix: string | null }

/** Data that changes while a job runs. */
export type LiveProps = {
  job: JobDetail
  facts: JobSummary
  /** Flagged links by cause; empty if they are too many for one request. */
  flagged?: readonly FlaggedLinks[]
  usual?: readonly UsualShare[] | null
  /** Links with an ordered check that is not answered yet: their number, and the first of them. */
  checking?: { total: number; uids: ReadonlySet<number> }
  can_write: boolean
  /** Whether letters to the client are offered. */
  can_tell: boolean
  /** Whether its report can be shared. */
  can_share?: boolean
  /** Whether the menu offers to move it to another client. */
  can_move?: boolean
  /** Page of suppliers, for the operator. */
  suppliers_href?: string | null
  base: string
  now: Time
  zone: Reader
}

export type JobProps = LiveProps & {
  links: ListPage<JobLink>
  /** Query of the list: page, page_size, sort, dir, q, state, indexed, credit, warned. */
  query: Query
  can_delete: boolean
  /** Name of the person who ordered it. */
  names?: NameOf
  /** Page that requests check credits, for visitors who may. */
  credits_href?: string | null
  /** Polled address; without it, the page does not update. */
  progress?: string
  /** Version of the progress on the page; the poll answers 304 until it changes. */
  ptag?: string
  undo?: UndoData | null
  /** Parts of features. */
  sections?: Child
  ends?: Child
}
