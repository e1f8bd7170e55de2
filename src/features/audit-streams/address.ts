/** Which addresses a sink may have: https, or a syslog server over TLS. Where a name leads is judged at each delivery. */

import { assertAddress } from '../../domains/branding/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { invalid } from '../../kernel/operation/fault.ts'

const SYSLOG = /^syslog\+tls:\/\/([^/?#]+?)(?::(\d{1,5}))?\/?$/
/** The port of syslog over TLS (RFC 5425). */
const USUAL_PORT = 6514
const HTTPS_PORT = 443
const LAST_PORT = 65_535

export type SyslogAddress = { host: string; port: number }

/** The parts of a syslog address; null for https. */
export function syslogAddress(url: string): SyslogAddress | null {
  const [, host, port = String(USUAL_PORT)] = SYSLOG.exec(url) ?? []
  return host ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : null
}

/** The canonical address, or 422. Workspaces reach the usual ports only, so that nobody searches others by them. */
export function assertSinkAddress(tx: ReadTx, app: Pick<App, 'config'>, text: string, of_install: boolean): string {
  const given = text.trim()
  if (!given.toLowerCase().startsWith('syslog')) return assertAddress(tx, app, given)
  const [, host, port = String(USUAL_PORT)] = SYSLOG.exec(given) ?? []
  if (!host) throw refused(`must look like syslog+tls://logs.example:${USUAL_PORT}`)
  const { host: canonical } = new URL(assertAddress(tx, app, `https://${host}/`))
  const number = Number(port)
  const anywhere = of_install || app.config.allow_networks.length > 0
  if (number < 1 || number > LAST_PORT || !(anywhere || number === USUAL_PORT || number === HTTPS_PORT))
    throw refused(`must use port ${USUAL_PORT} or ${HTTPS_PORT}`)
  return `syslog+tls://${canonical}:${number}`
}

const refused = (message: string) => invalid({ path: 'url', message })
