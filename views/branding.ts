/** The brand of a page, of the product or of a workspace, and its files. */

import { domainOf } from '../src/doors/custom-domain.ts'
import {
  brandOfTenant,
  homeOf,
  logoFile,
  type Brand as Own,
  onlyAgency,
  readerFor,
  readerIn,
  triedLogo,
} from '../src/doors/pages/branding.ts'
import { type Call, publicPage, type Screen } from '../src/doors/pages/web.ts'
import type { Reader } from '../src/kernel/language/reader.ts'
import { notFound } from '../src/kernel/operation/fault.ts'
import { brandCss } from './brand.ts'
import { type Brand, SIGNALPOST } from './document.tsx'

/** The brand of a workspace, as its plan allows; by default the name of its agency, never the product's. */
export function brandFor(call: Pick<Call, 'app' | 'request'>, tenant_id: string): Brand {
  return brandOnPage(call, brandOfTenant(call.app, tenant_id))
}

export const brandOnPage = (
  call: Pick<Call, 'app' | 'request'>,
  { name, from_name, logo_url, accent }: Omit<Own, 'domain'>,
): Brand => ({
  name: from_name ?? domainOfCall(call)?.name ?? name,
  logo_url,
  css_href: accent && `/app/brand/accent.${accent.slice(1)}.css`,
})

/** The workspace with the own domain of the request. */
export const domainOfCall = ({ app, request }: Pick<Call, 'app' | 'request'>) =>
  domainOf(app, request.headers.get('host'))

/** For pages that name the product and its address: they are not on a workspace's own domain. */
export function atInstall<T>(call: Call, answer: () => T): T {
  if (domainOfCall(call)) throw notFound('page')
  return answer()
}

export const brandOfDomain = (call: Call): Brand => faceOfDomain(call).brand

/** The brand and the reader of a page outside the app. */
export type Face = { brand: Brand; to: Reader }

/** A workspace speaks its own language under its brand; null: the install. */
export const faceOf = (call: Call, tenant_id: string | null): Face => ({
  brand: tenant_id === null ? SIGNALPOST : brandFor(call, tenant_id),
  to: readerIn(call.app, tenant_id),
})

export const faceOfDomain = (call: Call): Face => faceOf(call, domainOfCall(call)?.id ?? null)

/** Before sign-in: as the workspace of the domain, else as the only agency of the install. */
export const faceOfSignIn = (call: Call): Face => faceOf(call, domainOfCall(call)?.id ?? onlyAgency(call.app))

/** The language of a signed-in person, under the brand of the host. */
export const faceOfPerson = (call: Call, user_id: string): Face => ({
  brand: brandOfDomain(call),
  to: readerFor(call.app, user_id),
})

/** For a person who opens a link of an e-mail. */
export function faceOfInvited(call: Call, user: { id: string; invited_in: string | null }): Face {
  const place = domainOfCall(call) ? null : homeOf(call.app, user)
  return { brand: (place ? faceOf(call, place) : faceOfSignIn(call)).brand, to: readerFor(call.app, user.id) }
}

export const brandScreens: readonly Screen[] = [publicPage('/app/brand/:file', file)]

/** Selector of parts with another accent than their page. */
const PREVIEWED = '.previewed'

/** Logos and accents: their names change with their content, so browsers may keep them for ever. */
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
