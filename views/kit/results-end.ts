/** Parts below the rows of the results. */
import type { Child } from '../jsx/elements.ts'
import type { Query } from '../parts/lists/list.ts'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    results_ends(call: SignedInCall, of: { by_row: 'client' | 'host' | 'supplier'; scope: Query }): Promise<Child>
  }
}
