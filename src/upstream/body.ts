import { gunzipSync } from 'node:zlib'

/** Limit in bytes, before and after decompression. */
const BODY_LIMIT = 32 * 1024 * 1024

/** A body that is too large or cannot be decompressed. */
export class BodyRefused extends Error {}

/** Reads the body piece by piece, so that neither an endless body nor a compression bomb fills the memory. */
export async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new BodyRefused('sent an answer of more than 32 MiB')
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const zipped = /^\s*(x-)?gzip\s*$/i.test(response.headers.get('content-encoding') ?? '')
  try {
    // The decoder removes a byte order mark, which JSON must not have (RFC 8259, 8.1).
    return new TextDecoder().decode(zipped && size > 0 ? gunzipSync(bytes, { maxOutputLength: BODY_LIMIT }) : bytes)
  } catch {
    throw new BodyRefused('sent an answer that could not be decompressed within 32 MiB')
  }
}
