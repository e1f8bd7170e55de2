/** Callbacks of suppliers: unsigned, so the path is the secret and their content is a hint, never a fact. */
import { gunzipSync } from 'node:zlib'
import { Elysia } from 'elysia'
import { announceResult, POSTBACK_PATH } from '../../domains/checks/index.ts'
import { appOf } from '../door-base.ts'
import { bytesOf, hasBody, MAX_BODY } from './reading.ts'

const NAME = /^[\w-]{1,255}$/

export const supplierCallbacks = () =>
  new Elysia({ normalize: false }).all(
    `${POSTBACK_PATH}*`,
    async ({ request }) => {
      const { pathname, searchParams } = new URL(request.url)
      const secret = pathname.slice(POSTBACK_PATH.length)
      return (await announceResult(appOf(request), secret, async () => named(searchParams) ?? (await tasksIn(request))))
        ? Response.json({ ok: true })
        : new Response('Not found', { status: 404 })
    },
    { parse: 'none' },
  )

type TaskName = { id: string; tag: string | null }

function named(query: URLSearchParams): TaskName[] | null {
  const [id, tag] = [query.get('id') ?? '', query.get('tag') ?? '']
  return NAME.test(id) ? [{ id, tag: NAME.test(tag) ? tag : null }] : null
}

/** Tasks that the body names: one result page, mostly gzipped. Names in the address are enough where they are there. */
async function tasksIn(request: Request): Promise<TaskName[]> {
  if (!hasBody(request)) return []
  const bytes = await bytesOf(request, MAX_BODY)
  try {
    const text = bytes[0] === 0x1f ? gunzipSync(bytes, { maxOutputLength: MAX_BODY }) : Buffer.from(bytes)
    const { tasks = [] } = JSON.parse(`${text}`) as { tasks?: { id?: unknown; data?: { tag?: unknown } }[] }
    return tasks.slice(0, 100).flatMap(({ id, data }) => {
      const tag = data?.tag
      return typeof id === 'string' && NAME.test(id) ? [{ id, tag: typeof tag === 'string' ? tag : null }] : []
    })
  } catch {
    return []
  }
}
