import type { App } from '../../kernel/operation/app.ts'
import { siteOf } from '../branding/index.ts'
import { storedEmail } from '../mail/index.ts'

/**
 * Whether the workspace's own domain names the servers that send for this install: its SPF record includes theirs, or
 * shares an address or an include with it. Otherwise receivers would take its letters for forged.
 */
export async function isAligned(
  app: Pick<App, 'db' | 'lookUpTxt' | 'config' | 'catalog'>,
  tenant_id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { site, own_domains, from_address } = app.db.read((tx) => ({
    ...storedEmail(tx),
    site: siteOf(tx, app, tenant_id),
  }))
  if (!own_domains || from_address === null || site === app.config.site_url) return false
  const [own, ours] = [new URL(site).hostname, from_address.split('@')[1]!]
  try {
    const [theirs, sender] = await Promise.all([own, ours].map((host) => sendersOf(app, host, signal)))
    return theirs!.has(`include:${ours}`) || [...theirs!].some((one) => sender!.has(one))
  } catch {
    return false
  }
}

/** What an SPF record allows to send (RFC 7208), but `a` and `mx`, which mean another host in each record. */
async function sendersOf(
  { lookUpTxt }: Pick<App, 'lookUpTxt'>,
  host: string,
  signal: AbortSignal,
): Promise<Set<string>> {
  const record = (await lookUpTxt(host, signal)).find((text) => /^v=spf1(\s|$)/i.test(text)) ?? ''
  return new Set(
    record
      .toLowerCase()
      .split(/\s+/)
      .map((term) => term.replace(/^\+/, ''))
      .filter((term) => /^(include|ip4|ip6|a|mx|redirect)[:=]/.test(term)),
  )
}
