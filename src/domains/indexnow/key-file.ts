import type { Time } from '../../kernel/time/clock.ts'
import { type KeyPlace, keyUrl } from './host.ts'
import type { KeyCheck } from './shapes.ts'

export type KeyFetch = { url: string; status: number; body: Uint8Array } | { failed: string }

/** Bytes read of a key file. The longest key has 128. */
export const KEY_FILE_LIMIT = 4096

/**
 * Judges a key file (indexnow.org/documentation: UTF-8 text, only the key). Space around the key and a byte order mark
 * are accepted with a warning, because some engines refuse them.
 */
export function judgeKeyFile(site: KeyPlace, fetched: KeyFetch, at: Time): KeyCheck {
  const url = keyUrl(site)
  const check = { at, verified: false, url, http_status: null, bytes: null, found: null, warnings: [] }
  if ('failed' in fetched) return { ...check, message: `The key file could not be fetched: ${fetched.failed}.` }

  const seen = { ...check, http_status: fetched.status, bytes: fetched.body.length }
  const end = new URL(fetched.url)
  if (end.host !== site.host)
    return { ...seen, message: `The key file is redirected to ${end.host}. It must be served by ${site.host} itself.` }
  if (fetched.status !== 200)
    return { ...seen, message: `The server answered ${fetched.status} instead of the key file.` }

  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(fetched.body)
  const bare = text.replace(/^\uFEFF/, '').trim()
  if (bare !== site.key) return { ...seen, message: difference(bare), found: bare.slice(0, 100) }
  return {
    ...seen,
    verified: true,
    message: 'The file contains the key.',
    warnings: warningsFor(text, url, fetched.url),
  }
}

function difference(text: string): string {
  if (text === '') return 'The file is empty.'
  if (text.startsWith('<')) return 'The server returned a web page instead of the key file.'
  return 'The file contains something other than the key.'
}

function warningsFor(text: string, asked: string, answered: string): string[] {
  const warnings = []
  if (text.startsWith('\uFEFF')) warnings.push('The file begins with a byte order mark.')
  if (text.replace(/^\uFEFF/, '') !== text.replace(/^\uFEFF/, '').trim())
    warnings.push('The key has spaces or a line break around it.')
  if (asked !== answered) warnings.push(`The file is redirected to ${answered}.`)
  return warnings
}
