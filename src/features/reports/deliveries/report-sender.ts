/** The sender of reports: the agency's own domain where receivers would believe it, else the install's sender. */

import { siteOf } from '../../../domains/branding/index.ts'
import { storedEmail } from '../../../domains/mail/index.ts'
import type { App } from '../../../kernel/operation/app.ts'
import type { ReportSender } from './shapes.ts'

type AlignmentApp = Pick<App, 'db' | 'lookUpTxt' | 'config' | 'catalog'>

/**
 * The own domain may be the sender when its SPF record names the servers that send for this install: it includes theirs,
 * or shares an address or an include with it. Otherwise receivers would take its letters for forged. Where the operator
 * names the DKIM selector of the mail server, the domain must also publish a key there (RFC 6376).
 */
export async function senderOfReports(
  app: AlignmentApp,
  tenant_id: string,
  signal: AbortSignal,
): Promise<ReportSender> {
  const { site, own_domains, from_address, dkim_selector } = app.db.read((tx) => ({
    ...storedEmail(tx),
    site: siteOf(tx, app, tenant_id),
  }))
  const none = { ...NONE, from: from_address }
  if (!own_domains || from_address === null || site === app.config.site_url) return none
  const [name, ours] = from_address.split('@') as [string, string]
  const own_domain = new URL(site).hostname
  const dkim_record = dkim_selector && `${dkim_selector}._domainkey.${own_domain}`
  const [own, sender, key] = await Promise.all([
    recordOf(app, own_domain, SPF, signal),
    recordOf(app, ours, SPF, signal),
    dkim_record ? recordOf(app, dkim_record, DKIM_KEY, signal) : null,
  ])
  const [allowed, sends] = [termsOf(own ?? ''), termsOf(sender ?? '')]
  const named = allowed.has(`include:${ours}`) || [...allowed].some((term) => sends.has(term))
  const found = { ...none, own_domain, spf: own, dkim_record, dkim_found: key !== null }
  const aligned = named && (dkim_record === null || key !== null)
  if (aligned) return { ...found, from: `${name}@${own_domain}`, aligned }
  return { ...found, needs: named ? null : `include:${ours}` }
}

const NONE = { own_domain: null, aligned: false, spf: null, needs: null, dkim_record: null, dkim_found: false } as const

const SPF = /^v=spf1(\s|$)/i
/** An empty key is a revoked one. */
const DKIM_KEY = /(^|;)\s*p=\s*[\w+/]/

/** The TXT record of this form, or null: also when it cannot be looked up now. */
async function recordOf({ lookUpTxt }: AlignmentApp, host: string, form: RegExp, signal: AbortSignal) {
  try {
    return (await lookUpTxt(host, signal)).find((text) => form.test(text)) ?? null
  } catch {
    return null
  }
}

/** Senders that a record allows, without `a` and `mx`, which mean another host in each record. */
const termsOf = (record: string): Set<string> =>
  new Set(
    record
      .toLowerCase()
      .split(/\s+/)
      .map((term) => term.replace(/^\+/, ''))
      .filter((term) => /^(include|ip4|ip6|a|mx|redirect)[:=]/.test(term)),
  )
