import { said } from '../language/say.ts'
import { pacer } from '../scheduling/pause.ts'
import { stopwatch } from '../time/clock.ts'
import { type Chunks, codingsOf, decoded } from './content-coding.ts'
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

/** `lie`: the coding that its header names, where the body is not packed with it. */
export type Body = { body: Uint8Array; truncated: boolean; lie?: string }

const FIRST_BUFFER = 64 * 1024
/** The most compressed octets for each octet of the limit: reading them takes time even if they decode to nothing. */
const WIRE_PER_OCTET = 2
const FREE_WIRE = 64 * 1024

/**
 * The body of an answer, decoded here so that the limit holds for what comes out of the decoder: a few kilobytes can
 * say "a gigabyte of zeros".
 */
export function readBody(
  { status, headers, body }: HttpResponse,
  { max_body = 1024 * 1024, on_too_large = 'fail', stop, take }: BodyLimits,
): Body | Promise<Body> {
  const codings = codingsOf(headers)
  const plain = codings.length === 0
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
  if (plain)
    return take
      ? passOn(body, { max_body, on_too_large }, give)
      : gather(body, headers, { max_body, on_too_large, stop })
  let lie: string | undefined
  const wire = onTheWire(body, max_body * WIRE_PER_OCTET + FREE_WIRE)
  const chunks = decoded(codings, wire, (coding) => (lie = coding))
  if (take) return passOn(chunks, { max_body, on_too_large }, give)
  const got = gather(chunks, headers, { max_body, on_too_large, stop })
  return got.then((read) => (lie === undefined ? read : { ...read, lie }))
}

async function passOn(
  chunks: Chunks,
  { max_body, on_too_large }: Required<Pick<BodyLimits, 'max_body' | 'on_too_large'>>,
  take: (piece: Uint8Array) => Promise<void>,
): Promise<Body> {
  let left = max_body
  for await (const chunk of chunks) {
    if (chunk.length > left && on_too_large === 'fail')
      throw new SafeFetchError('too_large', said('the body has more than {most} bytes', { most: String(max_body) }))
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
    if (left < 0)
      throw new SafeFetchError('too_large', said('more than {most} compressed bytes', { most: String(most) }))
    yield chunk
  }
}

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
        throw new SafeFetchError('too_large', said('the body has more than {most} bytes', { most: String(max_body) }))
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
