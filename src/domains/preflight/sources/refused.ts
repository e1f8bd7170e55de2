import { said } from '../../../kernel/language/say.ts'
import type { Fields } from '../../../kernel/web-fetch/http/head.ts'
import { ASK_ADMIN, challengeOf, sourceStopped } from '../challenge.ts'
import { SourceError } from './source-error.ts'

/** Octets of a refusal that are searched for a bot protection. */
const MOST = 1 << 15

/** The body of an answer that is no file, as far as it tells why. */
export class Refusal {
  private readonly pieces: Uint8Array[] = []
  private size = 0

  add(piece: Uint8Array): void {
    if (this.size < MOST) this.pieces.push(piece.slice(0, MOST - this.size))
    this.size += piece.length
  }

  /** The bot protection that answered, or null. */
  challenger(status: number, headers: Pick<Fields, 'get'>): string | null {
    return challengeOf(status, headers, Buffer.concat(this.pieces), true)
  }

  error(url: string, status: number, headers: Pick<Fields, 'get'>, advice: string): SourceError {
    const by = this.challenger(status, headers)
    return by
      ? new SourceError(sourceStopped(url, by), ASK_ADMIN)
      : new SourceError(said('{url} answers {status}', { url, status: String(status) }), advice)
  }
}
