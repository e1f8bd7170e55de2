/**
 * The hosts of this install: its own, own domains in force, and this machine. Pages and sessions are answered there
 * alone, because the owner of another host's name could read the cookies that browsers send to it.
 */
import { endSessionsOutOfForce, sessionCookieName } from '../domains/accounts/index.ts'
import { isKnownDomain, tenantOfDomain } from '../domains/branding/index.ts'
import type { App } from '../kernel/operation/app.ts'
import { cookieIn, keyIn } from './request-headers.ts'

export type HostApp = Pick<App, 'db' | 'catalog' | 'config'>

/** The workspace of an own domain. */
type Owner = NonNullable<ReturnType<typeof tenantOfDomain>>

/** `ended`: an own domain that is not, or no longer, in force. */
export type AskedHost =
  | { kind: 'install' }
  | { kind: 'domain'; workspace: Owner }
  | { kind: 'ended' }
  | { kind: 'unknown'; name: string }

const INSTALL: AskedHost = { kind: 'install' }
const IP_ADDRESS = /^(?:[\d.]+|\[.*)$/
const THIS_MACHINE = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The host that a `Host` header names. Without a header there is no browser, so it is the install. */
export function hostAsked(app: HostApp, host: string | null): AskedHost {
  if (host === null) return INSTALL
  const name = nameIn(host)
  const own = new URL(app.config.site_url).hostname
  // The install may have moved to an address that somebody had before.
  if (name === own || THIS_MACHINE.test(name)) return INSTALL
  // Before its address is set, an install is opened by the IP address of its server, which no stranger's name leads to.
  if (IP_ADDRESS.test(name)) return THIS_MACHINE.test(own) ? INSTALL : { kind: 'unknown', name }
  if (!name.includes('.')) return { kind: 'unknown', name }
  return app.db.read((tx): AskedHost => {
    const workspace = tenantOfDomain(tx, app, name)
    if (workspace) return { kind: 'domain', workspace }
    return isKnownDomain(tx, name) ? { kind: 'ended' } : { kind: 'unknown', name }
  })
}

/** Letters of the longest name of DNS, and of one with a dot at its end and a port. */
const LONGEST_NAME = 253
const LONGEST_HOST = LONGEST_NAME + '.:65535'.length

/** The name in a `Host` header, without port and final dots; empty for one that is too long to be a name. */
export function nameIn(host: string | null): string {
  if (host === null || host.length > LONGEST_HOST) return ''
  const name = host.toLowerCase().replace(/:\d*$/, '')
  let end = name.length
  while (name[end - 1] === '.') end--
  return end > LONGEST_NAME ? '' : name.slice(0, end)
}

/** For programs, which send no cookie of ours: probes, metrics, callbacks with a secret, files, and what keys open. */
const ANYWHERE =
  /^\/(?:healthz|readyz|up|metrics|hooks\/.*|domains\/ask|\.well-known\/.*|app\/a\/.*|mcp|signalpost\.mcpb|oauth\/(?:token|register|revoke)|openapi\.json|docs\/postman\.json|api\/v1(?:\/.*)?)$/

/** 421 (RFC 9110, section 15.5.20) for pages and sessions at a host that is not of this install; else null. */
export function misdirected(app: HostApp, request: Request): Response | null {
  const { headers, url } = request
  const path = new URL(url).pathname
  const token = cookieIn(headers, sessionCookieName(app.config))
  if (ANYWHERE.test(path) && (token === null || keyIn(headers) !== null)) return null
  const asked = hostAsked(app, headers.get('host'))
  if (asked.kind === 'install' || asked.kind === 'domain') return null
  if (asked.kind === 'ended' && token !== null) app.db.write((tx) => endSessionsOutOfForce(tx, app) as never)
  const said = asked.kind === 'ended' ? ENDED : wordsFor(app, asked.name, headers.get('host') ?? '')
  return new Response(page(said), {
    status: 421,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

type Words = { title: string; text: string }

const ENDED: Words = {
  title: 'This address is no longer in use',
  text: 'Ask the people who gave you this address for the new one. If the address is yours, open Settings, Brand at the address of the install: it says what is missing.',
}

function wordsFor({ config }: HostApp, name: string, host: string): Words {
  const title = 'This is not the address of this install'
  if (!THIS_MACHINE.test(new URL(config.site_url).hostname))
    return {
      title,
      text: `Open ${config.site_url} instead. If “${name}” is to be its address, set SIGNALPOST_SITE_URL to it and restart.`,
    }
  return {
    title,
    text: `The install has no public address yet. Set SIGNALPOST_SITE_URL=https://${host} (or http://${host} without TLS) and restart. Until then open it by the IP address of its server.`,
  }
}

const page = ({ title, text }: Words): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${Bun.escapeHTML(title)}</title><h1>${Bun.escapeHTML(title)}</h1><p>${Bun.escapeHTML(text)}</p></html>\n`
