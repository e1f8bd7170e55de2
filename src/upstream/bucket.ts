/**
 * S3-compatible stores: docs.aws.amazon.com/AmazonS3/latest/API (read 2026-11). Each upload has the digest of its content
 * (RFC 1864), because buckets with Object Lock demand one. Only Amazon gets `x-amz-checksum-sha256` at once: R2 and B2
 * refuse that header, others get it when they ask for it.
 */
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Bucket, BucketSettings } from '../features/backups/index.ts'
import { maskText } from '../kernel/environment/log.ts'
import { routeTo } from './route.ts'

const PART = 8 << 20
const TRIES = 4
/** Milliseconds before the second try; doubled for each further one. */
const FIRST_PAUSE = 500

/** A place in an S3-compatible store: `s3://bucket/prefix`. */
export function createBucket(settings: BucketSettings, place: string): Bucket {
  const [bucket = '', ...prefix] = place.slice('s3://'.length).split('/')
  const store = new Store(settings, bucket)
  const at = (name: string) => [...prefix, name].filter(Boolean).join('/')
  return {
    has: (name) => plainly(name, async () => (await store.ask('HEAD', at(name), { fine: [404] })).status !== 404),
    put: (name, pieces) => plainly(name, () => store.put(at(name), pieces)),
    async *get(name) {
      const stream = (await plainly(name, () => store.ask('GET', at(name))))
        .body as unknown as AsyncIterable<Uint8Array>
      const pieces = stream[Symbol.asyncIterator]()
      for (;;) {
        const { done, value } = await plainly(name, () => pieces.next())
        if (done) return
        yield value
      }
    },
    remove: (name) => plainly(name, async () => void (await store.ask('DELETE', at(name), { fine: [404] }))),
  }
}

/** Content with its digests, which are taken piece by piece: of a whole part they would hold up the event loop. */
type Part = { body: Buffer<ArrayBuffer>; md5: Buffer; sha256: Buffer }
type Asked = { query?: string; part?: Part; headers?: Record<string, string>; fine?: number[] }

class Store {
  readonly #client: AwsClient
  readonly #address: string
  /** Whether uploads have `x-amz-checksum-sha256`, as far as is known of this store. */
  #sums: boolean

