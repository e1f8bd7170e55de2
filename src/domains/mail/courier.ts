import { words } from '../../kernel/named.ts'
import { UpstreamError } from '../../kernel/upstream-error.ts'

/** The port to a mail server. */

export const SECURE_MODES = words('MailEncryption', ['tls', 'starttls', 'none'])

export type MailServer = {
  host: string
  port: number
  /** `tls` from the first byte, `starttls` or nothing at all; `none` for a relay on this machine. */
  secure: (typeof SECURE_MODES)[number]
  user: string | null
  password?: string
}

/** The server will not take letters for this address, whatever they say. */
export class AddressRefused extends UpstreamError {
  constructor(message: string) {
    super('invalid', message)
  }
}

/** A letter in its envelope. `message_id` stays the same however often it is tried. */
export type Envelope = {
  message_id: string
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
  text: string
  /** Where a mail program ends letters of this kind by one POST (RFC 8058); null for those that somebody asked for. */
  unsubscribe: string | null
}

export type Courier = {
  /**
   * Hands a letter to the server, which answers for it from then on. Throws `UpstreamError`: `transient`, `auth` and
   * `rate` may be tried again, `invalid` was refused for good (`AddressRefused`: every letter to that address would
   * be), `unknown` may have been taken.
   */
  deliver(server: MailServer, envelope: Envelope): Promise<void>
}

declare module '../../kernel/app.ts' {
  interface App {
    /** Hands letters to the mail server. */
    courier: Courier
  }
}
