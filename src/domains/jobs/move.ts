import type { Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** Moves a push to another workspace of its agency; throws a fault where it may not. */
    movePush(tx: Tx, app: Pick<Install, 'wake' | 'config' | 'catalog'>, caller: Caller, id: string, to: string): void
  }
}
