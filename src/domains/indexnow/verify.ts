import type { App } from '../../kernel/operation/app.ts'
import { SafeFetchError } from '../../kernel/web-fetch/safe-fetch.ts'
import { keyUrl } from './host.ts'
import { judgeKeyFile, KEY_FILE_LIMIT, type KeyFetch } from './key-file.ts'
import type { KeyCheck } from './shapes.ts'
import type { SiteRow } from './tables.ts'

/** Fetches the key file of a site as an engine would, and judges it. */
export async function lookAtKeyFile(app: App, site: SiteRow, signal: AbortSignal): Promise<KeyCheck> {
  return judgeKeyFile(site, await fetchKeyFile(app, keyUrl(site), signal), app.clock.now())
}

async function fetchKeyFile(app: App, url: string, signal: AbortSignal): Promise<KeyFetch> {
  try {
    const allow_own = new URL(url).host === new URL(app.config.site_url).host
    return await app.fetch(url, { max_body: KEY_FILE_LIMIT, on_too_large: 'truncate', allow_own, signal })
  } catch (error) {
    if (error instanceof SafeFetchError) return { failed: error.message }
    throw error
  }
}
