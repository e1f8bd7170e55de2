import type { App } from '../../app.ts'
import { SECOND } from '../../kernel/clock.ts'
import { job } from '../../kernel/job.ts'
import { UpstreamError } from '../../kernel/upstream-error.ts'
import type { IndexNowAnswer } from '../endpoint.ts'
import { type Claimed, claim, dueSubmissions, settle } from '../submissions.ts'

/** Submissions under way at a time. */
const AT_ONCE = 4

export const sendIndexnow = job({
  name: 'send_indexnow',
  every: 10 * SECOND,
  summary: 'Hands the URLs of pushes to IndexNow, and tries again where that failed.',
  async run(app, signal) {
    let sent = 0
    if (app.config.passive) return sent
    for (;;) {
      const due = signal.aborted ? [] : app.db.read((tx) => dueSubmissions(tx, AT_ONCE))
      if (due.length === 0) return sent
      await Promise.all(due.map((id) => send(app, id, signal)))
      sent += due.length
    }
  },
})

async function send(app: App, id: string, signal: AbortSignal): Promise<void> {
  const claimed = app.db.write((tx) => claim(tx, id))
  if (!claimed) return
  const got = await answerTo(app, claimed, signal)
  app.db.write((tx) => settle(tx, claimed, got))
}

async function answerTo(app: App, { batch }: Claimed, signal: AbortSignal): Promise<IndexNowAnswer | UpstreamError> {
  try {
    return await app.indexnow.submit(batch, signal)
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
}
