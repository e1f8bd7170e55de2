/** The header that names a download. */
import { plain } from '../kernel/text/plain.ts'

/**
 * RFC 6266: the name in plain ASCII for every client, and where that differs, its own letters in `filename*` (RFC 8187),
 * which browsers prefer. Only letters, digits, dots and dashes remain.
 */
export function attachment(filename: string): string {
  const name = filename.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
  if (/^[\w.-]+$/.test(name)) return `attachment; filename="${name}"`
  const ascii = plain(name)
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+/, '')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
