/** Names of the engines, and the words for what they show. */
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { listed, say, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import type { Job, OutcomePart } from './shapes.ts'

const NAMES: Record<EngineSlot, string | null> = {
  scan_standard: 'Google',
  scan_live: 'Google',
  scan_bing: 'Bing',
  upstream: null,
}

/** Names of the check engines. */
export const ENGINE_TITLES: Record<EngineSlot, Text> = {
  scan_standard: text('Google'),
  scan_live: text('Live Google checks'),
  scan_bing: text('Bing'),
  upstream: text('Second source'),
}

/** The engines of a report in a sentence of its reader: `Google und Bing`. Frozen figures hold them in English. */
export const enginesIn = (to: Reader, engines: string): string => listed(to, engines.split(' and '))

/** The name that all languages have for the engine of a job; null for a search engine without one. */
export const engineNameOf = ({ engine }: Pick<Job, 'engine'>): string | null => NAMES[engine]

/** The label of a count of indexed links: `Indexed in Google`. */
export function indexedLabel(to: Reader, job: Pick<Job, 'engine'>): string {
  const engine = engineNameOf(job)
  return engine === null ? say(to, 'Indexed') : say(to, 'Indexed in {engine}', { engine })
}

export function waitingLabel(to: Reader, job: Pick<Job, 'engine'>): string {
  const engine = engineNameOf(job)
  return engine === null ? say(to, 'Waiting for the search engine') : say(to, 'Waiting for {engine}', { engine })
}

/** Labels of counts of links: other languages have another form for one link, or for a letter that is sent. */
const COUNTED = {
  Indexed: 'indexed',
  'Indexed already': 'visible',
  'Not indexed': 'not_indexed',
  'Not indexed, refunded': 'refunded',
  'No answer': 'unanswered',
  'Not sent': 'failed',
  Waiting: 'waiting',
  Skipped: 'skipped',
  Sent: 'sent',
  Scheduled: 'scheduled',
  Queued: 'queued',
  Flagged: 'flagged',
  Cancelled: 'cancelled',
}
type Counted = keyof typeof COUNTED

/** The label of a count of links. */
export const countLabel = (to: Reader, label: Counted): string =>
  say(
    to,
    '{links, select, indexed {Indexed} visible {Indexed already} not_indexed {Not indexed} refunded {Not indexed, refunded} unanswered {No answer} failed {Not sent} waiting {Waiting} skipped {Skipped} sent {Sent} scheduled {Scheduled} queued {Queued} flagged {Flagged} cancelled {Cancelled} other {}}',
    { links: COUNTED[label] },
  )

/** The name of a part of the outcome: `Indexed`, `Not indexed, refunded`. */
export function partWord({ label }: Pick<OutcomePart, 'label'>, { type }: Pick<Job, 'type'>, to: Reader): string {
  if (label === 'Not indexed' && type === 'index') return countLabel(to, 'Not indexed, refunded')
  return label in COUNTED ? countLabel(to, label as Counted) : sayStored(to, label)
}
