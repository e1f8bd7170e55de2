import Type, { type Static } from 'typebox'
import { type Stored, text } from '../../kernel/language/say.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Id, Moment, Nullable, Sentence } from '../../kernel/operation/shape.ts'
import { DroppedUrls } from '../preflight/index.ts'

export const SITE_STATUSES = namedEnum('IndexNowSiteStatus', ['pending', 'verified', 'failing'])
export const SUBMISSION_STATUSES = namedEnum('IndexNowSubmissionStatus', ['queued', 'received', 'refused', 'failed'])
export const PING_STATES = namedEnum('IndexNowLinkState', [
  'queued',
  'sent',
  'skipped_24h',
  'not_covered',
  'refused',
  'failed',
])
export type PingState = (typeof PING_STATES)[number]

export const SiteId = Type.String({ title: 'Site', description: 'Id of a site' })
export const Host = Type.String({
  title: text('Site'),
  description: 'A domain, or any URL on it. Port and scheme are kept.',
  minLength: 1,
  maxLength: 2048,
})
export const KeyLocation = Type.String({
  title: text('Key file address'),
  description: 'Full URL of the key file on the same host. In a folder it covers only that folder.',
  minLength: 1,
  maxLength: 2048,
})

/** The result of fetching a key file, in words for the person who hosts it; older ones are in English. */
export type KeyCheck = Omit<Static<typeof KeyCheckShape>, 'message' | 'warnings'> & {
  message: Stored
  warnings: readonly Stored[]
}
const KeyCheckShape = Shape('KeyFileCheck', {
  at: Moment,
  verified: Type.Boolean(),
  url: Type.String({ description: 'The address that was fetched' }),
  http_status: Nullable(Type.Integer()),
  bytes: Nullable(Type.Integer()),
  message: Sentence(),
  found: Nullable(Type.String({ description: 'Start of the file when it contains something other than the key' })),
  warnings: Type.Array(Type.String({ description: 'Problem for stricter engines' })),
})

const siteFields = {
  id: Id,
  tenant_id: Type.String(),
  host: Type.String(),
  key: Type.String({ description: 'The exact content of the key file' }),
  key_location: Nullable(Type.String()),
  key_url: Type.String({ description: 'Address at which to serve the key file' }),
  covers: Type.String({ description: 'Folder that the key file covers; `/` is the whole host' }),
  enabled: Type.Boolean({ description: 'Pings on or off' }),
  status: Type.Enum(SITE_STATUSES),
  pinged: Type.Boolean({ description: 'Whether pushed URLs of this host are sent now' }),
  verified_at: Nullable(Moment),
  checked_at: Nullable(Moment),
  failing_since: Nullable(Moment),
  last_check: Nullable(KeyCheckShape),
  created_at: Moment,
  updated_at: Moment,
}

export const Site = Shape('IndexNowSite', siteFields)

export const Submission = Shape('IndexNowSubmission', {
  id: Id,
  site_id: Nullable(Type.String()),
  tenant_id: Type.String(),
  job_id: Type.String(),
  host: Type.String(),
  status: Type.Enum(SUBMISSION_STATUSES),
  url_count: Type.Integer(),
  attempts: Type.Integer(),
  next_attempt_at: Nullable(Moment),
  answer_status: Nullable(Type.Integer()),
  answer: Nullable(Type.String()),
  explanation: Nullable(Sentence()),
  log: Type.Array(
    Type.Object({
      at: Moment,
      attempt: Type.Integer(),
      answer_status: Nullable(Type.Integer()),
      answer: Nullable(Type.String()),
      explanation: Sentence(),
      next_attempt_at: Nullable(Moment),
    }),
  ),
  created_at: Moment,
  sent_at: Nullable(Moment),
})

export const SiteWithSubmissions = Shape('IndexNowSiteDetail', { ...siteFields, submissions: Type.Array(Submission) })
export const VerifiedSite = Shape('VerifiedIndexNowSite', {
  ...siteFields,
  verified: Type.Boolean(),
  check: KeyCheckShape,
})

const pingCounts = {
  eligible: Count('Links on hosts that are pinged'),
  queued: Count('Waiting to be sent'),
  sent: Count(),
  skipped_24h: Count('Sent within the last 24 hours'),
  not_covered: Count('Outside the folder of the key file'),
  refused: Count(),
  failed: Count(),
}

export const PingSummary = Shape('IndexNowSummary', {
  ...pingCounts,
  hosts: Type.Array(Type.Object({ host: Type.String(), ...pingCounts, explanation: Nullable(Sentence()) })),
  answers: Type.Record(Type.String(), Type.Integer(), { description: 'URLs by HTTP status of the last answer' }),
})

export const JobPing = Shape('IndexNowLink', {
  uid: Type.Integer({ description: 'The link' }),
  url: Type.String(),
  host: Type.String(),
  state: Type.Enum(PING_STATES),
  at: Moment,
  submission_id: Nullable(Type.String()),
  answer_status: Nullable(Type.Integer()),
  explanation: Nullable(Sentence()),
})

export const Preview = Shape('IndexNowPreview', {
  total: Count('Different valid URLs'),
  eligible: Count('URLs that would be sent'),
  skipped_24h: pingCounts.skipped_24h,
  not_covered: pingCounts.not_covered,
  no_site: Count('URLs on hosts without a verified site'),
  hosts: Type.Array(
    Type.Object({ host: Type.String(), site_id: Nullable(Type.String()), urls: Count(), eligible: Count() }),
  ),
  ...DroppedUrls.properties,
})
