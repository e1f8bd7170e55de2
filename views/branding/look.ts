/** How a brand looks to clients: as it is kept, or as somebody tries it on. */
import { brandOf, tryLogo, UNLOCKED_BY } from '../../src/domains/branding/index.ts'
import { letterBrandOf } from '../../src/domains/mail/index.ts'
import { planOf } from '../../src/domains/plans/index.ts'
import { type Branding, readTenant } from '../../src/domains/tenants/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { partyOf } from '../../src/kernel/operation/caller.ts'
import { putBranding } from '../../src/operations/branding/put-branding.ts'
import { brandOnPage } from '../branding.ts'
import type { Issue } from '../parts/form.tsx'
import { issuesIn } from '../refused.ts'
import type { Look } from './preview.tsx'

export function lookOf(call: SignedInCall, tried: Partial<Branding> = {}, issues: readonly Issue[] = []): Look {
  const { app, caller } = call
  return call.read((tx) => {
    const own = brandOf(tx, app, caller.tenant_id, tried)
    return {
      brand: { ...brandOnPage(call, own), accent: own.accent },
      client: readTenant(tx, caller.tenant_id).name,
      letter: letterBrandOf(own, ''),
      issues,
    }
  })
}

/** The same with what was typed, as far as it could be saved; the rest is told, and stays as it is kept. */
export async function triedLook(call: SignedInCall, given: Record<string, string | null>): Promise<Look> {
  const { app, caller, request } = call
  const { features } = call.read((tx) => planOf(tx, app, caller.tenant_id))
  const asked = Object.entries(given).filter(([part]) => features.includes(UNLOCKED_BY[part as keyof Branding]))
  const { issues } = putBranding.parse({ id: caller.tenant_id, ...Object.fromEntries(asked) })
  const wrong = new Set(issues.map(({ path }) => path))
  const tried: Partial<Branding> = Object.fromEntries(asked.filter(([part]) => !wrong.has(part)))
  if (!tried.logo_url) return lookOf(call, tried, issues)
  const { logo_url, ...rest } = tried
  try {
    return lookOf(call, { ...rest, logo_url: await tryLogo(app, partyOf(caller), logo_url, request.signal) }, issues)
  } catch (error) {
    return lookOf(call, rest, [...issues, ...issuesIn(error)])
  }
}
