import { type Said, type Stored, said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { SafeFetchError } from '../../kernel/web-fetch/safe-fetch.ts'
import { type KeyPlace, keyUrl } from './host.ts'
import type { KeyCheck } from './shapes.ts'
import type { SiteRow } from './tables.ts'

type KeyFetch = { url: string; status: number; body: Uint8Array } | { failed: Stored }

/** Bytes read of a key file. The longest key has 128. */
const KEY_FILE_LIMIT = 4096

/**
 * Judges a key file (indexnow.org/documentation: UTF-8 text, only the key). Space around the key and a byte order mark
 * are accepted with a warning, because some engines refuse them.
 */
export function judgeKeyFile(site: KeyPlace, fetched: KeyFetch, at: Time): KeyCheck {
  const url = keyUrl(site)
  const check = { at, verified: false, url, http_status: null, bytes: null, found: null, warnings: [] }
  if ('failed' in fetched)
    return { ...check, message: said('The key file could not be fetched: {why}.', { why: fetched.failed }) }

  const seen = { ...check, http_status: fetched.status, bytes: fetched.body.length }
  const end = new URL(fetched.url)
  if (end.host !== site.host)
    return {
      ...seen,
      message: said('The key file is redirected to {elsewhere}. It must be served by {host} itself.', {
        ...{ elsewhere: end.host, host: site.host },
      }),
    }
  if (fetched.status !== 200)
    return {
      ...seen,
      message: said('The server answered {status} instead of the key file.', { status: String(fetched.status) }),
    }

  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(fetched.body)
  const bare = text.replace(/^\uFEFF/, '').trim()
  if (bare !== site.key) return { ...seen, message: difference(bare), found: bare.slice(0, 100) }
  const warnings = warningsFor(text, url, fetched.url)
  return { ...seen, verified: true, message: said('The file contains the key.'), warnings }
}

function difference(text: string): Said {
  if (text === '') return said('The file is empty.')
  if (text.startsWith('<')) return said('The server returned a web page instead of the key file.')
  return said('The file contains something other than the key.')
}

function warningsFor(text: string, asked: string, answered: string): Said[] {
  const warnings: Said[] = []
  if (text.startsWith('\uFEFF')) warnings.push(said('The file begins with a byte order mark.'))
  if (text.replace(/^\uFEFF/, '') !== text.replace(/^\uFEFF/, '').trim())
    warnings.push(said('The key has spaces or a line break around it.'))
  if (asked !== answered) warnings.push(said('The file is redirected to {answered}.', { answered }))
  return warnings
}

/** Fetches the key file of a site as an engine would, and judges it. */
export async function lookAtKeyFile(app: App, site: SiteRow, signal: AbortSignal): Promise<KeyCheck> {
  return judgeKeyFile(site, await fetchKeyFile(app, keyUrl(site), signal), app.clock.now())
}

async function fetchKeyFile(app: App, url: string, signal: AbortSignal): Promise<KeyFetch> {
  try {
    const allow_own = new URL(url).host === new URL(app.config.site_url).host
    return await app.fetch(url, { max_body: KEY_FILE_LIMIT, on_too_large: 'truncate', allow_own, signal })
  } catch (error) {
    if (error instanceof SafeFetchError) return { failed: error.said }
    throw error
  }
}
