/** Mail through SMTP (RFC 5321), by nodemailer, which is loaded when the first letter goes out. */

import type { Courier, MailServer } from '../domains/mail/courier.ts'
import { SECOND } from '../kernel/clock.ts'
import { maskText } from '../kernel/log.ts'
import { type FailureClass, UpstreamError } from '../kernel/upstream-error.ts'
import { masking } from './http.ts'

const PATIENCE = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 30 * SECOND }

export function createSmtp(): Courier {
  return {
    async deliver(server, { message_id, ...letter }) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(optionsOf(server))
      try {
        await transport.sendMail({
          ...letter,
          // As one address, which is not taken apart.
          to: { name: '', address: letter.to },
          messageId: message_id,
          // No answering machine should answer a program (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        throw asUpstreamError(error as SmtpError, server)
      } finally {
        transport.close()
      }
    },
  }
}

function optionsOf({ host, port, secure, user, password }: MailServer) {
  const auth = user === null ? undefined : { user, pass: password ?? '' }
  return {
    host,
    port,
    secure: secure === 'tls',
    requireTLS: secure === 'starttls',
    ignoreTLS: secure === 'none',
    auth,
    ...PATIENCE,
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** Only what came before the server could have taken the letter, or what it refused itself, is known not to be sent. */
function asUpstreamError({ code, responseCode, message }: SmtpError, server: MailServer): UpstreamError {
  const words = `The mail server: ${told(message, server)}`.replace(/\s+/g, ' ').slice(0, 300)
  return new UpstreamError(failureOf(code, responseCode, message), words)
}

/** What it said, without what it was told: the sign-in as AUTH writes it (RFC 4616), and one-time links of the letter. */
function told(message: string, { user, password }: MailServer): string {
  const signIn = password ? [password, inBase64(password), inBase64(`\0${user}\0${password}`)] : []
  return maskText(masking(signIn)(message))
}

const inBase64 = (text: string): string => Buffer.from(text).toString('base64')

function failureOf(code: string | undefined, status: number | undefined, message: string): FailureClass {
  if (code === 'EAUTH') return 'auth'
  if (status !== undefined) return status >= 500 ? 'invalid' : 'transient'
  if (code === 'EDNS' || code === 'ETLS' || NOT_CONNECTED.test(message)) return 'transient'
  return code === 'EENVELOPE' ? 'invalid' : 'unknown'
}

const NOT_CONNECTED =
  /^connect |getaddrinfo|^Connection timeout|^Greeting never received|^Client network socket|certificate/i
