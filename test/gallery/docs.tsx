import { openapi } from '../../src/doors/docs/openapi.ts'
import { Sections } from '../../src/doors/docs/sections.ts'
import { features } from '../../src/features/index.ts'
import { EVENT_DOCUMENTS } from '../../src/features/webhooks/event-documents.ts'
import { signedRequest } from '../../src/features/webhooks/visitors.ts'
import { readConfig } from '../../src/kernel/environment/config.ts'
import { operations } from '../../src/operations/index.ts'
import { documentFrom } from '../../views/docs/document.ts'
import { OperationPage, routeNamed } from '../../views/docs/operation.tsx'
import { recipesFor } from '../../views/docs/recipes.ts'
import { Recipes } from '../../views/docs/recipes.tsx'
import { Reference } from '../../views/docs/reference.tsx'
import { DEFAULT_PREFERENCES } from '../../views/document.tsx'
import type { Child } from '../../views/jsx/elements.ts'
import { PublicPage } from '../../views/layout.tsx'
import { WebhookDocs } from '../../views/webhooks/docs.tsx'
import { NASTY } from './samples.ts'

const SITE = 'https://push.northwind.example'
const { config } = readConfig({ SIGNALPOST_SITE_URL: SITE })
const document = documentFrom(
  openapi({
    operations,
    config,
    event_types: EVENT_DOCUMENTS,
    sections: new Sections(features.flatMap(({ sections = [] }) => sections)),
  }),
)

const inDocs = (title: string, content: Child) => (
  <PublicPage title={title} preferences={DEFAULT_PREFERENCES} width="docs">
    {content}
  </PublicPage>
)
const operation = (name: string, signed_in: boolean) =>
  inDocs(name, <OperationPage document={document} route={routeNamed(document, name)!} signed_in={signed_in} />)

export const docsGallery = [
  { name: 'docs', page: () => inDocs('API', <Reference document={document} q="" />) },
  { name: 'docs-nothing', page: () => inDocs('API', <Reference document={document} q={NASTY} />) },
  { name: 'docs-read', page: () => operation('get_job_status', true) },
  { name: 'docs-write', page: () => operation('submit_index_job', false) },
  { name: 'docs-file', page: () => operation('export_job_csv', false) },
  {
    name: 'docs-webhooks',
    page: () =>
      inDocs('Webhooks', <WebhookDocs document={document} sample={signedRequest(SITE, '2026-11-24T06:00:00.000Z')} />),
  },
  { name: 'docs-recipes', page: () => inDocs('Recipes', <Recipes recipes={recipesFor(SITE)} />) },
]
