import { type Fault, invalid } from '../../kernel/operation/fault.ts'
import type { TakenUrls } from './url.ts'

const NAMED = 49
const SHOWN = 200

/** The refusal of a list without a usable URL: names the fault of the first 49 entries. */
export const noUrlLeft = (taken: TakenUrls): Fault =>
  invalid(
    { path: 'urls', message: 'contains no valid URL' },
    ...taken.invalid
      .slice(0, NAMED)
      .map(({ given, reason }) => ({ path: 'urls', message: `${given.slice(0, SHOWN)}: ${reason}` })),
  )
