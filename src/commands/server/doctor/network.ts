/** The surroundings of the install: its process, address, host names and clock. */

import { X509Certificate } from 'node:crypto'
import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'
import { lookDays } from '../../../domains/plans/index.ts'
import type { Config } from '../../../kernel/environment/config.ts'
import { codeOf } from '../../../kernel/operation/fault.ts'
import { millis, SECOND, systemClock } from '../../../kernel/time/clock.ts'
import { proxyNamed } from '../../../kernel/web-fetch/outbound-words.ts'
import { probeAddress, probeInstall } from '../../../upstream/install.ts'
import { type Finding, fail, warn, well } from '../finding.ts'

export async function checkProcess({ listen }: Config): Promise<Finding> {
  const { status, text } = await probeInstall(listen, '/readyz')
  if (status === null) return warn('nothing listens there', 'start it: signalpost serve')
  return status === 200 ? well('running and ready') : fail(`answers ${status}: ${text.slice(0, 200)}`)
}

export async function checkSite({ site_url }: Config): Promise<Finding> {
  const { protocol, hostname } = new URL(site_url)
  const seen = await probeAddress(`${site_url}/healthz`)
  if ('reason' in seen)
    return {
      verdict: isLocal(hostname) ? 'warn' : 'fail',
      found: `${site_url} cannot be reached from here (${seen.reason})`,
      advice: 'check DNS, the certificate and the proxy in front',
    }
  if (seen.status !== 200) return fail(`${site_url}/healthz answers ${seen.status}`, 'something else answers there')
  if (protocol === 'http:' && !isLocal(hostname))
    return warn(
      `${site_url} is not encrypted, so apps cannot be connected (OAuth is off)`,
      'put a proxy with TLS in front and set SIGNALPOST_SITE_URL to its https address',
    )
  return well(`${site_url} answers`)
}

export function checkProxies({ site_url, listen, trusted_proxies }: Config): Finding {
  if (trusted_proxies.length) return well(`trusted: ${trusted_proxies.join(', ')}`)
  const behind = site_url.startsWith('https:') && ('unix' in listen || isLocal(listen.hostname))
  return behind
    ? warn(
        'every visitor seems to come from the proxy',
        'set SIGNALPOST_TRUSTED_PROXIES to its address, such as 127.0.0.1',
      )
    : well('none')
}

export function checkOutgoingProxy(env: Record<string, string | undefined> = process.env): Finding {
  const name = proxyNamed(env)
  return well(name ? `${name}, but never for addresses that people enter` : 'none')
}

export function checkPrivateCas({ ca_file }: Pick<Config, 'ca_file'>, now = systemClock.now()): Finding {
  if (ca_file.length === 0) return well('none')
  const ended = ca_file.map((pem) => new X509Certificate(pem)).find(({ validTo }) => Date.parse(validTo) < millis(now))
  return ended
    ? warn(
        `${ended.subject.replaceAll('\n', ', ')} ended on ${ended.validTo}`,
        'replace it in the file of SIGNALPOST_CA_FILE, and restart',
      )
    : well(`trusted: ${ca_file.length}`)
}

export async function checkNames({ site_url, indexnow_endpoint }: Config): Promise<Finding> {
  const [own, ...others] = [site_url, indexnow_endpoint].map((url) => new URL(url).hostname)
  for (const host of [own!, ...others]) {
    if (isLocal(host) || isIP(host)) continue
    const resolver = new dns.Resolver({ timeout: 3 * SECOND, tries: 1 })
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    if (v4.status === 'rejected' && v6.status === 'rejected')
      return {
        // An install without IndexNow does its work without that name.
        verdict: host === own ? 'fail' : 'warn',
        found: `${host} does not resolve (${codeOf(v4.reason) || 'no answer'})`,
        advice: 'check /etc/resolv.conf and the name',
      }
  }
  return well([own, ...others].join(', '))
}

/** Against the clock of the IndexNow endpoint, which every install talks to anyway. */
export async function checkClock({ indexnow_endpoint }: Config): Promise<Finding> {
  const seen = await probeAddress(new URL('/', indexnow_endpoint).href)
  if ('reason' in seen || !seen.date) return warn('there was no other clock to compare with')
  const off = Math.round(Math.abs(millis(systemClock.now()) - millis(seen.date)) / SECOND)
  if (off <= 30) return well('right')
  return {
    verdict: off > 300 ? 'fail' : 'warn',
    found: `${off} seconds off`,
    advice: `turn on time synchronisation: checks on day ${lookDays()}, sessions and limits go by this clock`,
  }
}

const isLocal = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127\./.test(host)
