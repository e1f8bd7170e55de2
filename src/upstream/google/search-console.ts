/** Sites and sitemaps of an account in Search Console (developers.google.com/webmaster-tools/v1/api_reference_index). */
import Type from 'typebox'
import type { Google } from '../../domains/checks/google/google.ts'
import { compiled } from '../../kernel/environment/compiled.ts'
import type { Http } from '../http.ts'

type SearchConsole = Pick<Google, 'sites' | 'submitSitemap' | 'sitemap'>

export const searchConsoleOf = (withToken: (token: string) => Http): SearchConsole => ({
  async sites(token, signal) {
    const { value } = await withToken(token).ask(Sites, { path: '/webmasters/v3/sites' }, signal)
    return (value.siteEntry ?? []).map(({ siteUrl, permissionLevel = 'siteUnverifiedUser' }) => ({
      site_url: siteUrl,
      permission: permissionLevel,
    }))
  },
  async submitSitemap(token, site_url, feed, signal) {
    const at = withToken(token)
    const reply = await at.send({ method: 'PUT', path: sitemapPath(site_url, feed) }, signal)
    if (reply.status < 200 || reply.status > 299) throw at.refusal(reply)
  },
  async sitemap(token, site_url, feed, signal) {
    const { value } = await withToken(token).ask(Sitemap, { path: sitemapPath(site_url, feed) }, signal)
    return {
      last_submitted: value.lastSubmitted ?? null,
      last_downloaded: value.lastDownloaded ?? null,
      is_pending: value.isPending ?? false,
      errors: Number(value.errors ?? 0),
      warnings: Number(value.warnings ?? 0),
      submitted: (value.contents ?? []).reduce((sum, { submitted = 0 }) => sum + Number(submitted), 0),
    }
  },
})

const sitemapPath = (site_url: string, feed: string): string =>
  `/webmasters/v3/sites/${encodeURIComponent(site_url)}/sitemaps/${encodeURIComponent(feed)}`

const text = Type.Optional(Type.String())
/** int64 fields are text in JSON. */
const count = Type.Optional(Type.Union([Type.String(), Type.Number()]))
const Sites = compiled(
  Type.Object({ siteEntry: Type.Optional(Type.Array(Type.Object({ siteUrl: Type.String(), permissionLevel: text }))) }),
)
const Sitemap = compiled(
  Type.Object({
    lastSubmitted: text,
    lastDownloaded: text,
    isPending: Type.Optional(Type.Boolean()),
    errors: count,
    warnings: count,
    contents: Type.Optional(Type.Array(Type.Object({ submitted: count }))),
  }),
)
