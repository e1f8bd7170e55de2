import type { Issue } from '../parts/forms/form.tsx'
import type { Runner } from '../parts/text/runner.tsx'
import type { Preflight } from './causes.ts'
import type { Bill, Kind, OrderValues } from './order.ts'
import type { Client, Guessed } from './whose.ts'

export type OrderProps = {
  kind: Kind
  values: OrderValues
  /** The bill, once the links are known. With it the button orders; without, it leads to the review. */
  bill: Bill | null
  preflight: Preflight | null
  /** Most links of one order. */
  limit: number
  clients: readonly Client[]
  guessed?: Guessed
  /** What it is called unless the visitor names it. */
  suggested?: string
  issues?: readonly Issue[]
  /** What changed since the bill that was agreed to. */
  news?: string
  /** Why nothing can be ordered here yet, and where that is fixed, if the visitor may. */
  unconnected?: { href: string | null; runner: Runner | null } | null
  simulated?: boolean
  /** Pushes whose links that are not indexed can be taken, the newest first. */
  past?: readonly { id: string; name: string; missing: number }[]
  /** Hosts that were pushed last, to start an empty list with. */
  hosts?: readonly string[]
  /** What a check can ask, and the check credits of each. */
  engines?: readonly { engine: NonNullable<Exclude<OrderValues['engine'], ''>>; credits: number }[]
  zone?: string
  idempotency_key: string
  /** `action` takes the form's steps; `live` answers with `OrderFragment` to the same fields, `poll` with what has changed. */
  hrefs: { action: string; live?: string; poll?: string; credits?: string | null }
}
