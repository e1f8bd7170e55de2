/** One file of a source: asked for only if it changed, read as it arrives. */

import { type Entry, Refusal, SourceError, SourceReader, siteOf } from '../../../domains/preflight/index.ts'
import { inPlainEnglish, type Said, type Stored, said } from '../../../kernel/language/say.ts'
import { pacer } from '../../../kernel/scheduling/pause.ts'
import { MINUTE, millis, SECOND, type Time } from '../../../kernel/time/clock.ts'
import type { Fields } from '../../../kernel/web-fetch/http/head.ts'
import { retryAfter } from '../../../kernel/web-fetch/retry-after.ts'
import { type SafeFetch, SafeFetchError } from '../../../kernel/web-fetch/safe-fetch.ts'
import { type Hub, hubOf } from '../hubs/discover.ts'
import type { FileRow } from '../tables.ts'
import type { Pause } from '../words.ts'

/** A file on the wire may be as large as one unpacked. */
const MOST_BYTES = 50 * 2 ** 20
const PATIENCE = 2 * MINUTE

/** A file that could not be read. `pause`: waiting will not help; `retry_ms`: the wait that the host asked for. */
export class FileError extends Error {
  constructor(
    readonly said: Stored,
    readonly more: { pause?: Pause; retry_ms?: number; offers?: string[] } = {},
  ) {
    super(inPlainEnglish(said))
  }
}

export type FileRead = Pick<FileRow, 'kind' | 'etag' | 'last_modified' | 'digest'> & {
  is_same: boolean
  is_cut: boolean
  next: string | null
  /** Where it is after redirects; undefined for one that did not change. */
  at: string | undefined
  /** Its items that name no page. */
  nameless: number
  /** How a list was read, where that is news. */
  words: Said | null
  is_cloudflare: boolean
  /** The WebSub hub that it names; undefined where the answer cannot say. */
  hub: Hub | null | undefined
  /** How long the answer asks to be left alone, in milliseconds. */
  fresh_ms: number
}

type FileRequest = { url: string; known: FileRow | null; now: Time; signal: AbortSignal; authorization: string | null }

/** Reads a file; `take` gets its entries in parts, in the order of the file. Throws FileError. */
export async function readFile(
  get: SafeFetch,
  { url, known, now, signal, authorization }: FileRequest,
  take: (entries: Entry[], reader: SourceReader) => Promise<void>,
): Promise<FileRead> {
  const way = new FileWay(url, authorization !== null)
  const breathe = pacer()
  const pass = async (bytes: Uint8Array, status: number, headers?: Fields) => {
    if (status !== 200) return way.refusal.add(bytes)
    const reader = way.readerFor(headers)
    for (const _ of reader.write(bytes)) {
      signal.throwIfAborted()
      await breathe()
      const entries = reader.take()
      if (entries.length) await take(entries, reader)
    }
  }
  try {
    const answer = await get(url, {
      headers: { ...conditionsOf(known), ...(authorization && { authorization }) },
      max_body: MOST_BYTES,
      on_too_large: 'truncate',
      hop_timeout_ms: PATIENCE,
      total_timeout_ms: PATIENCE,
      signal,
      take: pass,
      follow: (next) => way.follow(next),
    })
    const { status, headers, truncated } = answer
    if (way.moved) throw hasMoved(url, way.moved)
    const fresh_ms = freshOf(headers, now)
    const is_cloudflare = /\bcloudflare\b/i.test(headers.get('server') ?? '')
    if (status === 304 && known)
      return { ...known, ...validatorsOf(headers, known), ...UNCHANGED, is_cloudflare, fresh_ms }
    if (status !== 200) throw refusal(url, status, headers, now, way.refusal.challenger(status, headers))
    const reader = way.readerFor(headers)
    reader.end(truncated)
    const rest = reader.take()
    if (rest.length) await take(rest, reader)
    const digest = reader.digestOf()
    return {
      kind: reader.kind,
      ...(reader.is_cut ? NO_VALIDATORS : validatorsOf(headers, null)),
      digest,
      is_same: digest === known?.digest,
      is_cut: reader.is_cut,
      at: way.at,
      nameless: reader.nameless,
      words: reader.words,
      next: reader.next,
      is_cloudflare,
      hub: hubOf(url, headers, reader.links),
      fresh_ms: Math.max(fresh_ms, (reader.ttl ?? 0) * MINUTE),
    }
  } catch (error) {
    throw asFileError(url, error)
  }
}

