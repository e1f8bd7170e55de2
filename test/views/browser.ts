import { openSession, sessionCookieName } from '../../src/domains/accounts/index.ts'
import { domainOf } from '../../src/doors/custom-domain.ts'
import { createScheduler } from '../../src/doors/ops/scheduler.ts'
import { readCookie, web } from '../../src/doors/pages/web.ts'
import { handler } from '../../src/doors/server.ts'
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
  pages = web(w.app, site),
) {
  const cookies = new Map<Who, string>()
  /** Of the one own domain that a test has: a session works where it was opened. */
  const ownCookies = new Map<Who, string>()
  const ask = async (person: Who | null, path: string, init: RequestInit & { headers?: Record<string, string> }) => {
    const domain_of = domainOf(w.app, init.headers?.host ?? null)?.id ?? null
    const jar = domain_of === null ? cookies : ownCookies
    if (person && !jar.has(person)) {
      const { token } = await openSession(w.app, people[person].id, { ip: null, user_agent: null, domain_of })
      jar.set(person, `${sessionCookieName(w.app.config)}=${token}`)
    }
    const headers = { host: 'localhost:8080', ...(person ? { cookie: jar.get(person)! } : {}), ...init.headers }
    const request = new Request(`http://localhost:8080${path}`, { ...init, headers })
    const answer = await serverOf(w, pages)(request, { requestIP: () => null, timeout: () => {} })
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

/** The word that an answer leaves for the next page of its reader, as JSON; empty for none. */
export function wordIn({ app, db }: Pick<World, 'app' | 'db'>, headers: Headers): string {
  const [cookie] = headers.getSetCookie().filter((one) => /^(?:__Host-)?flash=/.test(one))
  if (cookie === undefined) return ''
  const request = new Request('http://localhost/', { headers: { cookie: cookie.split(';', 1)[0]! } })
  const readers = db.read((tx) => tx.rows<{ id: string }>('select id from sessions').map(({ id }) => id))
  return ['', ...readers].map((reader) => readCookie({ app, request }, 'flash', reader)).find((word) => word !== null)!
}

const servers = new WeakMap<World['app'], ReturnType<typeof handler>>()

/** Making a server compiles some 400 routes, which takes longer than most answers: each world has one. */
function serverOf({ app }: World, pages: ReturnType<typeof web>): ReturnType<typeof handler> {
  const serve = servers.get(app) ?? handler(app, createScheduler(app), { web: pages })
  servers.set(app, serve)
  return serve
}

/** How values that are not there look in a page. */
const SLIPS = /\bNaN\b|\bundefined\b|\[object \w+\]/

async function seen(answer: Response): Promise<Seen> {
  const html = await answer.text()
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
  const { status, headers } = answer
  const text = main.replace(/<[^>]+>/g, ' ')
  const slip = SLIPS.exec(text)
  if (slip) throw new Error(`a page shows a value that is none: …${text.slice(slip.index - 40, slip.index + 40)}…`)
  return { status, headers, location: headers.get('location'), html, main, text }
}
