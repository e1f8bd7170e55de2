/**
 * The codings of the bodies of answers. The header may be no coding at all (`none`, `utf-8`, a word of a program):
 * then it is ignored, as Chromium does. Where it names one, the first octets decide, because servers say gzip and send
 * plain pages, or another coding.
 */

import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { type Said, said } from '../language/say.ts'
import { codeOf } from '../operation/fault.ts'
import type { Fields } from './http/head.ts'
import { SafeFetchError } from './safe-fetch-error.ts'

export type Chunks = AsyncIterable<Uint8Array>

/** Codings of the registry (RFC 9110, section 8.4.1); a few of them are never asked for, and not unpacked. */
const CODINGS = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'x-compress', 'dcb', 'dcz', 'exi', 'sdch']
/** Each is unpacked in turn, the last one first. */
const MOST = 3
const BEGINNING = 64

/** The codings that a header names, in the order in which they were applied. */
export function codingsOf(headers: Fields): string[] {
  const value = headers.get('content-encoding')
  if (value === null) return NO_CODINGS
  const named = value
    .toLowerCase()
    .split(',')
    .map((word) => word.trim().replace(/^"|"$/g, ''))
  return named.filter((word) => CODINGS.includes(word))
}
const NO_CODINGS: string[] = []

/** The decoded body. `lied` hears of a body that is not packed as its header says. */
export async function* decoded(
  codings: readonly string[],
  chunks: Chunks,
  lied: (coding: string) => void,
): AsyncGenerator<Uint8Array> {
  if (codings.length > MOST) throw badEncoding(said('the body is encoded {times} times', { times: codings.length }))
  let source = chunks
  for (const coding of codings.toReversed()) source = unpacked(coding, source, lied)
  yield* source
}

async function* unpacked(coding: string, chunks: Chunks, lied: (coding: string) => void): AsyncGenerator<Uint8Array> {
  const { start, all } = await begun(chunks)
  const decoder = start.length === 0 ? null : decoderFor(coding, start)
  const is_plain = isPlain(start)
  if (!decoder || is_plain) {
    if (start.length > 0 && !is_plain) throw badEncoding(said('the body is encoded as {coding}', { coding }))
    if (start.length > 0) lied(coding)
    yield* all
    return
  }
  const is_gzip = isMember(start)
  const kept: Uint8Array[] = []
  const source = Readable.from(is_gzip ? keeping(all, kept) : all, { objectMode: false })
  let given = 0
  try {
    source.on('error', (error) => decoder.destroy(error))
    for await (const part of source.pipe(decoder) as Chunks) {
      given += part.length
      yield part
    }
  } catch (error) {
    if (is_gzip && kept.length > 0 && NO_MEMBER.test((error as Error).message)) return yield* membersOf(kept, given)
    if (/^(Z_|ERR_(ZLIB|BROTLI|ZSTD|_ERROR))|BROTLI|ZSTD/.test(codeOf(error)))
      throw badEncoding(said('the body is not valid {coding}', { coding }))
    throw error
  } finally {
    source.destroy()
  }
}

const isMember = (octets: Uint8Array): boolean => octets[0] === 0x1f && octets[1] === 0x8b

/** zlib says this where it expected a member of gzip. */
const NO_MEMBER = /^(?:incorrect header check|unknown (?:compression method|header flags set)|header crc mismatch)$/
/** Larger gzip bodies are read once, so that nothing may follow them. */
const MOST_KEPT = 1 << 20

async function* keeping(chunks: Chunks, kept: Uint8Array[]): Chunks {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size <= MOST_KEPT) kept.push(chunk)
    else kept.length = 0
    yield chunk
  }
}

/**
 * A gzip body with something behind it, which browsers and curl ignore: what its members hold beyond the octets given.
 * zlib refuses it, and keeps the last octets of the last member to itself.
 */
async function* membersOf(kept: readonly Uint8Array[], given: number): AsyncGenerator<Uint8Array> {
  const packed = Buffer.concat(kept)
  let known = given
  let at = 0
  try {
    for (let members = 0; members < MOST_MEMBERS && isMember(packed.subarray(at)); members++) {
      const start = at + headOf(packed.subarray(at))
      const member = zlib.createInflateRaw()
      member.end(packed.subarray(start))
      for await (const part of member as Chunks) {
        const skipped = Math.min(known, part.length)
        known -= skipped
        if (skipped < part.length) yield part.subarray(skipped)
      }
      at = start + member.bytesWritten + TRAILER
    }
  } catch {
    if (at === 0) throw badEncoding(said('the body is not valid {coding}', { coding: 'gzip' }))
  }
}

const MOST_MEMBERS = 100
const TRAILER = 8

/** The length of the head of a member (RFC 1952, section 2.3). */
function headOf(member: Buffer): number {
  const flags = member[3]!
  let length = 10
  if (flags & 4) length += 2 + member.readUInt16LE(length)
  for (const text of [8, 16]) if (flags & text) length = member.indexOf(0, length) + 1
  return flags & 2 ? length + 2 : length
}

/** The first octets, and everything. */
async function begun(chunks: Chunks): Promise<{ start: Buffer; all: Chunks }> {
  const rest = chunks[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < BEGINNING) {
    const { done, value } = await rest.next()
    if (done) break
    start = start.length === 0 ? Buffer.from(value) : Buffer.concat([start, value])
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (start.length > 0) yield start
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  }
  return { start, all: all() }
}

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** By the magic number, else by the name; null for a coding that is not unpacked. */
function decoderFor(coding: string, start: Buffer): zlib.Gunzip | zlib.BrotliDecompress | null {
  const is_zlib = (start[0]! & 15) === 8 && (start[0]! * 256 + (start[1] ?? 0)) % 31 === 0
  if (isMember(start)) return zlib.createGunzip()
  if (start.subarray(0, 4).equals(ZSTD)) return zlib.createZstdDecompress()
  if (coding === 'gzip' || coding === 'x-gzip') return is_zlib ? zlib.createInflate() : zlib.createGunzip()
  if (coding === 'br') return zlib.createBrotliDecompress()
  // "deflate" means RFC 1950 with its header; some servers send bare RFC 1951 all the same.
  if (coding === 'deflate') return is_zlib ? zlib.createInflate() : zlib.createInflateRaw()
  return null
}

/** Markup, and the beginnings of robots.txt, lists and JSON, are never a packed body. */
function isPlain(start: Buffer): boolean {
  const text = start.toString('latin1')
  if (/^(?:\xef\xbb\xbf)?\s*<[a-z!?/]/i.test(text)) return true
  return PLAIN_FILE.test(text)
}

const PLAIN_FILE = /^(?:\xef\xbb\xbf)?\s*(?:https?:\/\/|[{[]\s*["{[]|(?:user-agent|sitemap|disallow|allow)\s*:|# )/i

const badEncoding = (why: Said): SafeFetchError => new SafeFetchError('bad_encoding', why)
