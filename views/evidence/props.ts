import type {
  connectGoogle,
  getGoogleCoverage,
  listGoogleAccounts,
  listGoogleProperties,
} from '../../src/features/evidence/operations/google.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'

export type Coverage = AnswerOf<typeof getGoogleCoverage>
export type Account = AnswerOf<typeof listGoogleAccounts>['items'][number]
export type Property = AnswerOf<typeof listGoogleProperties>['items'][number]
export type Invitation = AnswerOf<typeof connectGoogle>

/** `sc-domain:bakery.example` covers a domain; an address covers what is below it. */
export const isDomain = ({ site_url }: Pick<Property, 'site_url'>): boolean => site_url.startsWith('sc-domain:')
