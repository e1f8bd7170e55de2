import { readFileSync } from 'node:fs'
import { swagger } from '@elysiajs/swagger'
import { type AnyElysia, Elysia } from 'elysia'
import scalar from '../../static/vendor/scalar.js.gz' with { type: 'file' }
import type { App } from '../kernel/app.ts'
import { INFO, openapi } from './openapi.ts'
import { fileResponse } from './static.ts'

/** The viewer writes its own styles and one blank inline script, known by its hash. It runs no policy of Trusted Types. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'sha256-TcUB1mzXiQO4GxpTRZ0EMpOXKMU3u+n/q1WrgVIcs1I='",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `/openapi.json`, and `/docs` drawn from it. Both are made when first asked for. */
export function docs(app: App): AnyElysia {
  const text = once(() => JSON.stringify(openapi(app)))
  const viewer = once(createViewer)
  const script = once(() => {
    const gzip = readFileSync(scalar)
    return { body: Bun.gunzipSync(gzip), gzip: () => gzip, type: 'text/javascript; charset=utf-8', immutable: false }
  })
  return new Elysia({ name: 'docs' })
    .get('/openapi.json', () => new Response(text(), { headers: { 'content-type': 'application/json' } }))
    .get('/docs', async ({ request }) => {
      const page = await viewer().fetch(request)
      page.headers.set('content-security-policy', DOCS_POLICY)
      return page
    })
    .get('/docs/scalar.js', ({ request }) => fileResponse(script(), request))
}

/** The settings keep the page to this origin: no fonts, no analytics, no links to the vendor. */
function createViewer(): AnyElysia {
  const scalarConfig = {
    url: '/openapi.json',
    spec: { url: '/openapi.json' },
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    customCss: '',
  }
  return new Elysia().use(
    swagger({
      path: '/docs',
      specPath: '/openapi.json',
      provider: 'scalar',
      scalarCDN: '/docs/scalar.js',
      documentation: { info: INFO } as never,
      exclude: /^/,
      scalarConfig: scalarConfig as never,
    }),
  )
}

function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
