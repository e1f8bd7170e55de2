import type { Issue } from '../parts/forms/form.tsx'
import type { Runner } from '../parts/text/runner.tsx'
import type { Preflight } from './causes.ts'
import type { ClientGuess, ClientOption } from './client-of-order.ts'
import type { Bill, OrderKind, OrderValues } from './order.ts'

/** Links and entries of a list, and how it was read, where that is news. */
export type ListSummary = { links: number; entries: number; reading: string | null }

export type OrderProps = {
  kind: OrderKind
  values: OrderValues
  /** The bill, once the links are known. With a bill the button orders; without, it opens the review. */
  bill: Bill | null
  preflight: Preflight | null
  /** The links of other clients that the visitor was asked about. */
  asked?: string | undefined
  /** Link limit of one order. */
  limit: number
  /** The list as it was read; none while it is empty or refused. */
  list?: ListSummary | undefined
  clients: readonly ClientOption[]
  guessed?: ClientGuess
  /** Name when the visitor enters none. */
  suggested?: string
  issues?: readonly Issue[]
  /** Changes since the bill that the visitor agreed to. */
  news?: string
  /** Set when no supplier or engine is connected, with the page that connects one, if the visitor may. */
  unconnected?: { href: string | null; runner: Runner | null } | null
  simulated?: boolean
  /** Pushes with links that are not indexed, the newest first. */
  past?: readonly { id: string; name: string; missing: number }[]
  /** Hosts of the last pushes, as suggestions for an empty list. */
  hosts?: readonly string[]
  /** Engines of a check, with the check credits of each. */
  engines?: readonly { engine: NonNullable<Exclude<OrderValues['engine'], ''>>; credits: number }[]
  zone?: string
  idempotency_key: string
  /** `action` receives the form; `live` returns `OrderFragment` for the same fields, `poll` its changes. */
  hrefs: { action: string; live?: string; poll?: string; credits?: string | null; file?: string }
}
