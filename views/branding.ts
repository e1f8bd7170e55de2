/** Whose name stands on a page: the product's, or the white label of a workspace; and the files that go with it. */
import { brandOf, logoAt, type Brand as Own, triedLogo } from '../src/domains/branding/index.ts'
import { readTenant, rootOf } from '../src/domains/tenants/index.ts'
import { domainOf } from '../src/doors/pages/custom-domain.ts'
import { type Call, publicPage, type Screen } from '../src/doors/pages/web.ts'
import type { ReadTx } from '../src/kernel/database/database.ts'
import { notFound } from '../src/kernel/operation/fault.ts'
import { brandCss } from './brand.ts'
import { type Brand, SIGNALPOST } from './document.tsx'

/** The brand of a workspace, as far as its plan allows it. An own domain never speaks of the product. */
export function brandFor(call: Pick<Call, 'app' | 'request'>, tenant_id: string): Brand {
  const { app } = call
  return brandOnPage(
    call,
    app.db.read((tx) => brandOf(tx, app, tenant_id)),
  )
}

/** A brand as it stands on pages. */
export const brandOnPage = (call: Pick<Call, 'app' | 'request'>, { from_name, logo_url, accent }: Own): Brand => ({
  name: from_name ?? domainOfCall(call)?.name ?? SIGNALPOST.name,
  logo_url,
  css_href: accent && `/app/brand/accent.${accent.slice(1)}.css`,
})

/** Who a report says it was prepared by. */
export const preparedBy = (tx: ReadTx, { from_name }: Pick<Own, 'from_name'>, tenant_id: string): string =>
  from_name ?? readTenant(tx, rootOf(tx, tenant_id)).name

/** The workspace on whose own domain the page was asked for. */
export const domainOfCall = ({ app, request }: Pick<Call, 'app' | 'request'>) =>
  domainOf(app, request.headers.get('host'))

/** The brand of the domain that was asked. */
export function brandOfDomain(call: Call): Brand {
  const tenant = domainOfCall(call)
  return tenant ? brandFor(call, tenant.id) : SIGNALPOST
}

export const brandScreens: readonly Screen[] = [publicPage('/app/brand/:file', file)]

/** What shows another accent than its page. */
const PREVIEWED = '.previewed'

/** Logos and accents: their names change with what is in them, so they may be kept for ever. */
function file({ app, params }: Call): Response {
  const name = params.file ?? ''
  const [, of, accent] = /^(accent|preview)\.([0-9a-f]{6})\.css$/.exec(name) ?? []
  if (accent) return kept(brandCss(`#${accent}`, of === 'preview' ? PREVIEWED : undefined), 'text/css; charset=utf-8')
  const logo = app.db.read((tx) => logoAt(tx, name))
  if (logo) return kept(logo.body as Uint8Array<ArrayBuffer>, logo.type)
  const tried = triedLogo(app, name)
  if (!tried) throw notFound('file')
  return kept(tried.body as Uint8Array<ArrayBuffer>, tried.type, 'private, max-age=300')
}

const FOR_EVER = 'public, max-age=31536000, immutable'

const kept = (body: string | Uint8Array<ArrayBuffer>, type: string, caching = FOR_EVER): Response =>
  new Response(body, { headers: { 'content-type': type, 'cache-control': caching } })
