import { brandOf, logoAt } from '../src/domains/branding/index.ts'
/** Whose name stands on a page: the product's, or the white label of a workspace; and the files that go with it. */
import { domainOf } from '../src/doors/custom-domain.ts'
import { type Call, publicPage, type Screen } from '../src/doors/web.ts'
import { notFound } from '../src/kernel/fault.ts'
import { brandCss } from './brand.ts'
import { type Brand, SIGNALPOST } from './document.tsx'

/** The brand of a workspace, as far as its plan allows it. An own domain never speaks of the product. */
export function brandFor(call: Pick<Call, 'app' | 'request'>, tenant_id: string): Brand {
  const { app } = call
  const { from_name, logo_url, accent } = app.db.read((tx) => brandOf(tx, app, tenant_id))
  return {
    name: from_name ?? domainOfCall(call)?.name ?? SIGNALPOST.name,
    logo_url,
    css_href: accent && `/app/brand/accent.${accent.slice(1)}.css`,
  }
}

/** The workspace on whose own domain the page was asked for. */
export const domainOfCall = ({ app, request }: Pick<Call, 'app' | 'request'>) =>
  domainOf(app, request.headers.get('host'))

/** The brand of the domain that was asked. */
export function brandOfDomain(call: Call): Brand {
  const tenant = domainOfCall(call)
  return tenant ? brandFor(call, tenant.id) : SIGNALPOST
}

export const brandScreens: readonly Screen[] = [publicPage('/app/brand/:file', file)]

/** Logos and accents: their names change with what is in them, so they may be kept for ever. */
function file({ app, params }: Call): Response {
  const name = params.file ?? ''
  const accent = /^accent\.([0-9a-f]{6})\.css$/.exec(name)?.[1]
  if (accent) return kept(brandCss(`#${accent}`), 'text/css; charset=utf-8')
  const logo = app.db.read((tx) => logoAt(tx, name))
  if (!logo) throw notFound('file')
  return kept(logo.body as Uint8Array<ArrayBuffer>, logo.type)
}

const kept = (body: string | Uint8Array<ArrayBuffer>, type: string): Response =>
  new Response(body, { headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' } })
