import type { Config } from '../../kernel/config.ts'

/** Where files are kept outside this machine. */
export type Bucket = {
  put(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void>
  get(name: string): AsyncIterable<Uint8Array>
  remove(name: string): Promise<void>
}
export type BucketSettings = Pick<
  Config,
  'backup_s3_endpoint' | 'backup_s3_region' | 'backup_s3_key_id' | 'backup_s3_secret'
>

declare module '../../kernel/app.ts' {
  interface App {
    bucket(settings: BucketSettings, place: string): Bucket
  }
}
