import {
  isManualTopic,
  type ManualTopic,
  manualHead,
  manualHref,
  manualParts,
  manualText,
  manualTopics,
} from '../../src/doors/docs/manual.ts'
import { openapi } from '../../src/doors/docs/openapi.ts'
import { sessionCookieName } from '../../src/doors/pages/sign-in/accounts.ts'
import { type Call, goTo, type Markup, publicPage, type Screen } from '../../src/doors/pages/web.ts'
import type { App } from '../../src/kernel/operation/app.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { atInstall } from '../branding.ts'
import type { Child } from '../jsx/elements.ts'
import { Card } from '../parts/page/card.tsx'
import { PageHead } from '../parts/page/page-head.tsx'
import { publicPageOf } from '../shell.tsx'
import { type Document, documentFrom } from './document.ts'
import { Markdown } from './markdown.tsx'
import { OperationPage, routeNamed } from './operation.tsx'
import { recipesFor } from './recipes.ts'
import { Recipes } from './recipes.tsx'
import { DOCS, DocsTabs, operationHref, RECIPES, Reference } from './reference.tsx'

const ManualIndex = () => (
  <>
    <PageHead title="Manual" sub="How to install and maintain Signalpost, and what to do when something is wrong." />
    <DocsTabs current="manual" />
    {Object.entries(manualParts).map(([part, topics]) => (
      <Card title={part} body>
        <dl class="fields">
          {topics.map((topic) => (
            <Line topic={topic} />
          ))}
        </dl>
      </Card>
    ))}
  </>
)

function Line({ topic }: { topic: ManualTopic }) {
  const { title, about } = manualHead(topic)
  return (
    <div>
      <dt>
        <a href={manualHref(topic)}>{title}</a>
      </dt>
      <dd>{about}</dd>
    </div>
  )
}

function ManualPage({ topic }: { topic: ManualTopic }) {
  const at = manualTopics.indexOf(topic)
  return (
    <>
      <PageHead title={manualHead(topic).title} crumbs={[{ label: 'Manual', href: manualHref() }]} />
      <DocsTabs current="manual" />
      <Markdown text={manualText(topic)} section={topic} />
      <nav class="row" aria-label="Pages before and after">
        {[manualTopics[at - 1], manualTopics[at + 1]].map(
          (other) =>
            other && (
              <a class="btn small" href={manualHref(other)} rel={other === manualTopics[at + 1] ? 'next' : 'prev'}>
                {manualHead(other).title}
              </a>
            ),
        )}
      </nav>
    </>
  )
}

export const docsScreens: readonly Screen[] = [
  publicPage(DOCS, (call) =>
    inDocs(
      call,
      'API',
      <Reference document={documentOf(call.app)} q={call.query.q ?? ''} subject={call.query.subject} />,
    ),
  ),
  publicPage(RECIPES, (call) => inDocs(call, 'Recipes', <Recipes recipes={recipesFor(call.app.config.site_url)} />)),
  publicPage(operationHref(':name'), operation),
  publicPage(manualHref(), (call) => inDocs(call, 'Manual', <ManualIndex />)),
  publicPage(`${manualHref()}/:topic`, manual),
  // Old address of the explorer.
  publicPage(`${DOCS}/explorer`, (call) => atInstall(call, () => goTo(DOCS))),
]

export const inDocs = (call: Call, title: string, content: Child): Markup =>
  atInstall(call, () => publicPageOf(call, title, content, {}, 'docs'))

function operation(call: Call) {
  const document = documentOf(call.app)
  const route = routeNamed(document, call.params.name!)
  if (!route) throw notFound('operation')
  const signed_in = call.cookies(sessionCookieName(call.app.config)) !== null
  const page = <OperationPage document={document} route={route} signed_in={signed_in} />
  return inDocs(call, route.described.operationId, page)
}

function manual(call: Call) {
  const topic = call.params.topic!
  if (!isManualTopic(topic)) throw notFound('page')
  return inDocs(call, manualHead(topic).title, <ManualPage topic={topic} />)
}

const documents = new WeakMap<App, Document>()

/** Created once, because it never changes while the program runs. */
export function documentOf(app: App): Document {
  const known = documents.get(app) ?? documentFrom(openapi(app))
  documents.set(app, known)
  return known
}
