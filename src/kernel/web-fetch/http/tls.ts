/** TLS options of a connection, and the check that the server proved its name. */
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Socket } from 'bun'
import { codeOf } from '../../operation/fault.ts'
import { ipFamily } from '../addresses.ts'
import { trustedCas } from '../private-cas.ts'
import type { Destination } from './exchange.ts'
import { TlsError } from './http-error.ts'

/** As the protocol wants it: each name behind its length. */
const ALPN = '\x08http/1.1'
const UNTRUSTED = new TlsError('the certificate is not trusted')

export function tlsFor({ name }: Destination) {
  return {
    serverName: ipFamily(name) === 0 ? name : '',
    rejectUnauthorized: true,
    ALPNProtocols: ALPN,
    ...trustedCas(),
  }
}

/** Why the server at the other end is not the one with this name, if it is not. */
export function handshakeError(
  socket: Socket<unknown>,
  succeeded: boolean,
  error: Error | null,
  name: string,
): TlsError | null {
  const proven = succeeded && socket.authorized
  const wrong =
    error ?? (proven ? checkServerIdentity(name, socket.getPeerCertificate() as PeerCertificate) : UNTRUSTED)
  return wrong ? new TlsError(codeOf(wrong) || wrong.message) : null
}