  constructor(settings: BucketSettings, bucket: string) {
    const { backup_s3_endpoint, backup_s3_region, backup_s3_key_id, backup_s3_secret } = settings
    const region = backup_s3_region || 'us-east-1'
    const endpoint = backup_s3_endpoint || `https://s3.${region}.amazonaws.com`
    this.#address = `${endpoint.replace(/\/+$/, '')}/${bucket}`
    this.#sums = /\.amazonaws\.com(\.cn)?$/.test(new URL(endpoint).hostname)
    this.#client = new AwsClient({
      ...{ accessKeyId: backup_s3_key_id, secretAccessKey: backup_s3_secret },
      ...{ service: 's3', region, retries: 0 },
    })
  }

  /** Whole for up to a part, else in parts; parts that a failure leaves behind are removed. */
  async put(key: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const parts = inParts(pieces)
    const first = await parts.next()
    const second = await parts.next()
    if (second.done) return void (await this.#upload(key, '', first.value ?? partOf([])))
    const upload = await this.#begin(key)
    try {
      const sent = [await this.#part(key, upload, 1, first.value!), await this.#part(key, upload, 2, second.value)]
      for await (const part of parts) sent.push(await this.#part(key, upload, sent.length + 1, part))
      const part = partOf([Buffer.from(`<CompleteMultipartUpload>${sent.join('')}</CompleteMultipartUpload>`)])
      const answer = await this.ask('POST', key, { query: `?uploadId=${upload}`, part })
      // A failure may come within an answer of 200.
      const text = await answer.text()
      if (text.includes('<Error>')) throw new StoreError(answer.status, text)
    } catch (error) {
      await this.ask('DELETE', key, { query: `?uploadId=${upload}`, fine: [404] }).catch(() => {})
      throw error
    }
  }

  async #begin(key: string): Promise<string> {
    const headers = { 'content-type': TYPE, ...(this.#sums && { 'x-amz-checksum-algorithm': 'SHA256' }) }
    const answer = await (await this.ask('POST', key, { query: '?uploads=', headers })).text()
    const id = /<UploadId>([^<]+)<\/UploadId>/.exec(answer)?.[1]
    if (!id) throw new Error('it began no upload')
    return encodeURIComponent(unescaped(id))
  }

  async #part(key: string, upload: string, number: number, part: Part): Promise<string> {
    const answer = await this.#upload(key, `?partNumber=${number}&uploadId=${upload}`, part)
    const sum = this.#sums ? `<ChecksumSHA256>${part.sha256.toString('base64')}</ChecksumSHA256>` : ''
    const etag = (answer.headers.get('etag') ?? '').replaceAll('"', '&quot;')
    return `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag>${sum}</Part>`
  }

  async #upload(key: string, query: string, part: Part): Promise<Response> {
    const put = () => {
      const headers = {
        'content-type': TYPE,
        'content-md5': part.md5.toString('base64'),
        ...(this.#sums && { 'x-amz-checksum-sha256': part.sha256.toString('base64') }),
      }
      return this.ask('PUT', key, { query, part, headers })
    }
    try {
      return await put()
    } catch (error) {
      if (!(error instanceof StoreError) || !/checksum/i.test(error.message)) throw error
      this.#sums = !this.#sums
      return put()
    }
  }

  /** Asks again after a failure of the store or the network, never after a refusal. */
  async ask(
    method: string,
    key: string,
    { query = '', part = partOf([]), headers = {}, fine = [] }: Asked = {},
  ): Promise<Response> {
    const url = `${this.#address}/${key.split('/').map(encodeURIComponent).join('/')}${query}`
    for (let attempt = 1; ; attempt++) {
      try {
        const signed = await this.#client.sign(url, {
          method,
          headers: { ...headers, 'x-amz-content-sha256': part.sha256.toString('hex') },
          ...(part.body.length > 0 && { body: part.body }),
        })
        const answer = await fetch(signed, { redirect: 'manual', ...routeTo(url) })
        if (answer.ok || fine.includes(answer.status)) return answer
        throw new StoreError(answer.status, await answer.text())
      } catch (error) {
        const refused = error instanceof StoreError && !error.passing
        if (refused || attempt === TRIES) throw error
        await Bun.sleep(FIRST_PAUSE * 2 ** (attempt - 1))
      }
    }
  }
}

const TYPE = 'application/octet-stream'

/** The refusal of a store, in its own words. */
class StoreError extends Error {
  readonly code: string
  readonly passing: boolean

  constructor(status: number, body: string) {
    const said = (name: string) => unescaped(new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1] ?? '')
    const code = said('Code') || `HTTP ${status}`
    const where = said('Endpoint') || said('Region')
    super(`${said('Message') || `it answered ${status}`}${where ? ` Use ${where}.` : ''}`)
    this.code = code
    this.passing = status === 429 || status >= 500 || code === 'RequestTimeout'
  }
}

const unescaped = (xml: string): string =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Part, undefined> {
  let held: Uint8Array[] = []
  let hashes = newHashes()
  let size = 0
  for await (const piece of pieces) {
    held.push(piece)
    for (const hash of hashes) hash.update(piece)
    size += piece.length
    if (size < PART) continue
    yield partOf(held, hashes)
    held = []
    hashes = newHashes()
    size = 0
  }
  if (size > 0) yield partOf(held, hashes)
  return undefined
}

const newHashes = () => [createHash('md5'), createHash('sha256')] as const

/** Without hashes the pieces are few and small. */
function partOf(pieces: readonly Uint8Array[], hashes?: ReturnType<typeof newHashes>): Part {
  const [md5, sha256] = hashes ?? newHashes()
  if (!hashes) for (const hash of [md5, sha256]) for (const piece of pieces) hash.update(piece)
  return { body: Buffer.concat(pieces), md5: md5.digest(), sha256: sha256.digest() }
}

/** Names the object in the store's error, and masks secrets. */
async function plainly<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    throw new Error(
      maskText(`the bucket did not take or give ${name}: ${message}${code ? ` (${code})` : ''}`).slice(0, 500),
    )
  }
}
