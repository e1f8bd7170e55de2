import type { App } from '../app.ts'

/** Recurring work. It finds what is due in rows, so that a restart or a second run loses nothing and doubles nothing. */
export type Job = {
  name: string
  /** Milliseconds between runs. */
  every: number
  summary: string
  /** Says how much it did (for the log and `/admin/system`). */
  run(app: App, signal: AbortSignal): Promise<number>
}

export const job = (declared: Job): Job => declared
