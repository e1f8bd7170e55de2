/** Mail through SMTP (RFC 5321), by nodemailer, which is loaded for the first e-mail. */
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { AddressRefused, type Courier, type MailServer } from '../domains/mail/courier.ts'
import { maskText } from '../kernel/environment/log.ts'
import { SECOND } from '../kernel/time/clock.ts'
import { type FailureClass, UpstreamError } from '../kernel/web-fetch/upstream-error.ts'
import { masking } from './masking.ts'

const PATIENCE = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 30 * SECOND }

/** Greets mail servers with the host of `site_url`: some refuse `EHLO [127.0.0.1]`, the library's default. */
export function createSmtp({ site_url }: { site_url: string }): Courier {
  const { hostname } = new URL(site_url)
  const name = hostname.includes('.') && !isIP(hostname) ? hostname : undefined
  return {
    async deliver(server, { message_id, unsubscribe, reply_to, attachments = [], ...letter }, before_content) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ ...optionsOf(server), name })
      let begun = false
      transport.use('stream', ({ message }, done) => {
        const create = message.createReadStream.bind(message)
        message.createReadStream = () =>
          whenRead(create, () => {
            before_content()
            begun = true
          })
        done()
      })
      try {
        await transport.sendMail({
          ...letter,
          // One address object, so that nodemailer does not split the address.
          to: { name: '', address: letter.to },
          messageId: message_id,
          ...(reply_to ? { replyTo: { name: '', address: reply_to } } : {}),
          attachments: attachments.map(({ filename, type, content }) => ({
            filename,
            contentType: type,
            content: Buffer.from(content),
          })),
          // Auto-responders should not answer a program (RFC 3834).
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe
              ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
              : {}),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        throw asUpstreamError(error as SmtpError, server, begun)
      } finally {
        transport.close()
      }
    },
  }
}

/** Nodemailer reads the e-mail once the server has accepted DATA. */
function whenRead(create: () => Readable, before_content: () => void): Readable {
  return Readable.from(
    (async function* () {
      before_content()
      yield* create()
    })(),
    { objectMode: false },
  )
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

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

function asUpstreamError(error: SmtpError, server: MailServer, begun: boolean): UpstreamError {
  const words = `The mail server: ${withoutSecrets(error.message, server)}`.replace(/\s+/g, ' ').slice(0, 300)
  return isAboutAddress(error) ? new AddressRefused(words) : new UpstreamError(failureOf(error, begun), words)
}

/** The server's message without secrets that it may repeat: the sign-in of AUTH (RFC 4616) and one-time links. */
function withoutSecrets(message: string, { user, password }: MailServer): string {
  const signIn = password ? [password, inBase64(password), inBase64(`\0${user}\0${password}`)] : []
  return maskText(masking(signIn)(message))
}

const inBase64 = (text: string): string => Buffer.from(text).toString('base64')

/** An e-mail is known to be unsent only before its content was sent, or when the server refused it. */
function failureOf({ code = '', command = '', responseCode: status }: SmtpError, begun: boolean): FailureClass {
  if (code === 'EAUTH' || status === AUTHENTICATION_REQUIRED) return 'auth'
  // A refusal before the e-mail is shown concerns the server: the next e-mail would fail too.
  if (status !== undefined) return status >= 500 && ABOUT_LETTER.test(command) ? 'invalid' : 'transient'
  if (begun) return 'unknown'
  return UNSENDABLE.has(code) ? 'invalid' : 'transient'
}

const AUTHENTICATION_REQUIRED = 530
const ABOUT_LETTER = /^(MAIL FROM|RCPT TO|DATA)$/

/** Codes for an invalid address, and for an e-mail larger than the server accepts. */
const UNSENDABLE = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * Whether the server refused the address. Status codes of RFC 3463 in 5.1 and 5.2 concern addresses and mailboxes.
 * Without such a code, 550, 551 and 553 to RCPT mean the mailbox; others (554 …) are mostly a rule about the sender.
 */
function isAboutAddress({ command = '', responseCode: status = 0, response = '' }: SmtpError): boolean {
  const why = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (status < 500 || !/^(RCPT TO|DATA)$/.test(command)) return false
  return why ? ADDRESS_CLASSES.test(why) : command === 'RCPT TO' && MAILBOX.has(status)
}

// A full mailbox (5.2.2) or a large e-mail (5.2.3) does not mean that the address is wrong.
const ADDRESS_CLASSES = /^5\.(1\.(?!7$|8$)|2\.[01]$)/
const MAILBOX = new Set([550, 551, 553])
