import Type from 'typebox'
import {
  EMAIL_SETTING,
  EmailSettings,
  emailSettings,
  Mail,
  PASSWORD_SECRET,
  passwordIn,
  SEND_MAILS,
  SecureMode,
  sendNow,
  serverIn,
  storedEmail,
  userIn,
} from '../../domains/mail/index.ts'
import { patched, secretHint, writeSecret, writeSetting } from '../../kernel/database/settings.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { LINE } from '../../kernel/operation/input/validation-errors.ts'
import { outbound, read, write } from '../../kernel/operation/operation.ts'
import { Email, Nullable, Secret } from '../../kernel/operation/shape.ts'
import { assertEntered } from '../../kernel/secrets/destination.ts'
import { newId } from '../../kernel/secrets/ids.ts'

export const getEmailSettings = read({
  name: 'get_email_settings',
  route: 'GET /settings/email',
  role: 'platform',
  sensitive: true,
  summary: 'The mail server and the sender of e-mails.',
  input: Type.Object({}),
  output: EmailSettings,
  example: {},

  handle: ({ tx }) => emailSettings(tx),
})

export const updateEmailSettings = write({
  name: 'update_email_settings',
  route: 'PUT /settings/email',
  role: 'platform',
  proof: true,
  summary: 'Set the mail server and the sender. Omitted fields stay; null clears one.',
  description:
    'Mail is sent once `host` and `from_address` are set; until then e-mails are kept as `suppressed`. A password is never sent unencrypted, except to this machine.',
  input: Type.Object({
    host: Type.Optional(
      Nullable(
        Type.String({
          title: 'Mail server',
          description: 'A host name or address; a port behind it goes to `port`',
          pattern: LINE,
          minLength: 1,
          maxLength: 300,
        }),
      ),
    ),
    port: Type.Optional(
      Nullable(
        Type.Integer({ title: 'Port', description: 'Of the mail server', minimum: 1, maximum: 65_535, default: 587 }),
      ),
    ),
    secure: Type.Optional(SecureMode),
    user: Type.Optional(Nullable(Type.String({ title: 'User', minLength: 1, maxLength: 320, pattern: LINE }))),
    password: Type.Optional(Nullable(Secret({ title: 'Password', minLength: 1, maxLength: 1000 }))),
    from_address: Type.Optional(Nullable(Email('Sender address'))),
    from_name: Type.Optional(Nullable(Type.String({ title: 'Sender name', maxLength: 100, pattern: LINE }))),
    own_domains: Type.Optional(
      Type.Boolean({
        title: 'Send from own domains',
        description:
          'E-mails of a workspace with a domain of its own come from there: your mail server must be allowed to',
      }),
    ),
    dkim_selector: Type.Optional(
      Nullable(
        Type.String({
          title: 'DKIM selector',
          description:
            'Selector of the key with which your mail server signs e-mails of own domains. A domain without this key sends no reports',
          pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$',
          maxLength: 63,
        }),
      ),
    ),
  }),
  output: EmailSettings,
  example: {
    host: 'smtp.northwind.example',
    port: 587,
    secure: 'starttls',
    user: 'signalpost',
    from_address: 'hello@northwind.example',
    from_name: 'Northwind',
  },

  handle({ tx, app, changed }, { password, ...given }) {
    const before = storedEmail(tx)
    const after = patched(before, asEntered(given))
    if (after.port === IMPLICIT_TLS && after.secure === 'starttls')
      throw invalid({
        path: 'secure',
        message: 'must be tls: port 465 speaks TLS from the start. STARTTLS is for port 587',
      })
    const stored = secretHint(tx, PASSWORD_SECRET) !== null
    assertEntered(serverOf(before), serverOf(after), [{ path: 'password', stored, given: password !== undefined }])
    if (password !== undefined)
      writeSecret(tx, app.sealer, PASSWORD_SECRET, password === null ? null : passwordIn(password))
    if (after.secure === 'none' && after.host && !isHere(after.host) && secretHint(tx, PASSWORD_SECRET))
      throw invalid({
        path: 'secure',
        message: 'must be tls or starttls: without encryption anyone on the network could read the password',
      })
    writeSetting(tx, EMAIL_SETTING, after)
    changed({
      target: 'email',
      before,
      after: { ...after, renewed: password === undefined ? undefined : ['password'] },
    })
    tx.afterCommit(() => app.wake(SEND_MAILS))
    return emailSettings(tx)
  },
})

/** Where the password is sent; null while no server is set. */
const serverOf = ({ host, port }: { host: string | null; port: number }): string | null =>
  host === null ? null : `smtp://${host.toLowerCase()}:${port}`

type Given = { host?: string | null; port?: number | null; secure?: string; user?: string | null }

/** Pasted values in their fields: the port of the host too, and the encryption that port 465 has. */
function asEntered<T extends Given>(given: T): Omit<T, 'port'> & { port?: number } {
  const { host, user } = given
  const server = host ? serverIn(host) : null
  const port = given.port === null ? 587 : given.port
  if (server?.port && port !== undefined && port !== server.port)
    throw invalid({
      path: 'port',
      message: `is ${port}, but the mail server names port ${server.port}: enter one of them`,
    })
  const chosen = server?.port ?? port
  return {
    ...given,
    ...(server && { host: server.host }),
    ...(user && { user: userIn(user) }),
    ...(chosen !== undefined && { port: chosen }),
    ...(chosen === IMPLICIT_TLS && given.secure === undefined && { secure: 'tls' }),
  }
}

/** RFC 8314: submission that is encrypted from the first byte. */
const IMPLICIT_TLS = 465

const isHere = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

export const testEmail = outbound({
  name: 'test_email',
  route: 'POST /settings/email/test',
  role: 'platform',
  summary: 'Send a test e-mail and report the answer of the mail server.',
  description:
    '`status` is `sent` when the server accepted it; otherwise `error` says why not. Without `to` it goes to yourself.',
  input: Type.Object({ to: Type.Optional(Email('To')) }),
  output: Mail,
  example: { to: 'pat@platform.example' },

  handle: (call, { to }) =>
    sendNow(call, to, (address) => ({
      ref: `test ${newId()}`,
      tenant_id: null,
      template: 'test',
      to: address,
      facts: { by: call.caller.label },
      link: call.app.config.site_url,
    })),
})
