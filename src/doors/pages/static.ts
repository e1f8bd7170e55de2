import { type AnyElysia, Elysia } from 'elysia'
import { type Asset, assets } from '../../../static/index.ts'

const YEAR = 31_536_000

/** The embedded files. Their names change with their content, so a browser may keep them for ever. */
export function files(): AnyElysia {
  return new Elysia({ name: 'files' }).get('/app/a/*', ({ request, path }) => {
    const asset = assets().get(path)
    return asset ? fileResponse(asset, request) : new Response('Not found', { status: 404 })
  })
}

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
