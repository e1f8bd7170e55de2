/** Links of an order form on hosts of other clients, as the order itself finds them. */
import { foreignTo } from '../../domains/jobs/index.ts'
import { hostOf } from '../../domains/preflight/index.ts'
import { byOwner, type ForeignLinks } from '../../domains/pushes/index.ts'
import type { SignedInCall } from './web.ts'

/** With the first of these links. */
export type ForeignPart = ForeignLinks & { examples: string[] }

const EXAMPLES = 3

/** @param tenant_id the workspace that pays, which the visitor may reach */
export const foreignLinks = (
  { app, caller }: Pick<SignedInCall, 'app' | 'caller'>,
  tenant_id: string,
  urls: readonly string[],
): ForeignPart[] =>
  byOwner(app.db.read((tx) => foreignTo(tx, caller, tenant_id, urls))).map((part) => {
    const examples: string[] = []
    for (const url of urls) {
      if (part.hosts.includes(hostOf(url))) examples.push(url)
      if (examples.length === EXAMPLES) break
    }
    return { ...part, examples }
  })
