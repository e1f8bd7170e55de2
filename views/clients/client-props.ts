import type { NameOf } from '../../src/doors/pages/people.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import type { getTenantOverview } from '../../src/operations/tenants/overview.ts'
import type { listTenants } from '../../src/operations/tenants/workspaces.ts'
import type { SiteRow } from '../indexnow/sites.tsx'
import type { Job } from '../jobs/shapes.ts'
import type { Child } from '../jsx/elements.ts'
import type { Act } from '../kit/menu.tsx'
import type { MemberRow } from '../members/pages.tsx'

/** First items of a list, and the number of all. */
type FirstRows<Item> = { items: readonly Item[]; total: number }
type Workspace = AnswerOf<typeof listTenants>['items'][number]

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Above the pushes of a client. */
    client_sections(call: SignedInCall, of: ClientSubject): Promise<Child>
    /** Beside them, behind the credits. */
    client_facts(of: ClientSubject): Child
    client_menu(of: ClientSubject): Act | null
    /** Sources of a client that can leave a section out. */
    sources(call: SignedInCall, tenant_id: string): Promise<readonly Source[]>
    /** A page of the client in its menu, behind the entry with this label. */
    client_places(of: ClientSubject): (Act & { behind: 'Links' | 'IndexNow sites' | 'Portal' }) | null
  }
}

export type Source = { id: string; address: string }

/** The client of a page, and the visitor's rights there. */
export type ClientSubject = Omit<ClientProps, 'sections' | 'facts' | 'panel'>

export type ClientProps = {
  client: Workspace
  overview: AnswerOf<typeof getTenantOverview>
  /** Newest pushes. */
  jobs: FirstRows<Job>
  people: FirstRows<MemberRow>
  sites: FirstRows<SiteRow>
  /** Base path of the visitor's workspace. */
  base: string
  names: NameOf
  /** Parts of features. */
  sections: Child
  facts: Child
  writes: boolean
  pushes: boolean
  /** Transfer of credits, in the place of the facts. */
  panel: Child
  /** Whether the visitor may change the client, and transfer credits to it. */
  edits: boolean
  gives: boolean
  now: Time
  zone: Reader
  idempotency_key: string
}
