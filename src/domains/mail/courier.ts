import { namedEnum } from '../../kernel/operation/schema-names.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'

/** The port to a mail server. */

export const SECURE_MODES = namedEnum('MailEncryption', ['tls', 'starttls', 'none'])

export type MailServer = {
  host: string
  port: number
  /** `tls` from the first byte, `starttls` or nothing at all; `none` for a relay on this machine. */
  secure: (typeof SECURE_MODES)[number]
  user: string | null
  password?: string
}

/** The server accepts no letter for this address, whatever its content. */
export class AddressRefused extends UpstreamError {
  constructor(message: string) {
    super('invalid', message)
  }
}

/** A file that goes with a letter. */
export type Enclosure = { filename: string; type: string; content: Uint8Array }

/** A letter in its envelope. `message_id` is the same at every try. */
export type Envelope = {
  message_id: string
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
  text: string
  /** Where answers go, if not to the sender. */
  reply_to?: string | undefined
  /** English letters name none. */
  language?: string | undefined
  attachments?: readonly Enclosure[]
  /** Address where a mail program unsubscribes with one POST (RFC 8058); null for letters that somebody asked for. */
  unsubscribe: string | null
}

export type Courier = {
  /**
   * Hands a letter to the server, which is responsible for it from then on. Throws `UpstreamError`: `transient`, `auth`
   * and `rate` may be tried again, `invalid` was refused permanently (`AddressRefused`: every letter to that address
   * would be), `unknown` may have been accepted. Calls `before_content` once the server waits for the letter: until then
   * it cannot have accepted it.
   */
  deliver(server: MailServer, envelope: Envelope, before_content: () => void): Promise<void>
}

declare module '../../kernel/operation/app.ts' {
  interface App {
    courier: Courier
  }
}
