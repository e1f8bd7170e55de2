import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getBranding } from '../../src/operations/branding/get-branding.ts'
import { previewBranding } from '../../src/operations/branding/preview-branding.ts'
import { putBranding } from '../../src/operations/branding/put-branding.ts'
import { verifyOwnDomain } from '../../src/operations/branding/verify-own-domain.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { brandOnPage } from '../branding.ts'
import type { Issue } from '../parts/forms/form.tsx'
import { issuesIn, refusedPage } from '../refused.ts'
import { assertMay, drawPage, may, zoneOf } from '../shell.tsx'
import { Branding, type BrandingProps, type BrandingWhole, LOOKS } from './branding.tsx'
import { type Look, Preview } from './preview.tsx'

export const brandingScreens: readonly Screen[] = [
  page('/branding', (call) => brandingPage(call)),
  action('/branding', (call) => save(call, Object.keys(LOOKS))),
  action('/branding/logo', saveLogo),
  action('/branding/domain', (call) => save(call, ['domain'])),
  action('/branding/preview', preview),
  action('/branding/verify', verify),
]

const selfOf = ({ base }: SignedInCall): string => `${base}/branding`
const idOf = ({ caller }: SignedInCall): { id: string } => ({ id: caller.tenant_id })

async function brandingPage(call: SignedInCall, more: Partial<Pick<BrandingProps, 'values' | 'issues' | 'look'>> = {}) {
  const { id: _, ...properties } = putBranding.input.properties
  const { parent_id } = await call.call(getTenant, idOf(call))
  const branding = await call.call(getBranding, idOf(call))
  const props: BrandingProps = {
    look: await lookOf(call, branding.shown),
    ...more,
    branding,
    self: selfOf(call),
    schema: may(call, putBranding) ? { properties } : null,
    plan: parent_id ? null : `${call.base}/credits/buy`,
    install: new URL(call.app.config.site_url).hostname,
    zone: zoneOf(call),
  }
  const sub = 'What clients see on pages, in reports and in e-mails.'
  return drawPage(call, { title: 'Brand', sub, kind: 'settings' }, <Branding {...props} />)
}

async function lookOf(call: SignedInCall, shown: BrandingWhole['shown'], issues: readonly Issue[] = []): Promise<Look> {
  const { name, accent, logo_url } = shown
  return {
    brand: { ...brandOnPage(call, shown), accent },
    client: (await call.call(getTenant, idOf(call))).name,
    letter: { name, accent, logo: logo_url },
    issues,
  }
}

/** The page with the typed values, or the preview alone. Nothing is stored. */
async function preview(call: SignedInCall) {
  assertMay(call, putBranding)
  const look = await triedLook(call, givenIn(call, Object.keys(LOOKS)))
  return call.partial ? <Preview look={look} /> : brandingPage(call, { values: call.form, look })
}

/** Shows valid parts as typed; the others as stored, with the reason. */
async function triedLook(call: SignedInCall, given: Record<string, string | null>): Promise<Look> {
  const { issues } = putBranding.parse({ ...idOf(call), ...given })
  const wrong = new Set(issues.map(({ path }) => path))
  const { logo_url, ...rest } = Object.fromEntries(Object.entries(given).filter(([part]) => !wrong.has(part)))
  const shown = (parts: object) => call.call(previewBranding, { ...idOf(call), ...parts })
  try {
    return await lookOf(call, await shown({ ...rest, ...(logo_url === undefined ? {} : { logo_url }) }), issues)
  } catch (error) {
    return await lookOf(call, await shown(rest), [...issues, ...issuesIn(error)])
  }
}

const givenIn = ({ form }: SignedInCall, parts: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(parts.filter((part) => part in form).map((part) => [part, form[part] || null]))

/** An empty field is cleared; a part outside the plan is not in the form, and stays. */
async function save(call: SignedInCall, parts: readonly string[]) {
  const { form } = call
  const given = givenIn(call, parts)
  // An uploaded logo has no address: an empty field does not remove it.
  if (given.logo_url === null && (await call.call(getBranding, idOf(call))).logo_url === null) delete given.logo_url
  try {
    const { domain_proof } = await call.call(putBranding, { ...idOf(call), ...given })
    const waits = 'domain' in given && domain_proof?.state === 'waiting'
    return goTo(selfOf(call), { text: waits ? 'Saved. Now verify that the host is yours.' : 'Saved.' })
  } catch (error) {
    const placed = (issue: Issue) => (issue.path ? issue : { ...issue, path: parts[0]! })
    return refusedPage(error, (found) => brandingPage(call, { values: form, issues: found.map(placed) }), ['conflict'])
  }
}

/** Saves an uploaded logo, or removes the stored one. */
async function saveLogo(call: SignedInCall) {
  const { logo_file } = call.form
  try {
    await call.call(putBranding, { ...idOf(call), ...(logo_file ? { logo_file } : { logo_url: null }) })
    return goTo(selfOf(call), { text: logo_file ? 'Logo saved.' : 'Logo removed.' })
  } catch (error) {
    return refusedPage(error, (issues) => brandingPage(call, { issues }))
  }
}

async function verify(call: SignedInCall) {
  const { domain, domain_proof } = await call.call(verifyOwnDomain, idOf(call))
  return domain_proof?.state === 'proved'
    ? goTo(selfOf(call), { text: `${domain} is verified.` })
    : goTo(selfOf(call), { text: 'Record not found. See the response below.', tone: 'bad' })
}
