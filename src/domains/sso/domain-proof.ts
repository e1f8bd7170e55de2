import type { App } from '../../kernel/operation/app.ts'
import { proofOf } from './providers.ts'
import type { ProviderRow } from './tables.ts'

/**
 * Whether the DNS proves the domain for this provider now. It is asked at each new account, so that a record that was
 * taken away ends it. A DNS that does not answer proves nothing.
 */
export async function lookUpDomain(
  app: Pick<App, 'lookUpTxt'>,
  { domain_token }: Pick<ProviderRow, 'domain_token'>,
  domain: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { txt_name, text } = proofOf(domain, domain_token)
  const records = await app.lookUpTxt(txt_name, signal).catch(() => [])
  return records.some((record) => record.trim() === text)
}
