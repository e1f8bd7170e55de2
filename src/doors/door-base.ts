import { type AnyElysia, Elysia } from 'elysia'
import type { App } from '../kernel/operation/app.ts'
import { faultOf } from './failure.ts'
import { type Visit, visitOf } from './visit.ts'

export const API = '/api/v1'

/** Answers that differ between the apps of a process, which share the routes. `web`: for paths that no door knows. */
type Asked = { app: App; web?: ((request: Request) => Response | Promise<Response>) | undefined }

const asked = new WeakMap<Request, Asked>()

/** Asks routes on behalf of an app. They are built once for all apps of a process: tests open thousands. */
export function ask(routes: AnyElysia, given: Asked, request: Request): Response | Promise<Response> {
  asked.set(request, given)
  return routes.fetch(request)
}

/** The app that a request is for. */
export const appOf = (request: Request): App => asked.get(request)!.app

export const webOf = (request: Request): Asked['web'] => asked.get(request)!.web

/** A value that is made once for each app. */
export function forEachApp<T>(make: (app: App) => T): (app: App) => T {
  const made = new WeakMap<App, { value: T }>()
  return (app) => {
    const known = made.get(app) ?? { value: make(app) }
    made.set(app, known)
    return known.value
  }
}

/** Shared by all doors: Elysia applies it only to those that are added after it. */
export const doorBase = (): AnyElysia =>
  new Elysia({ normalize: false, strictPath: true }).onError(({ error, code, request }) =>
    code === 'NOT_FOUND' ? notFound() : broken(appOf(request), error, visitOf(request)),
  )

export const notFound = (): Response => new Response('Not found', { status: 404 })

/** The answer to a request that failed outside an operation. */
export function broken(app: App, error: unknown, visit: Visit | null): Response {
  const { code, message, status } = faultOf(app, error, { where: 'doors', request_id: visit?.id ?? null })
  return Response.json({ ok: false, error: { code, message, request_id: visit?.id ?? null } }, { status })
}
