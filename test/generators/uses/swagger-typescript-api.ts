/** What somebody writes with the client that swagger-typescript-api makes. */
import { Api, type Job, type Link } from './swagger-typescript-api/api'

export const title = (job: Job): string => `${job.name}: ${job.link_count}`
export const addressOf = (link: Link): string => link.url

const api = new Api<string>({ securityWorker: (key) => (key ? { headers: { Authorization: `Bearer ${key}` } } : {}) })

export async function push(key: string, urls: string[]): Promise<string[]> {
  api.setSecurityData(key)
  const { data: pushed } = await api.jobs.submitIndexJob({ urls })
  const { data: page } = await api.jobs.listJobUrls(pushed.data.id, { state: 'sent' })
  return page.data.items.map(addressOf)
}
