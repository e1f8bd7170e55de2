import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { createScheduler } from '../../src/doors/scheduler.ts'
import { handler } from '../../src/doors/server.ts'
import { web } from '../../src/doors/web.ts'
import { site } from '../../views/site.tsx'
import { CAST, type Person, type World } from '../world.ts'

export type Seen = {
  status: number
  headers: Headers
  location: string | null
  html: string
  main: string
  text: string
}

/**
 * A browser without JavaScript before the pages of a world. Everybody of the cast, or of other people whom the world
 * knows, can be signed in; null is nobody.
 */
export function browserOf<Who extends string = Person>(
  w: World,
  people = CAST as unknown as Record<Who, { id: string }>,
) {
  const cookies = new Map<Who, string>()
  const ask = async (person: Who | null, path: string, init: RequestInit & { headers?: Record<string, string> }) => {
    if (person && !cookies.has(person)) {
      const { token } = await openSession(w.app, people[person].id, { ip: null, user_agent: null })
      cookies.set(person, `${sessionCookieName(w.app.config)}=${token}`)
    }
    const serve = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
    const headers = { host: 'localhost:8080', ...(person ? { cookie: cookies.get(person)! } : {}), ...init.headers }
    const request = new Request(`http://localhost:8080${path}`, { ...init, headers })
    const answer = await serve(request, { requestIP: () => null, timeout: () => {} })
    return seen(answer)
  }
  return {
    /** The session of each who was here. */
    cookies,
    /** Asks as a program that is nobody's does. */
    raw: (path: string, init: RequestInit & { headers?: Record<string, string> }) => ask(null, path, init),
    /** Asks for a page. */
    visit: (person: Who | null, path: string, headers: Record<string, string> = {}) => ask(person, path, { headers }),
    /** Sends a form as its page does. */
    send: (person: Who | null, path: string, fields: Record<string, string> | URLSearchParams | string = {}) =>
      ask(person, path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
        body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      }),
  }
}

async function seen(answer: Response): Promise<Seen> {
  const html = await answer.text()
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
  const { status, headers } = answer
  return { status, headers, location: headers.get('location'), html, main, text: main.replace(/<[^>]+>/g, ' ') }
}
