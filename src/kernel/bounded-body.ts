import { once } from 'node:events'
import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { stopwatch } from './clock.ts'
import { codeOf } from './fault.ts'
import type { Answer } from './http/exchange.ts'
import type { Fields } from './http/header-lines.ts'
import { SafeFetchError } from './safe-fetch-error.ts'

/** How much of a body to take. */
export type BodyLimits = {
  /** Bytes after decoding; 1 MiB unless given. */
  max_body?: number
  on_too_large?: 'fail' | 'truncate'
  /**
   * Sees all that has come so far, and for how long it has been coming (for ever, when no more will come since it broke
   * off); true ends the reading there. Not asked about a small body that comes at once.
   */
  stop?: (so_far: Uint8Array, headers: Fields, ms: number) => boolean
}

export type Body = { body: Uint8Array; truncated: boolean }

/** As much is worth reading to its end, unwanted, for the sake of the connection. */
const SMALL = 64 * 1024

/**
 * The body of an answer, decoded here so that the limit holds for what comes out of the decoder: a few kilobytes can
 * say "a gigabyte of zeros". Takes gzip, deflate and br, alone.
 */
export function readBody(
  { headers, body }: Answer,
  { max_body = 1024 * 1024, on_too_large = 'fail', stop }: BodyLimits,
): Body | Promise<Body> {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  const plain = encoding === '' || encoding === 'identity'
  const whole = body.whole()
  if (whole && (whole.length === 0 || (plain && whole.length <= max_body))) return { body: whole, truncated: false }
  return gather(plain ? body : decoded(encoding, body), headers, { max_body, on_too_large, stop })
}

/** Lets go of a body that nobody wants; a small one is read to its end, so that the connection can be used again. */
export function dropBody({ headers, body }: Answer): Body {
  if (Number(headers.get('content-length') ?? Number.NaN) <= SMALL) body.drop()
  else body.cancel()
  return NOTHING
}

const NOTHING: Body = { body: new Uint8Array(), truncated: false }

type Chunks = AsyncIterable<Uint8Array>

async function gather(chunks: Chunks, headers: Fields, limits: BodyLimits & { max_body: number }): Promise<Body> {
  const { max_body, on_too_large, stop } = limits
  const elapsed = stopwatch()
  let held = new Uint8Array(SMALL)
  let size = 0
  const soFar = () => held.subarray(0, size)
  try {
    for await (const chunk of chunks) {
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

/** What comes out of the decoder, a chunk at a time: it works no further ahead than the reader asks. */
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
