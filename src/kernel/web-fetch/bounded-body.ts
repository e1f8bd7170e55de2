import { once } from 'node:events'
import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { codeOf } from '../operation/fault.ts'
import { pacer } from '../scheduling/pause.ts'
import { stopwatch } from '../time/clock.ts'
import type { HttpResponse } from './http/exchange.ts'
import type { Fields } from './http/head.ts'
import { SafeFetchError } from './safe-fetch-error.ts'

/** How much of a body to take. */
export type BodyLimits = {
  /** Bytes after decoding; 1 MiB unless given. */
  max_body?: number
  /** `truncate` returns the octets that fit, with `truncated`; `fail` unless given. */
  on_too_large?: 'fail' | 'truncate'
  /**
   * Gets the body so far and the milliseconds it took (infinite when the body broke off); true ends the reading. Not
   * called for a small body that arrives whole.
   */
  stop?: (so_far: Uint8Array, headers: Fields, ms: number) => boolean
  /** Gets the decoded body in pieces, each awaited, instead of the caller: nothing is kept of a large one. */
  take?: (piece: Uint8Array, status: number, headers?: Fields) => Promise<void>
}

export type Body = { body: Uint8Array; truncated: boolean }

const FIRST_BUFFER = 64 * 1024
/** The most compressed octets for each octet of the limit: reading them takes time even if they decode to nothing. */
const WIRE_PER_OCTET = 2
const FREE_WIRE = 64 * 1024

/**
 * The body of an answer, decoded here so that the limit holds for what comes out of the decoder: a few kilobytes can
 * say "a gigabyte of zeros". Takes gzip, deflate and br, alone.
 */
export function readBody(
  { status, headers, body }: HttpResponse,
  { max_body = 1024 * 1024, on_too_large = 'fail', stop, take }: BodyLimits,
): Body | Promise<Body> {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  const plain = encoding === '' || encoding === 'identity'
  const whole = body.whole()
  const give = async (piece: Uint8Array) => {
    try {
      await take!(piece, status, headers)
    } catch (error) {
      throw new NotTaken(error)
    }
  }
  if (whole && (whole.length === 0 || (plain && whole.length <= max_body)))
    return take && whole.length > 0 ? give(whole).then(() => NOTHING) : { body: whole, truncated: false }
  const chunks = plain ? body : decoded(encoding, onTheWire(body, max_body * WIRE_PER_OCTET + FREE_WIRE))
  if (take) return passOn(chunks, { max_body, on_too_large }, give)
  return gather(chunks, headers, { max_body, on_too_large, stop })
}

async function passOn(
  chunks: Chunks,
  { max_body, on_too_large }: Required<Pick<BodyLimits, 'max_body' | 'on_too_large'>>,
  take: (piece: Uint8Array) => Promise<void>,
): Promise<Body> {
  let left = max_body
  for await (const chunk of chunks) {
    if (chunk.length > left && on_too_large === 'fail')
      throw new SafeFetchError('too_large', `the body has more than ${max_body} bytes`)
    await take(chunk.subarray(0, left))
    left -= chunk.length
    if (left < 0) return { body: NOTHING.body, truncated: true }
  }
  return NOTHING
}

/** `take` threw: the caller gets its reason, which is no failure of the network. */
export class NotTaken extends Error {
  constructor(readonly reason: unknown) {
    super('the body was not taken')
  }
}

/** A body that is not wanted. Closing its connection costs less than reading a stranger's data. */
export function dropBody({ body }: HttpResponse): Body {
  body.cancel()
  return NOTHING
}

const NOTHING: Body = { body: new Uint8Array(), truncated: false }

async function* onTheWire(chunks: Chunks, most: number): AsyncGenerator<Uint8Array> {
  let left = most
  for await (const chunk of chunks) {
    left -= chunk.length
    if (left < 0) throw new SafeFetchError('too_large', `more than ${most} compressed bytes`)
    yield chunk
  }
}

type Chunks = AsyncIterable<Uint8Array>

async function gather(chunks: Chunks, headers: Fields, limits: BodyLimits & { max_body: number }): Promise<Body> {
  const { max_body, on_too_large, stop } = limits
  const elapsed = stopwatch()
  let held = new Uint8Array(FIRST_BUFFER)
  let size = 0
  const soFar = () => held.subarray(0, size)
  const rest = pacer()
  try {
    for await (const chunk of chunks) {
      await rest()
      const taken = chunk.subarray(0, max_body - size)
      if (taken.length < chunk.length && on_too_large === 'fail') {
        throw new SafeFetchError('too_large', `the body has more than ${max_body} bytes`)
      }
      if (size + taken.length > held.length) held = grown(held, size + taken.length)
      held.set(taken, size)
      size += taken.length
      if (taken.length < chunk.length || stop?.(soFar(), headers, elapsed())) return { body: soFar(), truncated: true }
    }
  } catch (error) {
    if (size > 0 && stop?.(soFar(), headers, Number.POSITIVE_INFINITY)) return { body: soFar(), truncated: true }
    throw error
  }
  return { body: soFar(), truncated: false }
}

function grown(bytes: Uint8Array<ArrayBuffer>, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(needed, bytes.length * 2))
  larger.set(bytes)
  return larger
}

/** Chunks from the decoder, which works no further ahead than the reader asks. */
async function* decoded(encoding: string, chunks: Chunks): AsyncGenerator<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: false })
  try {
    const decoder = await decoderFor(encoding, source)
    source.on('error', (error) => decoder.destroy(error))
    yield* source.pipe(decoder) as Chunks
  } catch (error) {
    if (/^(Z_|ERR_(ZLIB|BROTLI|_ERROR))|BROTLI/.test(codeOf(error)))
      throw badEncoding(`the body is not valid ${encoding}`)
    throw error
  } finally {
    source.destroy()
  }
}

async function decoderFor(encoding: string, source: Readable): Promise<zlib.Gunzip | zlib.BrotliDecompress> {
  if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip()
  if (encoding === 'br') return zlib.createBrotliDecompress()
  if (encoding !== 'deflate') throw badEncoding(`the body is encoded as ${encoding.slice(0, 40)}`)
  return (await hasZlibHeader(source)) ? zlib.createInflate() : zlib.createInflateRaw()
}

/** "deflate" means RFC 1950 with its header; some servers send bare RFC 1951 all the same. */
async function hasZlibHeader(source: Readable): Promise<boolean> {
  await once(source, 'readable')
  const start: Uint8Array | null = source.read()
  if (!start) return true
  source.unshift(start)
  return (start[0]! & 15) === 8 && (start[0]! * 256 + (start[1] ?? 0)) % 31 === 0
}

function badEncoding(message: string): SafeFetchError {
  return new SafeFetchError('bad_encoding', message)
}
