/** A mail server on loopback, by the npm package that mail programs are tested with. */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { LOOPBACK_CERTIFICATE } from '../kernel/web-fetch/certificate.ts'

/** A message as the server took it. */
export type Received = {
  from: string
  to: string[]
  data: string
  login: string | null
  encrypted: boolean
  greeting: string
}

type Behaviour = {
  /** What it answers to the end of a message; `cut` closes the connection instead, the message taken. */
  answer?: string | 'cut'
  /** What it answers to `RCPT TO`. */
  recipient?: string
  /** What it answers to `MAIL FROM`. */
  sender?: string
  /** Sign-in it asks for: `user:password`. */
  login?: string
}

type Encryption = 'tls' | 'starttls' | 'none'

/** Keeps what it is given. `certificate` is one for 127.0.0.1 that signs itself, unless given. */
export async function smtpServer(encryption: Encryption = 'none', certificate = LOOPBACK_CERTIFICATE) {
  const received: Received[] = []
  const behaviour: Behaviour = {}
  const server = new SMTPServer({
    ...certificate,
    secure: encryption === 'tls',
    disabledCommands: encryption === 'starttls' ? [] : ['STARTTLS'],
    authMethods: ['PLAIN'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      const login = `${username}:${password}`
      if (login !== behaviour.login) return done(refusal('535 wrong user or password'))
      done(null, { user: login })
    },
    onMailFrom(_address, { user }, done) {
      if (behaviour.login && !user) return done(refusal('530 sign in first'))
      done(refusal(behaviour.sender))
    },
    onRcptTo: (_address, _session, done) => done(refusal(behaviour.recipient)),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { answer = '250 kept' } = behaviour
        const { mailFrom, rcptTo } = session.envelope
        if (answer === 'cut' || answer.startsWith('2'))
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            data: Buffer.concat(chunks).toString('latin1'),
            login: session.user ? String(session.user) : null,
            encrypted: session.secure,
            greeting: session.hostNameAppearsAs,
          })
        if (answer === 'cut') cutAll(server)
        else done(refusal(answer))
      })
    },
  } satisfies SMTPServerOptions)
  // Whoever does not trust the certificate, or is cut off, leaves in the middle.
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    /** May be changed at any time. */
    behaviour,
    stop() {
      cutAll(server)
      server.close()
    },
  }
}

/** `550 no such mailbox`, as the package wants it; null for an answer that refuses nothing. */
function refusal(answer: string | undefined): Error | null {
  if (!answer || answer.startsWith('2')) return null
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
}

function cutAll(server: SMTPServer): void {
  const connections = (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> }).connections
  for (const { _socket } of connections) _socket.destroy()
}
