import { UNLOCKED_BY } from '../../src/domains/branding/index.ts'
import { type Feature, featureRefusal } from '../../src/domains/plans/index.ts'
import { readTenant, rootOf } from '../../src/domains/tenants/index.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { getBranding } from '../../src/operations/branding/get-branding.ts'
import { putBranding } from '../../src/operations/branding/put-branding.ts'
import { verifyOwnDomain } from '../../src/operations/branding/verify-own-domain.ts'
import { issuesIn } from '../refused.ts'
import { appPage, may, requireMay, zoneOf } from '../shell.tsx'
import { Branding, type BrandingProps, LOOKS } from './branding.tsx'
import { lookOf, triedLook } from './look.ts'
import { Preview } from './preview.tsx'

export const brandingScreens: readonly Screen[] = [
  page('/branding', (call) => brandingPage(call)),
  action('/branding', (call) => save(call, ['logo_url', 'accent', 'from_name'])),
  action('/branding/logo', saveLogo),
  action('/branding/domain', (call) => save(call, ['domain'])),
  action('/branding/preview', preview),
  action('/branding/verify', verify),
]

const selfOf = ({ base }: SignedInCall): string => `${base}/branding`
const idOf = ({ caller }: SignedInCall): { id: string } => ({ id: caller.tenant_id })

async function brandingPage(call: SignedInCall, more: Partial<Pick<BrandingProps, 'values' | 'issues' | 'look'>> = {}) {
  const { id: _, ...properties } = putBranding.input.properties
  const props: BrandingProps = {
    look: lookOf(call),
    ...more,
    branding: await call.call(getBranding, idOf(call)),
    self: selfOf(call),
    schema: may(call, putBranding) ? { properties } : null,
    ...lockedOf(call),
    install: new URL(call.app.config.site_url).hostname,
    zone: zoneOf(call),
  }
  return appPage(call, 'Branding', <Branding {...props} />)
}

/** The plan is the root's: there the lowest that unlocks a part is named, below it whom to ask. */
function lockedOf({ app, base, caller, read }: SignedInCall): Pick<BrandingProps, 'locked' | 'plan'> {
  return read((tx) => {
    const root = rootOf(tx, caller.tenant_id)
    const own = root === caller.tenant_id
    const asked = `The plan of ${readTenant(tx, root).name} does not include this. Ask them.`
    const refused = Object.values(UNLOCKED_BY).flatMap((feature): [Feature, string][] => {
      const refusal = featureRefusal(tx, app, caller.tenant_id, feature)
      return refusal ? [[feature, own ? refusal.message : asked]] : []
    })
    return { locked: new Map(refused), plan: own ? `${base}/plan` : null }
  })
}

/** The page with what was typed, or the preview alone where the rest stands there already. Nothing is kept. */
async function preview(call: SignedInCall) {
  requireMay(call, putBranding)
  const look = await triedLook(call, givenIn(call, LOOKS))
  return call.partial ? <Preview look={look} /> : brandingPage(call, { values: call.form, look })
}

const givenIn = ({ form }: SignedInCall, parts: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(parts.filter((part) => part in form).map((part) => [part, form[part] || null]))

/** What is left empty is cleared; what the plan has not is not in the form, and stays. */
async function save(call: SignedInCall, parts: readonly string[]) {
  const { form } = call
  const given = givenIn(call, parts)
  // An uploaded logo has no address: an empty field does not remove it.
  if (given.logo_url === null && (await call.call(getBranding, idOf(call))).logo_url === null) delete given.logo_url
  try {
    const { domain_proof } = await call.call(putBranding, { ...idOf(call), ...given })
    const waits = 'domain' in given && domain_proof?.state === 'waiting'
    return goTo(selfOf(call), { text: waits ? 'Now prove that the host is yours.' : 'Saved.' })
  } catch (error) {
    const issues = issuesIn(error, ['conflict']).map((issue) => (issue.path ? issue : { ...issue, path: parts[0]! }))
    return htmlResponse(await brandingPage(call, { values: form, issues }), (error as Fault).status)
  }
}

/** An uploaded logo, or none in its place. */
async function saveLogo(call: SignedInCall) {
  const { logo_file } = call.form
  try {
    await call.call(putBranding, { ...idOf(call), ...(logo_file ? { logo_file } : { logo_url: null }) })
    return goTo(selfOf(call), { text: logo_file ? 'Logo saved.' : 'Logo removed.' })
  } catch (error) {
    return htmlResponse(await brandingPage(call, { issues: issuesIn(error) }), (error as Fault).status)
  }
}

/** What was found stands on the page, whatever it was. */
async function verify(call: SignedInCall) {
  const { domain, domain_proof } = await call.call(verifyOwnDomain, idOf(call))
  return domain_proof?.state === 'proved'
    ? goTo(selfOf(call), { text: `${domain} is proved, and in force.` })
    : goTo(selfOf(call), { text: 'The proof was not found. What stands there is told below.', tone: 'bad' })
}
