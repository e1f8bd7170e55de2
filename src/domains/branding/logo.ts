import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type Fault, invalid } from '../../kernel/operation/fault.ts'
import { SafeFetchError } from '../../kernel/web-fetch/safe-fetch-error.ts'
import { cleanPicture, MOST_BYTES, MOST_PIXELS, type Picture, PictureError, TOO_LARGE } from './image.ts'
import { logos } from './tables.ts'

/** Fetches a logo once and makes it safe to serve. A 422 names the problem. */
export async function fetchLogo({ fetch }: Pick<App, 'fetch'>, url: string, signal: AbortSignal): Promise<Picture> {
  try {
    const { status, body } = await fetch(url, {
      max_body: MOST_BYTES,
      headers: { accept: 'image/png, image/jpeg, image/webp' },
      signal,
    })
    if (status !== 200) throw refused(`could not be fetched: the answer was ${status}`, REACHABLE)
    return await cleanPicture(body)
  } catch (error) {
    if (error instanceof PictureError) throw refused(error.message, FITTING)
    if (!(error instanceof SafeFetchError)) throw error
    throw error.code === 'too_large'
      ? refused(TOO_LARGE, FITTING)
      : refused(`could not be fetched: ${error.message}`, REACHABLE)
  }
}

/** Makes an uploaded logo safe to serve. A 422 names the problem. */
export async function cleanLogo(file: Uint8Array): Promise<Picture> {
  try {
    return await cleanPicture(file)
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    throw refused(error.message, FITTING, 'logo_file')
  }
}

const REACHABLE = 'Give the address of the picture itself, readable by anyone on the internet'
const FITTING = `Use a PNG, JPEG or WebP without animation, of at most ${MOST_BYTES / 1024} KiB and ${MOST_PIXELS} × ${MOST_PIXELS} pixels`

const refused = (why: string, what_to_do: string, path = 'logo_url'): Fault =>
  invalid({ path, message: `${why}. ${what_to_do}.` })

/** Stores the logo of a workspace; null deletes it. */
export function keepLogo(tx: Tx, tenant_id: string, picture: Picture | null): void {
  tx.run('delete from logos where tenant_id = ?', tenant_id)
  if (!picture) return
  const { kind, body } = picture
  tx.orm
    .insert(logos)
    .values({ tenant_id, hash: hashOf(body), kind, body, created_at: tx.now })
    .run()
}

export const hashOf = (body: Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 16)

/** Where a workspace's own logo is served; the address changes with the picture. */
export function logoPath(tx: ReadTx, tenant_id: string): string | null {
  const found = tx.row<{ hash: string; kind: string }>('select hash, kind from logos where tenant_id = ?', tenant_id)
  return found && `/app/brand/${tenant_id}.${found.hash}.${found.kind}`
}

export type ServedPicture = { body: Uint8Array; type: string }

/** The picture at the last part of such an address, or null. */
export function logoAt(tx: ReadTx, file: string): ServedPicture | null {
  const [tenant_id = '', hash = '', kind = ''] = file.split('.')
  const found = tx.row<{ body: Uint8Array }>(
    'select body from logos where tenant_id = ? and hash = ? and kind = ?',
    tenant_id,
    hash,
    kind,
  )
  return found && { body: found.body, type: kind === 'jpg' ? 'image/jpeg' : `image/${kind}` }
}
