import type { Config } from '../../kernel/environment/config.ts'

/** The install as an authorization server, and the resource that its tokens are for. */
export type Site = { issuer: string; resource: string }

/** Name of the site in tokens and metadata: byte for byte, because clients compare it. Null while OAuth is off. */
export const siteOf = (config: Pick<Config, 'site_url'>): Site | null =>
  whyOff(config) === null ? { issuer: config.site_url, resource: `${config.site_url}/mcp` } : null

/** Why OAuth is off, for people; null while it is on. Codes and tokens must not travel unencrypted. */
export function whyOff({ site_url }: Pick<Config, 'site_url'>): string | null {
  const { protocol, hostname } = new URL(site_url)
  if (protocol === 'https:' || isLoopback(hostname)) return null
  return `Apps cannot be connected: OAuth is off, because ${site_url} is not encrypted. Set SIGNALPOST_SITE_URL to an https address. API keys still work.`
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/** Whether a `resource` parameter (RFC 8707) means our MCP endpoint, in any spelling of host and final slash. */
export function isOurs({ resource }: Site, given: string): boolean {
  const url = URL.parse(given)
  return !!url && !url.hash && !url.search && url.href.replace(/\/$/, '') === new URL(resource).href
}
