import { createServer, type Socket } from 'node:net'

/** A message as the server took it. */
export type Received = { from: string; to: string[]; data: string; login: string | null }

type Behaviour = {
  /** What it answers to the end of a message; `cut` closes the connection instead, the message taken. */
  answer?: string | 'cut'
  /** What it answers to `RCPT TO`. */
  recipient?: string
  /** Sign-in it asks for: `user:password`. */
  login?: string
}

/** An SMTP server on loopback that keeps what it is given (RFC 5321, as much of it as a client needs). */
export async function smtpServer() {
  const received: Received[] = []
  const behaviour: Behaviour = {}
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    converse(socket, behaviour, (message) => received.push(message))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as { port: number }).port,
    received,
    /** May be changed at any time. */
    behaviour,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function converse(socket: Socket, behaviour: Behaviour, take: (message: Received) => void): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let message: Received = { from: '', to: [], data: '', login: null }
  let inData = false
  let buffer = ''
  const finish = () => {
    inData = false
    const { answer = '250 kept' } = behaviour
    if (answer === 'cut' || answer.startsWith('2')) take(message)
    message = { from: '', to: [], data: '', login: message.login }
    if (answer === 'cut') socket.destroy()
    else say(answer)
  }
  const command = (line: string) => {
    const [verb] = line.toUpperCase().split(/[ :]/, 1)
    if (verb === 'EHLO') return say(behaviour.login ? '250-loopback\r\n250 AUTH PLAIN' : '250 loopback')
    if (verb === 'AUTH') {
      const login = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .slice(1)
        .replace('\0', ':')
      message.login = login
      return say(login === behaviour.login ? '235 welcome' : '535 wrong user or password')
    }
    if (verb === 'MAIL') message.from = addressIn(line)
    if (verb === 'RCPT') {
      if (behaviour.recipient) return say(behaviour.recipient)
      message.to.push(addressIn(line))
    }
    if (verb === 'DATA') {
      inData = true
      return say('354 go on')
    }
    if (verb === 'QUIT') return socket.end('221 bye\r\n')
    return say('250 ok')
  }
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1')
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      if (!inData) command(line)
      else if (line === '.') finish()
      else message.data += `${line.replace(/^\./, '')}\r\n`
    }
  })
  say('220 loopback ESMTP')
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ''
