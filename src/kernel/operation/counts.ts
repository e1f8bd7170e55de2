import type { ReadTx } from '../database/database.ts'

/** Counts that the core shows and features know: below a workspace with this path, or of the install. */
export type CountName = 'standing_pushes' | 'webhooks' | 'waiting_drafts' | 'waitlist'
export type Counts = Readonly<Record<CountName, (tx: ReadTx, path: string) => number>>

declare module './app.ts' {
  interface Install {
    counts: Counts
  }
}
