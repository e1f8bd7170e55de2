/** Links of an order form on hosts of other clients, as the order itself finds them. */
import { foreignTo } from '../../domains/jobs/index.ts'
import { hostOf } from '../../domains/preflight/index.ts'
import { byOwner, type ForeignLinks, heldOut } from '../../domains/pushes/index.ts'
import type { SignedInCall } from './web.ts'

/** With the first of these links; `held_out`: links that reports leave out even when they are meant. */
export type ForeignPart = ForeignLinks & { examples: string[]; held_out: number }

const EXAMPLES = 3

/** @param tenant_id the workspace that pays, which the visitor may reach */
export function foreignLinks(
  { app, caller }: Pick<SignedInCall, 'app' | 'caller'>,
  tenant_id: string,
  urls: readonly string[],
): ForeignPart[] {
  const found = app.db.read((tx) => foreignTo(tx, caller, tenant_id, urls))
  return byOwner(found).map((part) => {
    const examples: string[] = []
    for (const url of urls) {
      if (part.hosts.includes(hostOf(url))) examples.push(url)
      if (examples.length === EXAMPLES) break
    }
    return { ...part, examples, held_out: heldOut(found.filter((host) => host.tenant_id === part.tenant_id)) }
  })
}
