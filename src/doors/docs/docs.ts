import { type AnyElysia, Elysia } from 'elysia'
import type { Asset } from '../../../static/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import { fileResponse } from '../pages/static.ts'
import { openapi } from './openapi.ts'
import type { Json } from './openapi-schemas.ts'
import { POSTMAN, postman } from './postman.ts'

/** `/openapi.json`, and the same operations for Postman. Each is made when first asked for. */
export function docs(app: App): AnyElysia {
  const document = once(() => json(openapi(app)))
  const collection = once(() => json(postman(app)))
  return new Elysia({ name: 'docs' })
    .get('/openapi.json', ({ request }) => fileResponse(document(), request))
    .get(POSTMAN, ({ request }) => fileResponse(collection(), request))
}

function json(content: Json): Asset {
  const body = new TextEncoder().encode(JSON.stringify(content))
  return { body, gzip: once(() => Bun.gzipSync(body)), type: 'application/json', immutable: false }
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
