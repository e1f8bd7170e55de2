import dns from 'node:dns'
import type { LookUpTxt } from '../domains/branding/index.ts'
import { codeOf } from '../kernel/operation/fault.ts'
import { SECOND } from '../kernel/time/clock.ts'

/** Error codes for a name without records: a valid answer. */
const NOTHING = ['ENOTFOUND', 'ENODATA']

/**
 * Asks the public DNS for TXT records, or `servers` instead of the system's. Bun returns the parts of a record longer
 * than 255 characters as separate records.
 */
export function createTxtLookUp(servers?: string[]): LookUpTxt {
  const resolver = new dns.promises.Resolver({ timeout: 3 * SECOND, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      if (NOTHING.includes(codeOf(error))) return []
      throw error
    }
  }
}
