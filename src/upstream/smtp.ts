/** Mail through SMTP (RFC 5321), by nodemailer, which is loaded when the first letter goes out. */
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { AddressRefused, type Courier, type MailServer } from '../domains/mail/courier.ts'
import { maskText } from '../kernel/environment/log.ts'
import { SECOND } from '../kernel/time/clock.ts'
import { type FailureClass, UpstreamError } from '../kernel/web-fetch/upstream-error.ts'
import { masking } from './masking.ts'

const PATIENCE = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 30 * SECOND }

/** Greets mail servers with the name of `site_url`: some refuse `EHLO [127.0.0.1]`, the library's default. */
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
          // As one address, which is not taken apart.
          to: { name: '', address: letter.to },
          messageId: message_id,
          ...(reply_to ? { replyTo: { name: '', address: reply_to } } : {}),
          attachments: attachments.map(({ filename, type, content }) => ({
            filename,
            contentType: type,
            content: Buffer.from(content),
          })),
          // No answering machine should answer a program (RFC 3834).
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

/** Nodemailer reads the letter when the server has answered DATA. */
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

/** The server's message without echoed secrets: the sign-in as AUTH writes it (RFC 4616), and one-time links of the e-mail. */
function withoutSecrets(message: string, { user, password }: MailServer): string {
  const signIn = password ? [password, inBase64(password), inBase64(`\0${user}\0${password}`)] : []
  return maskText(masking(signIn)(message))
}

const inBase64 = (text: string): string => Buffer.from(text).toString('base64')

/** Only what came before the letter's content, or what the server refused itself, is known not to be sent. */
function failureOf({ code = '', command = '', responseCode: status }: SmtpError, begun: boolean): FailureClass {
  if (code === 'EAUTH' || status === AUTHENTICATION_REQUIRED) return 'auth'
  // Whatever it says before it was shown a letter is about itself: the next letter would fare no better.
  if (status !== undefined) return status >= 500 && ABOUT_LETTER.test(command) ? 'invalid' : 'transient'
  if (begun) return 'unknown'
  return UNSENDABLE.has(code) ? 'invalid' : 'transient'
}

const AUTHENTICATION_REQUIRED = 530
const ABOUT_LETTER = /^(MAIL FROM|RCPT TO|DATA)$/

/** No address to send to, or larger than the server accepts. */
const UNSENDABLE = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * Whether the address is what was refused. Servers that say why (RFC 3463) class addresses and mailboxes as 5.1 and 5.2;
 * of the rest, 550, 551 and 553 to RCPT mean the mailbox, and others (554 …) mostly a rule about who sends.
 */
function isAboutAddress({ command = '', responseCode: status = 0, response = '' }: SmtpError): boolean {
  const why = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  if (status < 500 || !/^(RCPT TO|DATA)$/.test(command)) return false
  return why ? ADDRESS_CLASSES.test(why) : command === 'RCPT TO' && MAILBOX.has(status)
}

// A full mailbox (5.2.2) and a letter that is too large (5.2.3) say nothing against the address.
const ADDRESS_CLASSES = /^5\.(1\.(?!7$|8$)|2\.[01]$)/
const MAILBOX = new Set([550, 551, 553])
