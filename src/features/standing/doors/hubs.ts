/** The callback of WebSub hubs. The signature is of the raw body, so the bytes are read as they came. */
import { Elysia } from 'elysia'
import { appOf } from '../../../doors/door-base.ts'
import { faultOf } from '../../../doors/failure.ts'
import { bytesOf, hasBody, MAX_BODY } from '../../../doors/rest/reading.ts'
import { visitOf } from '../../../doors/visit.ts'
import { HUB_PATH, takeNews, verifyIntent } from '../index.ts'

const GONE = 410

export const hubs = () => {
  const answer = async ({ request, params: { token } }: { request: Request; params: { token: string } }) => {
    const app = appOf(request)
    if (request.method === 'GET') {
      const challenge = verifyIntent(app, token, new URL(request.url).searchParams)
      return new Response(challenge, {
        status: challenge === null ? 404 : 200,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      })
    }
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
    try {
      const body = hasBody(request) ? await bytesOf(request, MAX_BODY) : new Uint8Array()
      const is_known = takeNews(app, token, request.headers.get('x-hub-signature') ?? '', body)
      return new Response(null, { status: is_known ? 202 : GONE })
    } catch (error) {
      const { status, retry_after } = faultOf(app, error, { where: 'websub', request_id: visitOf(request).id })
      return new Response(null, {
        status,
        headers: retry_after === undefined ? {} : { 'retry-after': String(retry_after) },
      })
    }
  }
  return new Elysia({ normalize: false }).all(`${HUB_PATH}/:token`, answer, { parse: 'none' })
}
