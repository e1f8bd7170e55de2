/** Mail through SMTP (RFC 5321), by nodemailer, which is loaded for the first e-mail. */

import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { connect } from 'node:tls'
import { AddressRefused, type Courier, type MailServer } from '../domains/mail/courier.ts'
import { maskText } from '../kernel/environment/log.ts'
import { SECOND } from '../kernel/time/clock.ts'
import { caWords } from '../kernel/web-fetch/outbound-words.ts'
import { type FailureClass, UpstreamError } from '../kernel/web-fetch/upstream-error.ts'
import { masking } from './masking.ts'

const PATIENCE = { connectionTimeout: 10 * SECOND, socketTimeout: 30 * SECOND }

/** Greets mail servers with the host of `site_url`: some refuse `EHLO [127.0.0.1]`, the library's default. */
export function createSmtp({
  site_url,
  greeting_ms = 10 * SECOND,
}: {
  site_url: string
  greeting_ms?: number
}): Courier {
  const { hostname } = new URL(site_url)
  const name = hostname.includes('.') && !isIP(hostname) ? hostname : undefined
  return {
    async deliver(
      server,
      { message_id, unsubscribe, reply_to, language, attachments = [], ...letter },
      before_content,
    ) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ ...optionsOf(server), greetingTimeout: greeting_ms, name })
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
            ...(language ? { 'Content-Language': language } : {}),
            ...(unsubscribe
              ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
              : {}),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
      } catch (error) {
        throw await asUpstreamError(error as SmtpError, server, { begun, greeting_ms })
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

type Tried = { begun: boolean; greeting_ms: number }

async function asUpstreamError(
  error: SmtpError,
  server: MailServer,
  { begun, greeting_ms }: Tried,
): Promise<UpstreamError> {
  const advice = await adviceOn(error, server, greeting_ms)
  const words = `The mail server: ${advice ?? caWords(error.message) ?? withoutSecrets(error.message, server)}`
    .replace(/\s+/g, ' ')
    .slice(0, 300)
  return isAboutAddress(error) ? new AddressRefused(words) : new UpstreamError(failureOf(error, begun), words)
}

/** The setting to change, where the library only names what it missed; null: its words say it. */
async function adviceOn({ message }: SmtpError, server: MailServer, greeting_ms: number): Promise<string | null> {
  const silent = /greeting never received/i.test(message) && server.secure !== 'tls'
  if (silent && (await speaksTls(server, greeting_ms)))
    return `port ${server.port} speaks TLS from the start. Choose TLS as the encryption, or port 587 with STARTTLS.`
  if (server.secure === 'tls' && /wrong.version.number|packet.length.too.long|unexpected.message/i.test(message))
    return `port ${server.port} does not speak TLS from the start. Choose STARTTLS as the encryption, or port 465 with TLS.`
  if (server.secure === 'starttls' && /upgrading connection with STARTTLS/.test(message))
    return `port ${server.port} offers no STARTTLS, so nothing was sent. Choose port 587 with STARTTLS, or 465 with TLS.`
  return null
}

/** Whether the port answers a TLS greeting: the certificate does not matter here, because nothing is sent. */
function speaksTls({ host, port }: MailServer, greeting_ms: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port, rejectUnauthorized: false, timeout: greeting_ms })
    const end = (does: boolean) => {
      socket.destroy()
      done(does)
    }
    socket
      .once('secureConnect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
  })
}

/** The server's message without secrets that it may repeat: the sign-in of AUTH (RFC 4616) and one-time links. */
function withoutSecrets(message: string, { user, password }: MailServer): string {
  const signIn = password ? [password, inBase64(password), inBase64(`\0${user}\0${password}`)] : []
  return maskText(masking(signIn)(message))
}

const inBase64 = (text: string): string => Buffer.from(text).toString('base64')

/** An e-mail is known to be unsent only before its content was sent, or when the server refused it. */
function failureOf(error: SmtpError, begun: boolean): FailureClass {
  const { code = '', command = '', responseCode: status } = error
  if (isLimit(error)) return 'rate'
  if (code === 'EAUTH' || status === AUTHENTICATION_REQUIRED) return 'auth'
  // A refusal before the e-mail is shown concerns the server: the next e-mail would fail too.
  if (status !== undefined) return status >= 500 && ABOUT_LETTER.test(command) ? 'invalid' : 'transient'
  if (begun) return 'unknown'
  return UNSENDABLE.has(code) ? 'invalid' : 'transient'
}

/**
 * Whether the account has sent all that it may for now. Gmail (support.google.com/a/answer/3726730), Exchange Online
 * (learn.microsoft.com, "NDR error codes"), cPanel and Plesk say so with 5xx, though RFC 5321 means "never" by it.
 */
function isLimit({ command = '', responseCode: status = 0, response = '' }: SmtpError): boolean {
  if (status < 500 || !ABOUT_LETTER.test(command) || ABOUT_SIZE.test(response)) return false
  const why = codeIn(response)
  return why !== null && LIMIT_CODES.test(why)
    ? true
    : LIMIT_WORDS.test(response) && (why === null || OF_SENDER.test(why))
}

const LIMIT_CODES = /^5\.(4\.5|1\.90|2\.25[24]|7\.23[23])$/
/** Classes that may be about who sends: 5.0, 5.1.8, 5.2.0, 5.4, 5.5, 5.7. The others are about mailbox, letter or system. */
const OF_SENDER = /^5\.([0457]\.\d|1\.8$|2\.0$)/
const LIMIT_WORDS =
  /\b(quota|limits?|too (many|much)|throttl\w*|rate[- ]limit\w*|\w*QuotaExceeded\w*|exceed(ed|s|ing)?\b.*\b(hour|hourly|day|daily|minute|rate|messages?|e-?mails?|recipients?))\b/i
/** A full mailbox, or a letter that is too large. */
const ABOUT_SIZE =
  /\b(mailbox|inbox)\b.{0,20}\b(quota|full|size|limit)\b|\b(storage|disk|space|size|large|big|full|over ?quota)\b/i

const codeIn = (response: string): string | null => /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? null

const AUTHENTICATION_REQUIRED = 530
const ABOUT_LETTER = /^(MAIL FROM|RCPT TO|DATA)$/

/** Codes for an invalid address, and for an e-mail larger than the server accepts. */
const UNSENDABLE = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * Whether the server refused the address. Status codes of RFC 3463 in 5.1 and 5.2 concern addresses and mailboxes.
 * Without such a code, 550, 551 and 553 to RCPT mean the mailbox; others (554 …) are mostly a rule about the sender.
 */
function isAboutAddress(error: SmtpError): boolean {
  const { command = '', responseCode: status = 0, response = '' } = error
  if (status < 500 || !/^(RCPT TO|DATA)$/.test(command) || isLimit(error)) return false
  const why = codeIn(response)
  return why ? ADDRESS_CLASSES.test(why) : command === 'RCPT TO' && MAILBOX.has(status)
}

// A full mailbox (5.2.2) or a large e-mail (5.2.3) does not mean that the address is wrong.
const ADDRESS_CLASSES = /^5\.(1\.(?!7$|8$)|2\.[01]$)/
const MAILBOX = new Set([550, 551, 553])
