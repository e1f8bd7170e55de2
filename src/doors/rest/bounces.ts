/** Bounces that mail services report. Signatures are of the raw body, so the bytes are read as they came. */
import { Elysia } from 'elysia'
import { BOUNCE_PATH, receiveBounces } from '../../domains/mail/index.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { appOf } from '../door-base.ts'
import { faultOf } from '../failure.ts'
import { visitOf } from '../visit.ts'
import { bytesOf, hasBody, MAX_BODY } from './reading.ts'

export const bounces = () => {
  const receive = async ({ request, params: { token } }: { request: Request; params: { token: string } }) => {
    const app = appOf(request)
    const { ip, id: request_id } = visitOf(request)
    try {
      // Services ask with GET or HEAD whether the address is there.
      if (request.method === 'GET' || request.method === 'HEAD') return Response.json({ ok: true })
      if (request.method !== 'POST') throw new Fault('method_not_allowed', 'This address takes POST.')
      const body = hasBody(request) ? await bytesOf(request, MAX_BODY) : new Uint8Array()
      return Response.json({ ok: true, ...(await receiveBounces(app, { token, headers: request.headers, body, ip })) })
    } catch (error) {
      const { code, message, status, details, retry_after } = faultOf(app, error, { where: 'bounces', request_id })
      const headers = {
        ...(retry_after !== undefined && { 'retry-after': String(retry_after) }),
        ...(status === 405 && { allow: 'GET, POST' }),
      }
      return Response.json({ ok: false, error: { code, message, details, request_id } }, { status, headers })
    }
  }
  return new Elysia({ normalize: false }).all(`${BOUNCE_PATH}/:token`, receive, { parse: 'none' })
}
