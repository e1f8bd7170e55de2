/** A syslog server over TLS. Its address is checked before each connection. */
import tls from 'node:tls'
import { said } from '../kernel/language/say.ts'
import { codeOf } from '../kernel/operation/fault.ts'
import { SECOND } from '../kernel/time/clock.ts'
import { ipFamily, type Network } from '../kernel/web-fetch/addresses.ts'
import { createVet, type Resolve } from '../kernel/web-fetch/destination.ts'
import { SafeFetchError } from '../kernel/web-fetch/safe-fetch-error.ts'
import { type SendSyslog, SyslogError } from '../kernel/web-fetch/syslog.ts'

const TIMEOUT = 15 * SECOND

export function createSyslog(allow_networks: Network[], resolve?: Resolve): SendSyslog {
  const vet = createVet(allow_networks, resolve)
  return async ({ host, port, ca }, frames, signal) => {
    // The port was checked when the sink was created; the IP address may change.
    const place = { host: host.includes(':') ? `[${host}]` : host, hostname: host, port: '' }
    let addresses: string[]
    try {
      addresses = await vet(place)
    } catch (error) {
      if (error instanceof SafeFetchError) throw new SyslogError(said('Not reached: {why}.', { why: error.said }))
      throw error
    }
    await send({ address: addresses[0]!, host, port, ca }, frames, signal)
  }
}

type SyslogServer = { address: string; host: string; port: number; ca: string | null }

function send({ address, host, port, ca }: SyslogServer, frames: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let written = false
  const socket = tls.connect({
    host: address,
    port,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(ipFamily(host) === 0 ? { servername: host } : { checkServerIdentity: (_, cert) => judgeAddress(host, cert) }),
    ...(ca === null ? {} : { ca }),
  })
  const timer = setTimeout(
    () => reject(new SyslogError(written ? UNREAD : said('No connection within 15 seconds.'))),
    TIMEOUT,
  )
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  socket.on('secureConnect', () => socket.end(frames))
  socket.on('finish', () => {
    written = true
  })
  socket.on('end', () => (written ? resolve() : reject(new SyslogError(EARLY))))
  socket.on('error', (error) =>
    reject(new SyslogError(said('The connection failed ({why}).', { why: codeOf(error) || error.message }))),
  )
  socket.on('close', () => reject(new SyslogError(EARLY)))
  // The server's answers have no meaning in syslog.
  socket.resume()
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    socket.destroy()
  })
}

const UNREAD = said('The server did not close the connection within 15 seconds, so it may not have read the rows.')
const EARLY = said('The server closed the connection early.')

const judgeAddress = (host: string, cert: tls.PeerCertificate) => tls.checkServerIdentity(host, cert)
