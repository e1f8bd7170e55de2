/** The replies of screens, as they are sent. */
import { gzip } from 'node:zlib'
import { href } from '../../../static/index.ts'
import { sessionCookieName } from '../../domains/accounts/index.ts'
import type { Stored } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Fault } from '../../kernel/operation/fault.ts'
import { hashSecret } from '../../kernel/secrets/ids.ts'
import { plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import { cookieIn } from '../request-headers.ts'
import { keptCookie, readCookie } from './cookies.ts'

/** Anything that is HTML once it is text, but no promise of it. */
export type Markup = { toString(): string; then?: never }
/**
 * A word for the next page, which says it in its language; `undo` is the job that can still be taken back there, `moved` the one whose move can,
 * `report` the report that can, `letter` the letter; `link` is a page of ours.
 */
export type Flash = {
  text: Stored
  tone?: 'ok' | 'info' | 'bad'
  undo?: string
  moved?: string
  report?: string
  letter?: { id: string; about: string; ref: string; of?: string }
  link?: { href: string; label: string }
}

export type Reply = Markup | Response

/** The cookie that carries a word to the next page. */
const FLASH = 'flash'
const FLASH_LASTS = 60
/** The word of a reply on its way to `finished`, which seals it; never sent. */
const WORD = 'x-word'

/** Goes elsewhere after a form (303), leaving a word for the next page. */
export function goTo(path: string, flash?: Flash, cookies: string[] = []): Response {
  const headers = new Headers({ location: path })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (flash) headers.set(WORD, encodeURIComponent(JSON.stringify(flash)))
  return new Response(null, { status: 303, headers })
}

/** The page has another address now, for good. */
export const movedTo = (path: string): Response => new Response(null, { status: 308, headers: { location: path } })

/** A page as a response, when it needs a status or headers of its own. */
export const htmlResponse = (markup: Markup, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(markup.toString(), { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })

/** The headers of a page that says no: when to come back, where waiting helps. */
export const waitHeaders = ({ status, retry_after }: Fault): Record<string, string> =>
  status === 429 || status === 503 ? { 'retry-after': String(retry_after ?? 60) } : {}

const isLink = (link: Flash['link']): boolean =>
  typeof link?.href === 'string' && /^\/app\//.test(link.href) && typeof link.label === 'string'

type AskedBy = { app: App; request: Request }

/** The word that the page before left for this session; a reader without one gets words for nobody in particular. */
export function readFlash(asked: AskedBy): Flash | null {
  const { app, request } = asked
  const text = readCookie(asked, FLASH, sessionOf(cookieIn(request.headers, sessionCookieName(app.config))))
  if (text === null) return null
  const { until, ...flash } = JSON.parse(text) as Flash & { until: Time }
  return until > app.clock.now() && (!flash.link || isLink(flash.link)) ? flash : null
}

const sessionOf = (token: string | null): string => (token ? hashSecret(token) : '')

/** Seals the word of a reply for the session that the browser has after it. */
function sealWord({ app, request }: AskedBy, headers: Headers): void {
  const word = headers.get(WORD)
  if (word === null) return
  headers.delete(WORD)
  const name = sessionCookieName(app.config)
  const renewed = headers.getSetCookie().findLast((cookie) => cookie.startsWith(`${name}=`))
  const token = renewed === undefined ? cookieIn(request.headers, name) : renewed.slice(name.length + 1).split(';')[0]!
  const flash = JSON.parse(decodeURIComponent(word)) as Flash
  const until = plus(app.clock.now(), FLASH_LASTS * SECOND)
  headers.append(
    'set-cookie',
    keptCookie(app, FLASH, JSON.stringify({ ...flash, until }), FLASH_LASTS, sessionOf(token)),
  )
}

type AnsweredCall = AskedBy & { params: Record<string, string>; flash: Flash | null; partial: boolean }

/**
 * Private pages are never stored, vary by visitor, and travel compressed; those of a workspace say which of their links
 * may be prefetched. A reply that a screen made public stays public.
 */
export async function finished(call: AnsweredCall, made: Promise<Reply>, cookie?: string | null): Promise<Response> {
  const reply = await made
  const response = await compressed(call.request, reply instanceof Response ? reply : htmlResponse(reply))
  const { headers } = response
  const caching = headers.get('cache-control')
  if (caching?.startsWith('public')) return response
  if (cookie) headers.append('set-cookie', cookie)
  sealWord(call, headers)
  // A picture of a workspace has its hash in the address.
  if (!caching?.endsWith('immutable')) headers.set('cache-control', 'private, no-store')
  headers.set('vary', 'HX-Request, HX-Request-Type, Cookie, Accept-Encoding, Origin, Sec-Fetch-Site')
  const whole = isHtml(response) && !call.partial
  if (whole && call.flash) headers.append('set-cookie', keptCookie(call.app, FLASH, '', 0))
  if (whole && call.params.ws) headers.set('speculation-rules', `"${href('prefetch.json')}"`)
  return response
}

/** Whether it is a page, or a part of one. */
export const isHtml = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('text/html') ?? false

/** Smaller than one packet is not worth it. */
const WORTH_ZIPPING = 1400
/** Pages of this size are compressed by another thread, so that other requests do not wait. */
const LARGE = 128 << 10

const zippedElsewhere = (body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    gzip(body, { level: 5 }, (error, zipped) => (error ? reject(error) : resolve(new Uint8Array(zipped))))
  })

async function compressed(request: Request, response: Response): Promise<Response> {
  if (!isHtml(response) || !/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return response
  const body = await response.bytes()
  if (body.length < WORTH_ZIPPING) return new Response(body, response)
  const zipped = new Response(
    body.length < LARGE ? Bun.gzipSync(body, { level: 5 }) : await zippedElsewhere(body),
    response,
  )
  zipped.headers.set('content-encoding', 'gzip')
  return zipped
}
