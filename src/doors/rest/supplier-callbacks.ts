/** Callbacks of suppliers: unsigned, so the path is the secret and their content is a hint, never a fact. */
import { gunzipSync } from 'node:zlib'
import { Elysia } from 'elysia'
import { announceResult, POSTBACK_PATH } from '../../domains/checks/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import { bytesOf, hasBody } from './reading.ts'

/** A callback carries one result page, gzipped; a task's names in its address are enough where they are there. */
const BODY_LIMIT = 4 * 1024 * 1024
const NAME = /^[\w-]{1,255}$/

export const supplierCallbacks = (app: App) =>
  new Elysia({ normalize: false }).all(
    `${POSTBACK_PATH}*`,
    async ({ request }) => {
      const { pathname, searchParams } = new URL(request.url)
      const secret = pathname.slice(POSTBACK_PATH.length)
      return (await announceResult(app, secret, async () => named(searchParams) ?? (await tasksIn(request))))
        ? Response.json({ ok: true })
        : new Response('Not found', { status: 404 })
    },
    { parse: 'none' },
  )

type Named = { id: string; tag: string | null }

function named(query: URLSearchParams): Named[] | null {
  const [id, tag] = [query.get('id') ?? '', query.get('tag') ?? '']
  return NAME.test(id) ? [{ id, tag: NAME.test(tag) ? tag : null }] : null
}

async function tasksIn(request: Request): Promise<Named[]> {
  if (!hasBody(request)) return []
  const bytes = await bytesOf(request, BODY_LIMIT)
  try {
    const text = bytes[0] === 0x1f ? gunzipSync(bytes, { maxOutputLength: BODY_LIMIT }) : Buffer.from(bytes)
    const { tasks = [] } = JSON.parse(`${text}`) as { tasks?: { id?: unknown; data?: { tag?: unknown } }[] }
    return tasks.slice(0, 100).flatMap(({ id, data }) => {
      const tag = data?.tag
      return typeof id === 'string' && NAME.test(id) ? [{ id, tag: typeof tag === 'string' ? tag : null }] : []
    })
  } catch {
    return []
  }
}
