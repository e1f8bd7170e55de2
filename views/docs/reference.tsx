/** All operations of the API, by subject. */
import { manualHref } from '../../src/doors/docs/manual.ts'
import { POSTMAN } from '../../src/doors/docs/postman.ts'
import { EmptyState } from '../kit/fold.tsx'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { inPlaceForm, listHref } from '../parts/lists/list.ts'
import { Card } from '../parts/page/card.tsx'
import { PageHead } from '../parts/page/page-head.tsx'
import { type Document, found, type Route, routesOf } from './document.ts'

export const DOCS = '/docs'
export const RECIPES = '/docs/recipes'
export const WEBHOOKS = '/docs/webhooks'
export const operationHref = (name: string): string => `${DOCS}/operations/${name}`

export const DocsTabs = ({ current }: { current: 'reference' | 'recipes' | 'webhooks' | 'manual' }) => (
  <nav class="seg" aria-label="Documentation">
    <a href={DOCS} aria-current={current === 'reference' && 'page'}>
      Reference
    </a>
    <a href={RECIPES} aria-current={current === 'recipes' && 'page'}>
      Recipes
    </a>
    <a href={WEBHOOKS} aria-current={current === 'webhooks' && 'page'}>
      Webhooks
    </a>
    <a href={manualHref()} aria-current={current === 'manual' && 'page'}>
      Manual
    </a>
    <a href="/openapi.json">openapi.json</a>
    <a href={POSTMAN} download="signalpost.postman_collection.json">
      Postman
    </a>
  </nav>
)

export const Method = ({ method }: { method: string }) => (
  <span class={['chip', method === 'GET' ? 'info' : method === 'DELETE' ? 'bad' : 'ok']}>{method}</span>
)

/** Summaries of all at once would weigh more than a page may: each subject has its own, and so has a search. */
export function Reference({ document, q, subject }: { document: Document; q: string; subject?: string | undefined }) {
  const routes = found(routesOf(document), q)
  const groups = document.tags
    .filter(({ name }) => subject === undefined || name === subject)
    .map((tag) => ({ ...tag, routes: routes.filter(({ described }) => described.tags[0] === tag.name) }))
    .filter((group) => group.routes.length > 0)
  const whole = q !== '' || subject !== undefined
  return (
    <>
      <PageHead title="API" sub={document.info.summary} />
      <DocsTabs current="reference" />
      <HowToCall address={document.servers[0]!.url} />
      <Search q={q} />
      {subject !== undefined && <a href={DOCS}>Show all operations</a>}
      <div class="stack" id="list" aria-live="polite">
        {groups.map((group) => (
          <Card
            title={group.name}
            aside={
              <>
                <span class="muted small">{group.description}</span>{' '}
                {subject === undefined && (
                  <a class="small" href={listHref(DOCS, {}, { subject: group.name })}>
                    Describe<span class="vh">{` ${group.name}`}</span>
                  </a>
                )}
              </>
            }
          >
            <ul class="operations">
              {group.routes.map((route) => (
                <Line route={route} whole={whole} />
              ))}
            </ul>
          </Card>
        ))}
        {groups.length === 0 && (
          <Card>
            <EmptyState icon="search" act={<a href={DOCS}>Show all operations</a>}>
              No operation has all of these words.
            </EmptyState>
          </Card>
        )}
      </div>
    </>
  )
}

const HowToCall = ({ address }: { address: string }) => (
  <Card title="Calling the API" body>
    <dl class="fields">
      {[
        ['Address', address],
        ['Key', 'Authorization: Bearer ipk_…'],
        ['Success', '{"ok": true, "data": …}'],
        ['Error', '{"ok": false, "error": {"code", "message", "request_id"}}'],
      ].map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
    <div class="prose">
      <p>
        Create a key on Settings, Integrations, API keys. While you are signed in, you can try every operation here
        without a key. It runs for real, in your first workspace.
      </p>
      <p>
        <code>RateLimit-Remaining</code> is the number of calls that remain this minute; <code>Retry-After</code> of a
        429 is the number of seconds to wait. Repeat a POST with the same <code>Idempotency-Key</code> within 48 hours,
        and it runs only once.
      </p>
      <p>
        A POST reads <code>null</code> and <code>""</code> as an option that is not given, so{' '}
        <code>"daily_credit_cap": ""</code> makes a key without a cap. A PATCH takes <code>null</code> where it removes
        something.
      </p>
    </div>
  </Card>
)

const Search = ({ q }: { q: string }) => (
  <search>
    <form class="filters" method="get" {...inPlaceForm(DOCS)}>
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          name="q"
          id="q"
          value={q}
          placeholder="Search operations and fields"
          aria-label="Search operations and fields"
          data-key="/"
        />
      </div>
      <Button class="btn no-script" label="Search" />
    </form>
  </search>
)

const Line = ({ route: { method, path, described }, whole }: { route: Route; whole: boolean }) => (
  <li>
    <Method method={method} />
    <div>
      <a href={operationHref(described.operationId)} data-row>
        {described.operationId}
      </a>{' '}
      <code>{path}</code>
      {whole && <p>{described.summary}</p>}
    </div>
  </li>
)
