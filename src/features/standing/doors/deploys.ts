/** Deploy hooks. Signatures are of the raw body, so the bytes are read as they came. */
import { Elysia } from 'elysia'
import { appOf } from '../../../doors/door-base.ts'
import { faultOf } from '../../../doors/failure.ts'
import { bytesOf, hasBody, MAX_BODY } from '../../../doors/rest/reading.ts'
import { visitOf } from '../../../doors/visit.ts'
import { Fault } from '../../../kernel/operation/fault.ts'
import { HOOK_PATH, receiveCall } from '../index.ts'

const BEARER = /^Bearer\s+(\S+)$/i

export const deploys = () => {
  const receive = async ({ request, params }: { request: Request; params?: { token?: string } }) => {
    const app = appOf(request)
    const { ip, id: request_id } = visitOf(request)
    try {
      if (request.method !== 'POST') throw new Fault('method_not_allowed', 'A deploy hook takes POST.')
      const token = params?.token ?? BEARER.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
      const body = hasBody(request) ? await bytesOf(request, MAX_BODY) : new Uint8Array()
      const { status, answer } = await receiveCall(app, { token, headers: request.headers, body, ip })
      return Response.json({ ok: true, ...answer }, { status })
    } catch (error) {
      const { code, message, status, details, retry_after } = faultOf(app, error, { where: 'deploy hook', request_id })
      const headers = {
        ...(retry_after !== undefined && { 'retry-after': String(retry_after) }),
        ...(status === 405 && { allow: 'POST' }),
      }
      return Response.json({ ok: false, error: { code, message, details, request_id } }, { status, headers })
    }
  }
  return new Elysia({ normalize: false })
    .all(HOOK_PATH, receive, { parse: 'none' })
    .all(`${HOOK_PATH}/:token`, receive, { parse: 'none' })
}
