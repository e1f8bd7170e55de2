/** What somebody writes with the client that orval makes. */
import { getJobStatus, type Job, type Link, type ListJobUrlsParams, listJobUrls, submitIndexJob } from './orval/api'

export const title = (job: Job): string => `${job.name}: ${job.link_count}`
export const addressOf = (link: Link): string => link.url

export async function push(urls: string[]): Promise<string> {
  const answer = await submitIndexJob({ urls, smart: true })
  if (answer.status !== 200) throw new Error(answer.data.error.message)
  const { data } = answer.data
  return data.id
}

export async function missing(id: string): Promise<string[]> {
  const wanted: ListJobUrlsParams = { state: 'not_indexed', page_size: 200 }
  const [job, page] = [await getJobStatus(id), await listJobUrls(id, wanted)]
  if (job.status !== 200 || page.status !== 200) return []
  return [title(job.data.data), ...page.data.data.items.map(addressOf)]
}
