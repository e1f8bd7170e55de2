/** Verdicts, with the name of the engine. */
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import type { Job, OutcomePart } from './shapes.ts'

type Shows = { name: string; yes: string; no: string }

const shown = (name: string): Shows => ({ name, yes: `In ${name}`, no: `Not in ${name}` })
const SHOWS: Record<EngineSlot, Shows> = {
  scan_standard: shown('Google'),
  scan_live: shown('Google'),
  scan_bing: shown('Bing'),
  upstream: { name: 'the search engine', yes: 'Indexed', no: 'Not indexed' },
}

export const showsOf = ({ engine }: Pick<Job, 'engine'>): Shows => SHOWS[engine]

/** The name of a part of the outcome: `In Google`, `Not in Google, refunded`. */
export function partWord({ label }: Pick<OutcomePart, 'label'>, job: Pick<Job, 'engine' | 'type'>): string {
  const { yes, no } = showsOf(job)
  if (label === 'Indexed') return yes
  if (label === 'Not indexed') return job.type === 'check' ? no : `${no}, refunded`
  return label
}