/** A file on its way through redirects, which stay on its site; a login stays on its origin. */
class FileWay {
  at: string
  /** Where it leads elsewhere. */
  moved = ''
  readonly refusal = new Refusal()
  private reader: SourceReader | null = null

  constructor(
    private readonly url: string,
    private readonly has_login: boolean,
  ) {
    this.at = url
  }

  follow(next: URL): boolean {
    const { host, origin } = new URL(this.url)
    const stays = this.has_login ? next.origin === origin : siteOf(next.host) === siteOf(host)
    if (stays) this.at = next.href
    else this.moved ||= next.href
    return stays
  }

  readerFor(headers?: Fields): SourceReader {
    this.reader ??= new SourceReader(this.at, headers?.get('content-type'))
    return this.reader
  }
}

const NO_VALIDATORS = { etag: null, last_modified: null }
const UNCHANGED = { is_same: true, is_cut: false, next: null, hub: undefined, at: undefined, nameless: 0, words: null }

function conditionsOf(known: FileRow | null): Record<string, string> {
  return {
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.last_modified && { 'if-modified-since': known.last_modified }),
  }
}

const PRINTABLE = /^[\x20-\x7e]{1,500}$/

/** Validators for the next request. `Expires: 0` says that they cannot be trusted (as Miniflux holds it). */
function validatorsOf(headers: Fields, known: FileRow | null): Pick<FileRow, 'etag' | 'last_modified'> {
  if (headers.get('expires')?.trim() === '0') return NO_VALIDATORS
  const valid = (name: string) => {
    const value = headers.get(name)
    return value && PRINTABLE.test(value) ? value : null
  }
  return {
    etag: valid('etag') ?? known?.etag ?? null,
    last_modified: valid('last-modified') ?? known?.last_modified ?? null,
  }
}

/** The longest rest that the answer asks for: `max-age`, else `Expires`. */
function freshOf(headers: Fields, now: Time): number {
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(headers.get('cache-control') ?? '')?.[1]
  if (age) return Number(age) * SECOND
  const expires = millis(headers.get('expires') ?? '')
  return Number.isNaN(expires) ? 0 : Math.max(0, expires - millis(now))
}

const hasMoved = (url: string, moved: string): FileError =>
  new FileError(said('{url} redirects to another host: give {moved} instead', { url, moved }), { pause: 'moved' })

function refusal(url: string, status: number, headers: Fields, now: Time, by: string | null): FileError {
  if (status === 410) return new FileError(said('{url} answers 410: it is gone for good', { url }), { pause: 'gone' })
  const asked = status === 429 || status === 503 ? retryAfter(headers.get('retry-after'), now) : undefined
  const what = by
    ? said(
        "{url}: the site's bot protection{by, select, unknown {} other { ({by})}} stopped us. Ask the site's admin to allow the user agent “Signalpost”",
        { url, by },
      )
    : said('{url} answers {status}', { url, status: String(status) })
  return new FileError(what, { retry_ms: asked ?? (status === 429 ? 10 * MINUTE : undefined) })
}

function asFileError(url: string, error: unknown): unknown {
  if (error instanceof SourceError)
    return new FileError(error.said, { pause: error.is_other ? 'other_document' : undefined, offers: error.offers })
  if (error instanceof SafeFetchError) return new FileError(said('{label}: {value}', { label: url, value: error.said }))
  return error
}
