import { type AnyElysia, Elysia } from 'elysia'
import type { Asset } from '../../../static/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import { appOf, forEachApp } from '../door-base.ts'
import { fileResponse } from '../pages/static.ts'
import { openapi } from './openapi.ts'
import type { Json } from './openapi-schemas.ts'
import { POSTMAN, postman } from './postman.ts'

const SPEC = '/openapi.json'

/** `/openapi.json`, and the same operations for Postman. Each is made at its first request. */
export const docs = (): AnyElysia =>
  new Elysia({ name: 'docs' })
    .get(SPEC, async ({ request }) => fileResponse(await documentOf(appOf(request)), request))
    .get(POSTMAN, ({ request }) => fileResponse(collectionOf(appOf(request)), request))

const documentOf = forEachApp(async (app) => json(await served(app)))
const collectionOf = forEachApp((app) => json(postman(app)))

/** The answer of Elysia's plugin for our description. It loads here, so that the start does not wait for it. */
async function served(app: App): Promise<Json> {
  const { swagger } = await import('@elysiajs/swagger')
  const plugin = swagger({ specPath: SPEC, documentation: openapi(app) as never, exclude: /^/ })
  return (await new Elysia().use(plugin).handle(new Request(`http://localhost${SPEC}`))).json()
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
