import { type AnyElysia, Elysia } from 'elysia'
import type { App } from '../kernel/operation/app.ts'
import { faultOf } from './failure.ts'
import { type Visit, visitOf } from './visit.ts'

export const API = '/api/v1'

/** Shared by all doors: Elysia applies it only to those that are added after it. */
export const doorBase = (app: App): AnyElysia =>
  new Elysia({ normalize: false, strictPath: true }).onError(({ error, code, request }) =>
    code === 'NOT_FOUND' ? new Response('Not found', { status: 404 }) : broken(app, error, visitOf(request)),
  )

/** The answer to a request that failed outside an operation. */
export function broken(app: App, error: unknown, visit: Visit | null): Response {
  const { code, message, status } = faultOf(app, error, { where: 'doors', request_id: visit?.id ?? null })
  return Response.json({ ok: false, error: { code, message, request_id: visit?.id ?? null } }, { status })
}
