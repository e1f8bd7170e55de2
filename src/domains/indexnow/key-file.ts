import type { Time } from '../../kernel/clock.ts'
import { type KeyPlace, keyUrl } from './host.ts'
import type { KeyCheck } from './shapes.ts'

/** What was fetched from the address of a key file: the answer, or why there was none. */
export type KeyFetch = { url: string; status: number; body: Uint8Array } | { failed: string }

/** Bytes that are fetched of a key file. The longest key has 128. */
export const KEY_FILE_LIMIT = 4096

/**
 * Judges a key file (indexnow.org/documentation: UTF-8 text, the key alone). Space around the key and a byte order mark
 * are taken with a warning, since some engines refuse padded files.
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
  return { ...seen, verified: true, message: 'The file holds the key.', warnings: warningsFor(text, url, fetched.url) }
}

function difference(text: string): string {
  if (text === '') return 'The file is empty.'
  if (text.startsWith('<')) return 'A web page came instead of the key file.'
  return 'The file holds something else than the key.'
}

function warningsFor(text: string, asked: string, answered: string): string[] {
  const warnings = []
  if (text.startsWith('\uFEFF')) warnings.push('The file begins with a byte order mark.')
  if (text.replace(/^\uFEFF/, '') !== text.replace(/^\uFEFF/, '').trim())
    warnings.push('There is space or a line break around the key.')
  if (asked !== answered) warnings.push(`The file is redirected to ${answered}.`)
  return warnings
}
