/** Stand-ins for what moves: the live screening and a job under way, so that the gallery can be typed into. */
import { ENGLISH } from '../../src/kernel/language/reader.ts'
import { JobProgress } from '../../views/jobs/job-live.tsx'
import type { Html } from '../../views/jsx/html.ts'
import { PUSH } from '../../views/push/order.ts'
import { OrderFragment } from '../../views/push/order-form.tsx'
import { bill, job, jobFacts, NOW, outcome, preflight } from './samples.ts'

/** The fragment for a typed list: first with half of the pages still open, then whole. */
export function livePush(form: FormData): Html[] {
  const text = String(form.get('urls') ?? '')
  const urls = [...new Set(text.split(/\s+/).filter(Boolean))]
  const values = { push_anyway: form.getAll('push_anyway').map(String), anyway_flag: [], client: '', name: '' }
  return [Math.floor(urls.length / 2), urls.length].map((done) => {
    const rows = urls.slice(0, done).map((url) => preflight.rows.find((row) => row.url === url) ?? ready(url))
    const pending = urls.slice(done)
    const count = rows.filter((row) => row.flags.length === 0 || values.push_anyway.includes(row.url)).length
    const counts = {
      ready: count,
      pending: pending.length,
      skipped: rows.length - count,
      to_indexnow: count,
      check_credits: 0,
    }
    return (
      <OrderFragment
        kind={PUSH}
        clients={[]}
        values={values}
        hrefs={{}}
        preflight={{ rows, dropped: [], duplicates: 0, pending, slow: [] }}
        bill={bill({ ...counts, index_credits: count + pending.length, balance_after: 1284 - count - pending.length })}
      />
    )
  })
}

/** A push of 234 links of which `sent` are out. */
export const liveJob = (sent: number): Html => (
  <JobProgress
    zone={ENGLISH}
    job={job({
      status: 'sending',
      sent_at: NOW,
      outcome: { ...outcome({ queued: 234 - sent, sent, flagged: 6 }), indexed: { yes: 0, no: 0, unknown: 240 } },
    })}
    facts={jobFacts({ crawl: null })}
    can_write
    can_tell
    can_delete
    base=""
    now={NOW}
  />
)

const ready = (url: string) => ({
  url,
  flags: [],
  warnings: [],
  status: 200,
  fix: null,
  chain: [],
  final_url: url,
  canonical: null,
})
