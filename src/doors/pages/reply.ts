/** The replies of screens, as they are sent. */
import { gzip } from 'node:zlib'
import { href } from '../../../static/index.ts'
import type { Fault } from '../../kernel/operation/fault.ts'

/** Anything that is HTML once it is text, but no promise of it. */
export type Markup = { toString(): string; then?: never }
/** A word for the next page; `undo` is the job that can still be taken back there, `link` a page of ours. */
export type Flash = {
  text: string
  tone?: 'ok' | 'info' | 'bad'
  undo?: string
  link?: { href: string; label: string }
}

export type Reply = Markup | Response

/** The cookie that carries a word to the next page. */
export const FLASH = 'flash'

/** Goes elsewhere after a form (303), leaving a word for the next page. */
export function goTo(path: string, flash?: Flash, cookies: string[] = []): Response {
  const headers = new Headers({ location: path })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (flash)
    headers.append(
      'set-cookie',
      `${FLASH}=${encodeURIComponent(JSON.stringify(flash))}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`,
    )
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

export function readFlash(text: string | null): Flash | null {
  if (!text) return null
  try {
    const { text: words, tone, undo, link } = JSON.parse(decodeURIComponent(text)) as Partial<Flash>
    return typeof words === 'string'
      ? {
          text: words.slice(0, 500),
          tone: tone === 'bad' || tone === 'info' ? tone : 'ok',
          ...(typeof undo === 'string' ? { undo: undo.slice(0, 100) } : {}),
          ...(isLink(link) ? { link } : {}),
        }
      : null
  } catch {
    return null
  }
}

type AnsweredCall = { request: Request; params: Record<string, string>; flash: Flash | null; partial: boolean }

/**
 * Private pages are never stored, vary by visitor, and travel compressed; those of a workspace say which of their links
 * may be prefetched. A reply that a screen made public stays public.
 */
export async function finished(call: AnsweredCall, made: Promise<Reply>, cookie?: string | null): Promise<Response> {
  const reply = await made
  const response = await compressed(call.request, reply instanceof Response ? reply : htmlResponse(reply))
  const { headers } = response
  if (headers.get('cache-control')?.startsWith('public')) return response
  headers.set('cache-control', 'private, no-store')
  headers.set('vary', 'HX-Request, HX-Request-Type, Cookie, Accept-Encoding, Origin, Sec-Fetch-Site')
  if (cookie) headers.append('set-cookie', cookie)
  const whole = isHtml(response) && !call.partial
  if (whole && call.flash) headers.append('set-cookie', `${FLASH}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`)
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
