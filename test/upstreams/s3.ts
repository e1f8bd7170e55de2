/** An S3-compatible store on loopback: what is put there lies in a folder. It knows one key, and itself as its secret. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error it brings no types
import S3rver from '@20minutes/s3rver'

export const STORE_KEY = 'S3RVER'

export async function openStore(bucket: string) {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-s3-'))
  const configureBuckets = [{ name: bucket, configs: [] }]
  const store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets })
  const { port } = (await store.run()) as { port: number }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Names of what is there, below a prefix. */
    names: (prefix: string): string[] =>
      readdirSync(join(folder, bucket, prefix)).flatMap((name) => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? []),
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
