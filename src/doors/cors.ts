/** Pages of other sites that may call the API by key (CORS, fetch.spec.whatwg.org). */
import type { Config } from '../kernel/environment/config.ts'

/** Without credentials: a browser sends no cookie of ours along, and shows no answer to one. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-request-id',
  'access-control-max-age': '7200',
}
const EXPOSED = 'x-request-id, ratelimit-remaining, retry-after, idempotent-replayed, content-disposition'

type Cors = {
  /** The answer to a browser that asks before a call; null for another request. */
  preflight(request: Request): Response | null
  /** Lets the page that asked read the answer. */
  open(request: Request, response: Response): void
}

/** Only for origins that a setting names; null where none is named. */
export function corsOf({ cors_origins }: Config): Cors | null {
  if (cors_origins.length === 0) return null
  const named = new Set(cors_origins)
  const originOf = ({ headers }: Request): string | null => {
    const origin = headers.get('origin')
    return origin !== null && named.has(origin) ? origin : null
  }
  return {
    preflight: (request) =>
      request.method === 'OPTIONS' && request.headers.has('access-control-request-method') && originOf(request)
        ? new Response(null, { status: 204, headers: PREFLIGHT })
        : null,
    open(request, { headers }) {
      const origin = originOf(request)
      if (origin === null) return
      headers.set('access-control-allow-origin', origin)
      headers.set('access-control-expose-headers', EXPOSED)
    },
  }
}
