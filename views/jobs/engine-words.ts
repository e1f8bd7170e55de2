/** Names of the engines, and the words for what they show. */
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { listed, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import type { Job, OutcomePart } from './shapes.ts'

/** `yes`: the label of a count of indexed links, `Indexed in Google`; `named`: a name that all languages have. */
type EngineWords = { name: string; named: string | null; yes: string }

const shown = (name: string): EngineWords => ({ name, named: name, yes: `Indexed in ${name}` })
const SHOWS: Record<EngineSlot, EngineWords> = {
  scan_standard: shown('Google'),
  scan_live: shown('Google'),
  scan_bing: shown('Bing'),
  upstream: { name: 'the search engine', named: null, yes: 'Indexed' },
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

export const showsOf = ({ engine }: Pick<Job, 'engine'>): EngineWords => SHOWS[engine]

/** The name of a part of the outcome: `Indexed`, `Not indexed, refunded`. */
export const partWord = (
  { label }: Pick<OutcomePart, 'label'>,
  { type }: Pick<Job, 'type'>,
  to: Reader = ENGLISH,
): string => sayStored(to, label === 'Not indexed' && type === 'index' ? text('Not indexed, refunded') : label)
