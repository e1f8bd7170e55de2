import type { App } from '../../kernel/operation/app.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import type { IndexNowAnswer } from './endpoint.ts'
import { type Claimed, claimDue, settle } from './submissions.ts'

const AT_ONCE = 4

export async function sendSubmissions(app: App, signal: AbortSignal): Promise<number> {
  let sent = 0
  if (app.config.passive) return sent
  while (!signal.aborted) {
    const claimed = app.db.write((tx) => claimDue(tx, AT_ONCE))
    if (claimed.length === 0) break
    await Promise.all(claimed.map((submission) => send(app, submission, signal)))
    sent += claimed.length
  }
  return sent
}

async function send(app: App, claimed: Claimed, signal: AbortSignal): Promise<void> {
  const got = await answerTo(app, claimed, signal)
  app.db.write((tx) => settle(tx, claimed, got))
}

async function answerTo(
  app: App,
  { submission }: Claimed,
  signal: AbortSignal,
): Promise<IndexNowAnswer | UpstreamError> {
  try {
    return await app.indexnow.submit(submission, signal)
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
}
