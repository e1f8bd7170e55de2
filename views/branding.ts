/** Whose name is on a page: the product's, or the white label of a workspace; and the files that go with it. */
import {
  brandOfTenant,
  homeOf,
  logoFile,
  type Brand as Own,
  onlyAgency,
  triedLogo,
} from '../src/doors/pages/branding.ts'
import { domainOf } from '../src/doors/pages/custom-domain.ts'
import { type Call, publicPage, type Screen } from '../src/doors/pages/web.ts'
import { notFound } from '../src/kernel/operation/fault.ts'
import { brandCss } from './brand.ts'
import { type Brand, SIGNALPOST } from './document.tsx'

/** The brand of a workspace, as far as its plan allows it; by default the name of its agency, never the product's. */
export function brandFor(call: Pick<Call, 'app' | 'request'>, tenant_id: string): Brand {
  return brandOnPage(call, brandOfTenant(call.app, tenant_id))
}

/** A brand as pages show it. */
export const brandOnPage = (
  call: Pick<Call, 'app' | 'request'>,
  { name, from_name, logo_url, accent }: Omit<Own, 'domain'>,
): Brand => ({
  name: from_name ?? domainOfCall(call)?.name ?? name,
  logo_url,
  css_href: accent && `/app/brand/accent.${accent.slice(1)}.css`,
})

/** The workspace on whose own domain the page was asked for. */
export const domainOfCall = ({ app, request }: Pick<Call, 'app' | 'request'>) =>
  domainOf(app, request.headers.get('host'))

/** The brand of the domain that was asked. */
export function brandOfDomain(call: Call): Brand {
  const tenant = domainOfCall(call)
  return tenant ? brandFor(call, tenant.id) : SIGNALPOST
}

/** The brand at the door: of the domain, else of the only agency of the install. */
export function brandOfDoor(call: Call): Brand {
  const only = domainOfCall(call) ? null : onlyAgency(call.app)
  return only ? brandFor(call, only) : brandOfDomain(call)
}

/** The brand of the workspace of a person who opens a link of a letter. */
export function brandOfReader(call: Call, user: { id: string; invited_in: string | null }): Brand {
  if (domainOfCall(call)) return brandOfDomain(call)
  const place = homeOf(call.app, user)
  return place ? brandFor(call, place) : brandOfDoor(call)
}

export const brandScreens: readonly Screen[] = [publicPage('/app/brand/:file', file)]

/** What shows another accent than its page. */
const PREVIEWED = '.previewed'

/** Logos and accents: their names change with what is in them, so they may be kept for ever. */
function file({ app, params }: Call): Response {
  const name = params.file ?? ''
  const [, of, accent] = /^(accent|preview)\.([0-9a-f]{6})\.css$/.exec(name) ?? []
  if (accent) return kept(brandCss(`#${accent}`, of === 'preview' ? PREVIEWED : undefined), 'text/css; charset=utf-8')
  const logo = logoFile(app, name)
  if (logo) return kept(logo.body as Uint8Array<ArrayBuffer>, logo.type)
  const tried = triedLogo(app, name)
  if (!tried) throw notFound('file')
  return kept(tried.body as Uint8Array<ArrayBuffer>, tried.type, 'private, max-age=300')
}

const FOR_EVER = 'public, max-age=31536000, immutable'

const kept = (body: string | Uint8Array<ArrayBuffer>, type: string, caching = FOR_EVER): Response =>
  new Response(body, { headers: { 'content-type': type, 'cache-control': caching } })
