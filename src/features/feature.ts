import type { AnyElysia } from 'elysia'
import type { FeatureEntry, FeatureTab } from '../../views/sections.ts'
import type { FeatureSection } from '../doors/docs/sections.ts'
import type { Expiry } from '../kernel/database/expiry.ts'
import type { App, Ports } from '../kernel/operation/app.ts'
import type { Counts } from '../kernel/operation/counts.ts'
import type { AnyOperation } from '../kernel/operation/operation.ts'
import type { Task } from '../kernel/scheduling/task.ts'
import type { SealedColumn } from '../kernel/secrets/seal.ts'
import type { ClockRepair } from '../kernel/time/clock-repair.ts'

/**
 * One capability outside of the core. Its code is in `src/features/<name>`, its pages are in `views/<name>` with a
 * `feature.ts` of their own, its tests in `test/features/<name>`; its migrations are numbered with all others.
 */
export type Feature = {
  name: string
  /** One line for the map. */
  summary: string
  /** Features that it imports, which come before it in the list. */
  needs: readonly string[]
  operations: Readonly<Record<string, AnyOperation>>
  tasks?: readonly Task[]
  /** Sealed columns of its tables. */
  sealed?: readonly SealedColumn[]
  clock_repairs?: readonly ClockRepair[]
  /** Addresses besides operations and pages. */
  http?: readonly (() => AnyElysia)[]
  /** Entries of menus. */
  entries?: readonly FeatureEntry[]
  /** Tabs of entries that others have. */
  tabs?: readonly FeatureTab[]
  /** Deletes what has expired, at most `limit` rows at once, every hour; returns their number. */
  expired?: readonly Expiry[]
  /** Parts that the core asks for. */
  provides?: Partial<Pick<App, Provided>>
  /** Ports that it declares for itself. */
  ports?: Partial<Ports>
  /** Its letters by template; the core knows their names. */
  letters?: App['letter_kinds']
  /** Goes on with the letters that it wrote. */
  follower?: App['followers'][number]
  /** Deletes what it keeps of an e-mail address. */
  forgets?: App['forgets'][number]
  counts?: Partial<Counts>
  /** Parts of the state of the install, for its operator. */
  state?: Partial<App['state']>
  /** Rows that a restored install holds. */
  outgoing?: App['outgoing'][number]
  /** Sections of its operations in the API document. */
  sections?: readonly FeatureSection[]
  /** Texts that MCP offers as resources. */
  texts?: App['texts']
  /** Facts about vendors that it states, which age. */
  dated?: readonly DatedFacts[]
  /** Cases that need a person in some workspaces, for Today. */
  finds_cases?: App['finds_cases'][number]
  /** Events that it sends to programs, for the API document. */
  event_types?: App['event_types']
  /** Takes what it keeps of a push to the workspace that the push moves to. */
  moved?: App['moved'][number]
  /** The reason why a workspace cannot be deleted yet, in words; null where there is none. */
  ends_first?: App['ends_first'][number]
}

/** `read`: the day on which the sources were last read. `manual`: a page and its heading. */
export type DatedFacts = { name: string; read: string; days: number; manual: string }

export type Provided =
  | 'answered'
  | 'attachPart'
  | 'billing'
  | 'broker'
  | 'carriedBack'
  | 'carriedByLetter'
  | 'casesOf'
  | 'earningsOf'
  | 'enclosures'
  | 'hold'
  | 'lastShown'
  | 'movePush'
  | 'mustUseProvider'
  | 'priceOf'
  | 'newestReport'
  | 'noteProgram'
  | 'proofAtProvider'
  | 'propertyAccess'
  | 'readers'
  | 'reportUrl'
  | 'setPrice'
  | 'settleWatches'
  | 'stillThere'
  | 'stillToday'
  | 'unseen'
  | 'watchedLink'

export const feature = (one: Feature): Feature => one
