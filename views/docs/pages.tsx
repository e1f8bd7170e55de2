import { sessionCookieName } from '../../src/domains/accounts/index.ts'
import { openapi } from '../../src/doors/openapi.ts'
import { type Call, publicPage, type Screen } from '../../src/doors/web.ts'
import type { App } from '../../src/kernel/app.ts'
import { notFound } from '../../src/kernel/fault.ts'
import { publicPageOf } from '../shell.tsx'
import { type Document, documentFrom } from './document.ts'
import { OperationPage, routeNamed } from './operation.tsx'
import { recipesFor } from './recipes.ts'
import { Recipes } from './recipes.tsx'
import { DOCS, operationHref, RECIPES, Reference } from './reference.tsx'

export const docsScreens: readonly Screen[] = [
  publicPage(DOCS, (call) =>
    publicPageOf(call, 'API', <Reference document={documentOf(call.app)} q={call.query.q ?? ''} />, 'docs'),
  ),
  publicPage(RECIPES, (call) =>
    publicPageOf(call, 'Recipes', <Recipes recipes={recipesFor(call.app.config.site_url)} />, 'docs'),
  ),
  publicPage(operationHref(':name'), operation),
]

function operation(call: Call) {
  const document = documentOf(call.app)
  const route = routeNamed(document, call.params.name!)
  if (!route) throw notFound('operation')
  const signed_in = call.cookies(sessionCookieName(call.app.config)) !== null
  const page = <OperationPage document={document} route={route} signed_in={signed_in} />
  return publicPageOf(call, route.told.operationId, page, 'docs')
}

const documents = new WeakMap<App, Document>()

/** Made when first asked for: it never changes while the program runs. */
function documentOf(app: App): Document {
  const known = documents.get(app) ?? documentFrom(openapi(app))
  documents.set(app, known)
  return known
}
