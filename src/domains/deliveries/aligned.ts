/** The sender of reports: the agency's own domain where receivers would believe it, else the install's sender. */
import type { App } from '../../kernel/operation/app.ts'
import { siteOf } from '../branding/index.ts'
import { storedEmail } from '../mail/index.ts'
import type { ReportSender } from './shapes.ts'

type Surroundings = Pick<App, 'db' | 'lookUpTxt' | 'config' | 'catalog'>

/**
 * The own domain may be the sender when its SPF record names the servers that send for this install: it includes theirs,
 * or shares an address or an include with it. Otherwise receivers would take its letters for forged. The selector of a
 * DKIM key is known to the mail server alone, so its record is not looked up.
 */
export async function senderOfReports(
  app: Surroundings,
  tenant_id: string,
  signal: AbortSignal,
): Promise<ReportSender> {
  const { site, own_domains, from_address } = app.db.read((tx) => ({
    ...storedEmail(tx),
    site: siteOf(tx, app, tenant_id),
  }))
  const none = { from: from_address, own_domain: null, aligned: false, spf: null, needs: null }
  if (!own_domains || from_address === null || site === app.config.site_url) return none
  const [name, ours] = from_address.split('@') as [string, string]
  const own_domain = new URL(site).hostname
  const [own, sender] = await Promise.all([own_domain, ours].map((host) => spfOf(app, host, signal)))
  const [allowed, sends] = [termsOf(own ?? ''), termsOf(sender ?? '')]
  const aligned = allowed.has(`include:${ours}`) || [...allowed].some((term) => sends.has(term))
  if (aligned) return { ...none, from: `${name}@${own_domain}`, own_domain, aligned, spf: own ?? null }
  return { ...none, own_domain, spf: own ?? null, needs: `include:${ours}` }
}

/** The SPF record of a host (RFC 7208), or null: also when it cannot be looked up now. */
async function spfOf({ lookUpTxt }: Surroundings, host: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await lookUpTxt(host, signal)).find((text) => /^v=spf1(\s|$)/i.test(text)) ?? null
  } catch {
    return null
  }
}

/** What a record allows to send, but `a` and `mx`, which mean another host in each record. */
const termsOf = (record: string): Set<string> =>
  new Set(
    record
      .toLowerCase()
      .split(/\s+/)
      .map((term) => term.replace(/^\+/, ''))
      .filter((term) => /^(include|ip4|ip6|a|mx|redirect)[:=]/.test(term)),
  )
