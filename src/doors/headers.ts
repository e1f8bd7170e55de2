import type { Config } from '../kernel/environment/config.ts'

/** No inline script or style, nothing from elsewhere, no frame around us. htmx is the one Trusted Types policy. */
export const contentSecurityPolicy = (form_action = "'self'", frame_ancestors = "'none'"): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `form-action ${form_action}`,
    "base-uri 'none'",
    `frame-ancestors ${frame_ancestors}`,
    "require-trusted-types-for 'script'",
    'trusted-types htmx',
  ].join('; ')

const YEAR = 31_536_000

/** Headers of every response unless its door sets others: pages, answers, errors and redirects alike. */
export function defaultHeaders(config: Config): [string, string][] {
  return [
    ['content-security-policy', contentSecurityPolicy()],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'same-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cache-control', 'no-store'],
    ['vary', 'Origin, Sec-Fetch-Site'],
    // Without includeSubDomains: an agency may have other sites below the host.
    ...(config.site_url.startsWith('https:')
      ? [['strict-transport-security', `max-age=${YEAR}`] as [string, string]]
      : []),
  ]
}
