/** What the page of a client is drawn from. */
import type { ClientReport } from '../../src/domains/reports/index.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import type { Desk } from '../dashboard/cases.tsx'
import type { SiteRow } from '../indexnow/sites.tsx'
import type { Job } from '../jobs/shapes.ts'
import type { MemberRow } from '../members/members.tsx'
import type { FormSchema, Issue } from '../parts/form.tsx'
import type { Workspace } from './clients.tsx'

/** The first of a list, and how many there are. */
export type Few<Item> = { items: readonly Item[]; total: number }

export type ClientProps = {
  client: Workspace
  report: ClientReport
  /** Its newest pushes. */
  pushes: Few<Job>
  people: Few<MemberRow>
  sites: Few<SiteRow>
  /** Where the workspace's pages are from which one looks. */
  base: string
  desk: Desk
  edits: FormSchema
  gives: FormSchema
  now: Time
  zone?: string
  issues?: readonly Issue[]
  values?: Readonly<Record<string, string | undefined>>
  idempotency_key: string
}
