import dns from 'node:dns'
import type { LookUpTxt } from '../domains/branding/index.ts'
import { codeOf } from '../kernel/operation/fault.ts'
import { SECOND } from '../kernel/time/clock.ts'

/** What the DNS says when there is no such name, or no such record: an answer all the same. */
const NOTHING = ['ENOTFOUND', 'ENODATA']

/**
 * TXT records of the public DNS, asked directly; of `servers` instead of the system's where they are given. Bun tells the
 * parts of a record of more than 255 letters as records of their own.
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
