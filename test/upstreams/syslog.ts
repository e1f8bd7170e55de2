/** A syslog server over TLS (RFC 5425) that keeps what it reads, with a certificate that is good for a hundred years. */
import tls from 'node:tls'

export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBszCCAVigAwIBAgIUJ1kK5InqT2qyeCWqjcYkjs2T5KcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDEzNDI1NFoYDzIxMjYxMDMx
MTM0MjU0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQbCY7frAmUeAXWgAIOex0c3R3V8nis5nPesSlSXbLrWZljYarwvFN6
g4xK/HxVARQXpV/EYYUz115/bardcCW8o4GFMIGCMB0GA1UdDgQWBBS3lbrMMDtv
bU7Z8wMKpYyiOS4h4jAfBgNVHSMEGDAWgBS3lbrMMDtvbU7Z8wMKpYyiOS4h4jAP
BgNVHRMBAf8EBTADAQH/MC8GA1UdEQQoMCaCCWxvY2FsaG9zdIITbG9ncy5hZ2Vu
Y3kuZXhhbXBsZYcEfwAAATAKBggqhkjOPQQDAgNJADBGAiEA4Ki4u8TVQ9fgI9uh
+JxJr81+MnTdZ8Uspbk2vYDzu5QCIQDwL7xLYF34bJJW/3vHBVQBpOgva0oI+wXV
lboxEVeJjQ==
-----END CERTIFICATE-----`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgx8d66O+0bhj7+lck
icERQf4+J8lHQs1de+UN5Ah1Yn+hRANCAAQbCY7frAmUeAXWgAIOex0c3R3V8nis
5nPesSlSXbLrWZljYarwvFN6g4xK/HxVARQXpV/EYYUz115/bardcCW8
-----END PRIVATE KEY-----`

export type Heard = { priority: number; id: string; data: string; text: string }

/** `ways`: it reads and closes, never answers a close, or breaks the connection at the first segment. */
export async function syslogServer() {
  const heard: Heard[] = []
  const state = { way: 'good' as 'good' | 'hang' | 'break', connections: 0, malformed: 0 }
  const server = tls.createServer({ cert: CERTIFICATE, key: KEY, allowHalfOpen: true }, (socket) => {
    const segments: Buffer[] = []
    state.connections++
    socket.on('data', (segment: Buffer) => {
      segments.push(segment)
      if (state.way === 'break') socket.destroy()
    })
    socket.on('end', () => {
      if (state.way !== 'good') return
      for (const text of framesIn(Buffer.concat(segments))) {
        const found = /^<(\d+)>1 \S+ \S+ signalpost - (\S+) (\[(?:[^\]\\]|\\.)*\]) ([\s\S]*)$/.exec(text)
        if (found) heard.push({ priority: Number(found[1]), id: found[2]!, data: found[3]!, text: found[4]! })
        else state.malformed++
      }
      socket.end()
    })
    socket.on('error', () => {})
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { heard, state, port, stop: () => server.close() }
}

/** `LEN SP MSG`, again and again. */
function framesIn(bytes: Buffer): string[] {
  const frames: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at)
    const length = Number(bytes.toString('latin1', at, space))
    if (!Number.isInteger(length)) throw new Error('a frame without its length')
    frames.push(bytes.toString('utf8', space + 1, space + 1 + length))
    at = space + 1 + length
  }
  return frames
}
