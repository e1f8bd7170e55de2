import { LEAST_FOR_RATE } from '../../src/domains/figures/index.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { percent } from '../parts/text/format.ts'

/** Whether there are enough links to name a share. */
export const hasShare = (links: number): boolean => links >= LEAST_FOR_RATE

/** `66%`, and `7 of 12` of too few links for a share; `–` of none. */
export const shareOf = (seen: number, of: number, to: Reader = ENGLISH): string =>
  of === 0 ? '–' : hasShare(of) ? percent(seen / of, to) : say(to, '{seen} of {all}', { seen, all: of })
