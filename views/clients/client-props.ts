/** What the page of a client is drawn from. */

import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import type { getTenantOverview } from '../../src/operations/tenants/get-tenant-overview.ts'
import type { getTenantWhy } from '../../src/operations/tenants/get-tenant-why.ts'
import type { listTenants } from '../../src/operations/tenants/list-tenants.ts'
import type { Desk } from '../dashboard/case-line.ts'
import type { SiteRow } from '../indexnow/sites.tsx'
import type { Job } from '../jobs/shapes.ts'
import type { Child } from '../jsx/elements.ts'
import type { MemberRow } from '../members/pages.tsx'

/** The first of a list, and how many there are. */
export type Few<Item> = { items: readonly Item[]; total: number }
type Workspace = AnswerOf<typeof listTenants>['items'][number]

export type ClientProps = {
  client: Workspace
  overview: AnswerOf<typeof getTenantOverview>
  /** Its newest pushes. */
  jobs: Few<Job>
  people: Few<MemberRow>
  sites: Few<SiteRow>
  /** Where the pages are of the workspace from which the visitor looks. */
  base: string
  desk: Desk
  /** Where it is off its usual. */
  why: AnswerOf<typeof getTenantWhy> | null
  emails: readonly string[]
  pushes: boolean
  /** Its standing pushes, where it is off its usual and the visitor may change their rules. */
  sources: readonly { id: string; address: string }[]
  /** Its credits, in the place of the facts. */
  panel: Child
  /** Whether the visitor may change the client, and transfer credits to it. */
  edits: boolean
  gives: boolean
  now: Time
  zone: string
  idempotency_key: string
}
