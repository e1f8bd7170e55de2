/** CAs of the operator that outgoing calls trust besides those of the system. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** In Bun, `ca` replaces the CAs of the system, so this has them too. */
let all: string | null = null

/** Trusts these certificates (PEM) from now on, in the whole process. */
export function trustCas(certificates: readonly string[]): void {
  if (certificates.length === 0) return
  const trusted = [...new Set([...getCACertificates('default'), ...certificates])]
  // For node:tls, which mail and syslog use. Sockets and fetch of Bun do not read that list.
  setDefaultCACertificates(trusted)
  all = trusted.join('\n')
}

/** TLS options of a socket of Bun. */
export const trustedCas = (): { ca?: string } => (all === null ? {} : { ca: all })

/** Options of Bun's `fetch`. */
export const trustedTls = (): { tls?: { ca: string } } => (all === null ? {} : { tls: { ca: all } })
