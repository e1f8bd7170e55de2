/** The main job by a generated client: push, follow, read the CSV; then two refusals with what they tell. */
import { client } from './hey-api/client.gen'
import { exportJobCsv, getJobStatus, listJobUrls, submitIndexJob } from './hey-api/sdk.gen'
import type { Job, JobDetail, Link, SubmitIndexJobError, Workspace } from './hey-api/types.gen'

declare const process: { env: Record<string, string>; argv: string[] }

client.setConfig({ baseUrl: process.env.API!, auth: process.env.KEY! })

const title = (job: Job): string => `${job.name}: ${job.link_count}`
const addressOf = (link: Link): string => link.url
export const labelOf = ({ id, name, archived_at }: Workspace): string => `${name} ${archived_at ?? id}`

const urls = process.argv.slice(2)
const pushed = await submitIndexJob({ body: { urls: [...urls, 'no address'], name: 'Generated' } })
if (!pushed.data) throw new Error(JSON.stringify(pushed.error))
const { id, accepted, invalid } = pushed.data.data

const look = async (): Promise<JobDetail> => {
  const { data } = await getJobStatus({ path: { id }, query: { url_limit: 0 }, throwOnError: true })
  return data.data
}
let job = await look()
for (let tries = 0; job.status !== 'watching' && tries < 200; tries++) {
  await new Promise((resolve) => setTimeout(resolve, 100))
  job = await look()
}

const links = await listJobUrls({ path: { id }, query: { state: 'sent', sort: 'url' }, throwOnError: true })
const csv = await exportJobCsv({ path: { id }, throwOnError: true })

/** What a refusal tells, by its code: no field is read that the code does not have. */
function toldBy(refusal: SubmitIndexJobError | undefined): unknown {
  if (!refusal) return null
  const { error } = refusal
  if (error.code === 'over_max_credits') return [error.details.need, error.details.max_credits]
  if (error.code === 'validation_failed') return error.details.issues.map(({ path, message }) => [path, message])
  return error.message
}
const capped = await submitIndexJob({ body: { urls, max_credits: 1 } })
const wrong = await submitIndexJob({ body: { urls, drip_days: 400 } })

console.log(
  JSON.stringify({
    accepted,
    invalid: invalid.map(({ given }) => given),
    title: title(job),
    status: job.status,
    links: links.data.data.items.map(addressOf),
    csv: csv.data,
    refusals: [toldBy(capped.error), toldBy(wrong.error)],
  }),
)
