import type { ReadTx } from '../../kernel/database/database.ts'

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** Address of the shared report of a push or check; null while it is not shared. */
    reportUrl(tx: ReadTx, app: Pick<Install, 'config' | 'sealer' | 'catalog'>, job_id: string): string | null
  }
}
