/** Port to a syslog server that people name, over TLS. */

import { inPlainEnglish, type Said } from '../language/say.ts'

/** Why a server did not take the messages; the text is for people. */
export class SyslogError extends Error {
  constructor(readonly said: Said) {
    super(inPlainEnglish(said))
  }
}

/**
 * Sends frames over one connection and closes it. Syslog has no receipts, so the messages count as taken when the server
 * has answered the close: it does so once it has read everything (RFC 5425, section 4.4). Throws SyslogError.
 */
export type SendSyslog = (
  to: { host: string; port: number; ca: string | null },
  frames: string,
  signal: AbortSignal,
) => Promise<void>

declare module '../operation/app.ts' {
  interface App {
    sendSyslog: SendSyslog
  }
}
