/** `/docs/explorer`: Elysia's plugin for OpenAPI, kept to this origin and in the product's colours. */
import { readFileSync } from 'node:fs'
import { Elysia } from 'elysia'
import css from '../../../static/app.css' with { type: 'text' }
import look from '../../../static/explorer.css' with { type: 'text' }
import { type Asset, href } from '../../../static/index.ts'
import scalar from '../../../static/vendor/scalar.js.gz' with { type: 'file' }
import { fileResponse } from '../pages/static.ts'
import { INFO } from './openapi.ts'

/** Where a person finds it, and the script that it loads. */
export const EXPLORER = '/docs/explorer'
export const EXPLORER_SCRIPT = '/docs/explorer/scalar.js'

type Theme = 'system' | 'light' | 'dark'

/** The viewer writes its own styles, and runs no policy of Trusted Types. Its page alone is allowed that. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const drawn = new Map<Theme, Promise<string>>()
let script: Asset | undefined

/** The page, drawn when first asked for. */
export async function explorer(theme: Theme): Promise<Response> {
  const page = drawn.get(theme) ?? draw(theme)
  drawn.set(theme, page)
  return new Response(await page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
  })
}

/** The viewer's script. It is kept compressed; few ask for it otherwise. */
export function explorerScript(request: Request): Response {
  script ??= scriptFrom(readFileSync(scalar))
  return fileResponse(script, request)
}

function scriptFrom(gzip: Uint8Array<ArrayBuffer>): Asset {
  let body: Uint8Array | undefined
  return {
    get body() {
      body ??= Bun.gunzipSync(gzip)
      return body
    },
    gzip: () => gzip,
    type: 'text/javascript; charset=utf-8',
    immutable: false,
  }
}

/** The plugin is loaded here, so that a start does not wait for it. Its page is given a language, an icon and a way back. */
async function draw(theme: Theme): Promise<string> {
  const { swagger } = await import('@elysiajs/swagger')
  const plugin = swagger({
    path: EXPLORER,
    specPath: '/openapi.json',
    provider: 'scalar',
    scalarCDN: EXPLORER_SCRIPT,
    documentation: { info: INFO } as never,
    exclude: /^/,
    scalarConfig: settings(theme) as never,
  })
  const page = await new Elysia().use(plugin).handle(new Request(`http://localhost${EXPLORER}`))
  const icon = `<link rel="icon" type="image/svg+xml" href="${href('favicon.svg')}">`
  const header = `<header class="signalpost"><b>${INFO.title}</b><a href="/docs">Back to the reference</a></header>`
  return new HTMLRewriter()
    .on('html', { element: (html) => void html.setAttribute('lang', 'en') })
    .on('head', { element: (head) => void head.append(icon, { html: true }) })
    .on('body', { element: (body) => void body.prepend(header, { html: true }) })
    .on('#api-reference', { element: (inline) => void inline.setInnerContent('').removeAttribute('data-url') })
    .transform(page)
    .text()
}

/** They keep the page to this origin: no fonts, no analytics, no offers of the vendor. The theme is the reader's. */
const settings = (theme: Theme) => ({
  url: '/openapi.json',
  spec: undefined,
  operationTitleSource: 'path',
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideDarkModeToggle: true,
  ...(theme === 'system' ? {} : { forceDarkModeState: theme }),
  customCss: tokens() + look.replaceAll('inter.woff2', href('inter.woff2')),
})

/** The product's colours and sizes, as all pages have them. The plugin writes them between apostrophes. */
const tokens = (): string => /^@layer tokens \{.*?^\}/ms.exec(css)![0]
