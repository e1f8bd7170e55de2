import { rmSync } from 'node:fs'
import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createKey } from '../../src/domains/keys/index.ts'
import { serve } from '../../src/doors/server.ts'
import { CAST, callerOf, type Person, world } from '../world.ts'

type Limits = { rate_per_min?: number; rate_per_day?: number; role?: 'owner' | 'admin' | 'member' | 'client_viewer' }

/** A world with its doors open on a free port, and a key for whoever needs one. */
export function house(parts: Parameters<typeof world>[0] = {}) {
  const w = world({ ...parts, env: { SIGNALPOST_LISTEN: '127.0.0.1:0', ...parts.env } })
  const running = serve(w.app)
  const keys = new Map<Person, string>()

  const keyOf = (person: Person, limits: Limits = {}): string =>
    w.db.write((tx) => {
      const { tenant_id, role } = CAST[person]
      return createKey(tx, callerOf(person), { tenant_id, name: person, role, rate_per_min: 600, ...limits }).secret
    })

  return {
    ...w,
    running,
    url: running.address,
    keyOf,
    /** A request as one of the cast, by key. */
    async ask(who: Person | null, path: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers)
      if (who && !keys.has(who)) keys.set(who, keyOf(who))
      if (who) headers.set('authorization', `Bearer ${keys.get(who)}`)
      return fetch(running.address + path, { redirect: 'manual', ...init, headers })
    },
    /** A session's cookie, as a browser would send it. */
    async cookieOf(person: Person): Promise<string> {
      const { token } = await openSession(w.app, CAST[person].id, { ip: null, user_agent: null })
      return `${sessionCookieName(w.app.config)}=${token}`
    },
    async close() {
      await running.stop()
      rmSync(w.folder, { recursive: true, force: true })
    },
  }
}

export type House = ReturnType<typeof house>

export const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

type Envelope<T> = {
  ok: boolean
  data: T
  error: { code: string; message: string; request_id: string; details: Details }
}
type Details = { issues?: { path: string; message: string }[]; [name: string]: unknown }

export const bodyOf = async <T = Record<string, unknown>>(response: Response): Promise<Envelope<T>> =>
  (await response.json()) as Envelope<T>
