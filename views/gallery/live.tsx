/** Stand-ins for what moves: the live screening and a job under way, so that the gallery can be typed into. */
import { JobLiveContent } from '../jobs/job-live.tsx'
import type { Html } from '../jsx/html.ts'
import { PushFragment } from '../push/new-push.tsx'
import { job, NOW, outcome, preflight } from './samples.ts'

/** The fragment for a typed list: first with half of the pages still open, then whole. */
export function livePush(form: FormData): Html[] {
  const text = String(form.get('urls') ?? '')
  const urls = [...new Set(text.split(/\s+/).filter(Boolean))]
  const push_anyway = form.getAll('push_anyway').map(String)
  return [Math.floor(urls.length / 2), urls.length].map((done) => {
    const rows = urls.slice(0, done).map((url) => preflight.rows.find((row) => row.url === url) ?? ready(url))
    const count = rows.filter((row) => row.flags.length === 0 || push_anyway.includes(row.url)).length
    const quote = {
      ...{ ready: count, skipped: rows.length - count, dropped: 0, to_indexnow: count, index_credits: count },
      ...{ check_credits: 0, balance_after: 1284 - count, available: 1284 },
    }
    const pending = urls.length - done
    return (
      <PushFragment
        values={{ push_anyway }}
        preflight={{ rows, more_ready: 0, dropped: [], pending }}
        quote={pending > 0 ? null : quote}
      />
    )
  })
}

/** A push of 234 links of which `sent` are out. */
export const liveJob = (sent: number): Html => (
  <JobLiveContent
    job={job({ status: 'sending', sent_at: NOW, outcome: outcome({ queued: 234 - sent, sent, flagged: 6 }) })}
    now={NOW}
  />
)

const ready = (url: string) => ({ url, flags: [], status: 200, fix: null, chain: [] })
