import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import type { getTenantOverview, getTenantWhy } from '../../src/operations/tenants/overview.ts'
import type { listTenants } from '../../src/operations/tenants/workspaces.ts'
import type { CaseContext } from '../attention/case-line.ts'
import type { SiteRow } from '../indexnow/sites.tsx'
import type { Job } from '../jobs/shapes.ts'
import type { Child } from '../jsx/elements.ts'
import type { MemberRow } from '../members/pages.tsx'
import type { LeftOutProps } from '../reports/left-out.tsx'

/** First items of a list, and the number of all. */
type FirstRows<Item> = { items: readonly Item[]; total: number }
type Workspace = AnswerOf<typeof listTenants>['items'][number]

export type ClientProps = {
  client: Workspace
  overview: AnswerOf<typeof getTenantOverview>
  /** Newest pushes. */
  jobs: FirstRows<Job>
  people: FirstRows<MemberRow>
  sites: FirstRows<SiteRow>
  /** Its links on hosts of other clients. */
  left_out: LeftOutProps['of']
  /** Base path of the visitor's workspace. */
  base: string
  desk: CaseContext
  /** Reasons, if the client is off its usual. */
  why: AnswerOf<typeof getTenantWhy> | null
  writes: boolean
  pushes: boolean
  /** Standing pushes, if the client is off its usual and the visitor may change their rules. */
  sources: readonly { id: string; address: string }[]
  /** Transfer of credits, in the place of the facts. */
  panel: Child
  /** Whether the visitor may change the client, and transfer credits to it. */
  edits: boolean
  gives: boolean
  now: Time
  zone: string
  idempotency_key: string
}
