import type { Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { JobRow } from './tables.ts'

type MovedJob = Pick<JobRow, 'id' | 'tenant_id'> & { first_link: number; last_link: number }

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** Moves a push to another workspace of its agency; throws a fault where it may not. */
    movePush(
      tx: Tx,
      app: Pick<Install, 'wake' | 'config' | 'catalog' | 'moved'>,
      caller: Caller,
      id: string,
      to: string,
    ): void
    /** Takes what features keep of a push to its new workspace, before the push itself. */
    moved: readonly ((tx: Tx, job: MovedJob, to: string) => void)[]
  }
}
