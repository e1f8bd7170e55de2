import { type Fault, invalid } from '../../kernel/fault.ts'
import type { TakenUrls } from './url.ts'

const NAMED = 49
const SHOWN = 200

/** The refusal of a list of which nothing can be worked on: what is wrong with each entry, the first 49 by name. */
export const noUrlLeft = (taken: TakenUrls): Fault =>
  invalid(
    { path: 'urls', message: 'no valid URL is left' },
    ...taken.invalid
      .slice(0, NAMED)
      .map(({ given, reason }) => ({ path: 'urls', message: `${given.slice(0, SHOWN)}: ${reason}` })),
  )
