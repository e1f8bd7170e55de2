import { S3Client } from 'bun'
import type { Bucket, BucketSettings } from '../domains/system/index.ts'
import { maskText } from '../kernel/environment/log.ts'

const PART = 8 << 20

/** A place in an S3-compatible store: `s3://bucket/prefix`. */
export function createBucket(
  { backup_s3_endpoint, backup_s3_region, backup_s3_key_id, backup_s3_secret }: BucketSettings,
  place: string,
): Bucket {
  const [bucket = '', ...prefix] = place.slice('s3://'.length).split('/')
  const client = new S3Client({
    bucket,
    region: backup_s3_region,
    accessKeyId: backup_s3_key_id,
    secretAccessKey: backup_s3_secret,
    ...(backup_s3_endpoint ? { endpoint: backup_s3_endpoint } : {}),
  })
  const at = (name: string) => client.file([...prefix, name].filter(Boolean).join('/'))
  return {
    has: (name) => plainly(name, () => at(name).exists()),
    put: (name, pieces) =>
      plainly(name, async () => {
        const writer = at(name).writer({ partSize: PART, retry: 3, type: 'application/octet-stream' })
        for await (const piece of pieces) {
          writer.write(piece)
          await writer.flush()
        }
        await writer.end()
      }),
    async *get(name) {
      const stream = at(name).stream() as unknown as AsyncIterable<Uint8Array>
      const pieces = stream[Symbol.asyncIterator]()
      for (;;) {
        const { done, value } = await plainly(name, () => pieces.next())
        if (done) return
        yield value
      }
    },
    remove: (name) => plainly(name, () => at(name).delete()),
  }
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
