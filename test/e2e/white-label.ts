/** An install with two agencies on their plans, and a server that offers them pictures: what tests of the white label need. */
import { type Answered, send } from '../contract/request.ts'
import type { Credential } from '../contract/seed-cast.ts'
import { seedOwnDomain } from '../domains/branding/seed.ts'
import { runOn, seededFolder } from './seeded.ts'

export const PLATFORM = 'push.platform.example'

export type Branding = { logo_url: string | null; logo_served_url: string | null; domain: string | null }
export type WhiteLabel = Awaited<ReturnType<typeof whiteLabel>>

/** The platform's own workspace is on the free plan; `domains` by workspace are proved; of loopback only 127.0.0.1 is open. */
export async function whiteLabel(domains: Readonly<Record<string, string>> = {}) {
  const seeded = await seededFolder({ of_each: 2 })
  const folder = seeded.copy((database) => {
    database.run("update tenant_plans set plan = 'free' where tenant_id = 'ten_platform'")
    for (const [tenant_id, host] of Object.entries(domains)) seedOwnDomain(database, tenant_id, host)
  })
  const install = await runOn(folder, {
    SIGNALPOST_SITE_URL: `http://${PLATFORM}`,
    SIGNALPOST_ALLOW_NETWORKS: '127.0.0.1/32',
  })
  const origin = pictureServer()
  const ours = seeded.northwind.owner
  const api = (method: string, path: string, who: Credential = ours, body?: unknown, host = PLATFORM) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    return send(`${install.url}/api/v1${path}`, {
      method,
      headers: { host, ...type, ...who },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  }
  return {
    seeded,
    url: install.url,
    rows: () => install.rows(),
    origin,
    api,
    put: (parts: Record<string, unknown>, id = 'ten_northwind', who = ours): Promise<Answered> =>
      api('PUT', `/tenants/${id}/branding`, who, parts),
    branding: async (id = 'ten_northwind', who = ours): Promise<Branding> =>
      brandingIn(await api('GET', `/tenants/${id}/branding`, who)),
    /** A page, or a file, as a browser asks for it at a host. */
    visit: (path: string, host = PLATFORM, headers: Record<string, string> = {}, init: RequestInit = {}) =>
      fetch(install.url + path, { redirect: 'manual', ...init, headers: { host, ...headers } }),
    async close() {
      await install.close()
      seeded.forget()
      origin.stop()
    },
  }
}

export const brandingIn = ({ json }: Answered): Branding => json!.data as Branding

/** Offers files on loopback, each under an address of its own, and keeps count of who asked for what. */
function pictureServer() {
  const files = new Map<string, () => Response>()
  const asked: string[] = []
  const serve = (hostname: string) =>
    Bun.serve({
      port: 0,
      hostname,
      fetch(request) {
        asked.push(new URL(request.url).pathname)
        return files.get(asked.at(-1)!)?.() ?? new Response('not here', { status: 404 })
      },
    })
  const servers = [serve('127.0.0.1'), serve('127.0.0.2')] as const
  const answer = (response: () => Response): string => {
    const path = `/logo-${files.size}`
    files.set(path, response)
    return servers[0].url.origin + path
  }
  return {
    /** Whatever was asked for, as paths. */
    asked,
    times: (address: string): number => asked.filter((path) => path === new URL(address).pathname).length,
    /** Of the server on 127.0.0.2, which no install may ask. */
    inside: `${servers[1].url.origin}/inside`,
    offer: (body: Uint8Array | string, type = 'image/png', headers: Record<string, string> = {}): string =>
      answer(() => new Response(Buffer.from(body), { headers: { 'content-type': type, ...headers } })),
    redirect: (to: string): string => answer(() => Response.redirect(to, 302)),
    nothing: `${servers[0].url.origin}/nowhere`,
    stop() {
      for (const server of servers) server.stop(true)
    },
  }
}
