import { createReadStream, rmSync } from 'node:fs'
import type { Config } from '../../kernel/environment/config.ts'
import { hashOf } from './backups.ts'

/** A file store outside this machine. */
export type Bucket = {
  has(name: string): Promise<boolean>
  put(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void>
  get(name: string): AsyncIterable<Uint8Array>
  remove(name: string): Promise<void>
}
export type BucketSettings = Pick<
  Config,
  'backup_s3_endpoint' | 'backup_s3_region' | 'backup_s3_key_id' | 'backup_s3_secret'
>

declare module '../../kernel/operation/app.ts' {
  interface App {
    bucket(settings: BucketSettings, place: string): Bucket
  }
}

/** Uploads a backup to a bucket, reads it back and compares it byte by byte with the proved file. */
export async function handOver(bucket: Bucket, name: string, file: string, sha256: string): Promise<void> {
  await bucket.put(name, createReadStream(file, { highWaterMark: 1 << 20 }))
  if ((await hashOf(bucket.get(name))) !== sha256) throw new Error(`the bucket gave back another ${name}`)
  rmSync(file)
}
