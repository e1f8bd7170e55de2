import { inPlainEnglish, type Stored } from '../../language/say.ts'

/** An answer that is no HTTP/1.1, or breaks off; `head` when it is the head of it that is wrong or too large. */
export class HttpError extends Error {
  constructor(
    readonly where: 'head' | 'body' | 'connection',
    readonly said: Stored,
  ) {
    super(inPlainEnglish(said))
    this.name = 'HttpError'
  }
}

/** The certificate is not one for this name, or nobody trusted vouches for it. */
export class TlsError extends Error {
  override name = 'TlsError'
}
