/** Features that go on with the letters they wrote, after these have left. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { TaskName } from '../../kernel/scheduling/task.ts'
import type { Bounce } from './bounces.ts'
import type { MailApp } from './outbox.ts'

export type LetterFollower = {
  /** The task that reads which letters were handed over; it is woken when some were. */
  task: TaskName
  /** @throws conflict for a letter that its recipient no longer wants */
  assertWanted(tx: ReadTx, mail_id: string): void
  /** A letter of the log was sent again, as another one. */
  resent(tx: Tx, from: string, to: string): void
  /** `ends`: nothing more is sent to the address. */
  bounced(tx: Tx, app: MailApp, bounce: Bounce, ends: boolean): void
}

declare module '../../kernel/operation/app.ts' {
  interface Install {
    followers: readonly LetterFollower[]
  }
}
