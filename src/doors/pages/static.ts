import { type AnyElysia, Elysia } from 'elysia'
import { type Asset, assets, href } from '../../../static/index.ts'
import { domainOf } from '../custom-domain.ts'
import { appOf } from '../door-base.ts'

const YEAR = 31_536_000

/** The embedded files. Their names change with their content, so a browser may keep them for ever. */
export function files(): AnyElysia {
  const served = (request: Request, path: string) => {
    const asset = assets().get(path)
    return asset ? fileResponse(asset, request) : new Response('Not found', { status: 404 })
  }
  return (
    new Elysia({ name: 'files' })
      .get('/app/a/*', ({ request, path }) => served(request, path))
      // An own domain shows a client's brand, so it has no icon of the product.
      .get('/favicon.ico', ({ request }) =>
        served(request, domainOf(appOf(request), request.headers.get('host')) ? '' : href('favicon.svg')),
      )
      .get('/robots.txt', () => new Response(ROBOTS, { headers: { 'content-type': 'text/plain; charset=utf-8' } }))
      // w3c.github.io/webappsec-change-password-url: password managers open it, also without a session.
      .get(
        '/.well-known/change-password',
        () => new Response(null, { status: 302, headers: { location: '/app/account' } }),
      )
  )
}

/** Shared reports are not listed: crawlers must be able to read that they are not to be indexed. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /app/\nDisallow: /oauth/\nDisallow: /mcp\n'

/** A file, compressed where the client takes it. */
export function fileResponse({ body, gzip, type, immutable }: Asset, request: Request): Response {
  const zipped = gzip && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  return new Response((zipped ? gzip() : body) as Uint8Array<ArrayBuffer>, {
    headers: {
      'content-type': type,
      'cache-control': immutable ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600',
      vary: 'Accept-Encoding',
      ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    },
  })
}
