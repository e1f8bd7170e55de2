/** What somebody writes with the types that openapi-typescript makes. */
import type { components, operations, paths } from './openapi-typescript/api'

type Schemas = components['schemas']
export const title = (job: Schemas['Job']): string => `${job.name}: ${job.link_count}`
export const addresses = (page: Schemas['PageOfLink']): string[] => page.items.map((link) => link.url)
export const issuesOf = ({ error }: Schemas['Error422']): string[] =>
  'details' in error && error.details && 'issues' in error.details
    ? (error.details.issues ?? []).map(({ path, message }) => `${path} ${message}`)
    : []
export const missing = ({ details }: Schemas['InsufficientCreditsError']): number => details.need - details.have
export const order: operations['submit_index_job']['requestBody']['content']['application/json'] = {
  urls: ['https://bakery.example/menu'],
  drip_days: 3,
}
type Answer = paths['/jobs/{id}']['get']['responses'][200]['content']['application/json']
export const stateOf = ({ data }: Answer): Schemas['JobStatus'] => data.status
