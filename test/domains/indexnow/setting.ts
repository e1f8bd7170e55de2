import { planPings } from '../../../src/domains/indexnow/index.ts'
import { createJob } from '../../../src/domains/jobs/index.ts'
import { writeLinksNow } from '../../../src/domains/jobs/new-links.ts'
import { type IndexNowOptions, indexNow } from '../../upstreams/indexnow.ts'
import { callerOf, type Person, world } from '../../world.ts'

export type Site = Record<string, unknown> & {
  id: string
  host: string
  key: string
  key_url: string
  status: string
  pinged: boolean
}

/** A world whose pings reach a receiver on loopback, and websites on loopback that hold key files. */
export function indexnowWorld(options: Partial<IndexNowOptions> & { env?: Record<string, string> } = {}) {
  const { env, ...more } = options
  const receiver = indexNow({ now: () => w.clock.now(), ...more })
  const w = world({
    env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8', SIGNALPOST_INDEXNOW_ENDPOINT: receiver.endpoint, ...env },
  })
  const stops: (() => void)[] = [receiver.stop, w.close]

  /** A website: what it serves by path, and the paths that were asked of it. */
  const website = () => {
    const files: Record<string, string | (() => Response | Promise<Response>)> = {}
    const asked: string[] = []
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const { pathname } = new URL(request.url)
        asked.push(pathname)
        const file = files[pathname]
        if (file === undefined) return new Response('not here', { status: 404 })
        return typeof file === 'string' ? new Response(file) : file()
      },
    })
    stops.push(() => void server.stop(true))
    return { url: server.url.origin, host: server.url.host, files, asked }
  }

  const verifiedSite = async (tenant_id: string, key_path?: string) => {
    const web = website()
    const key_location = key_path && `${web.url}${key_path}`
    const site = await w.call<Site>('pat', 'add_indexnow_site', { host: web.url, tenant_id, key_location })
    web.files[new URL(site.key_url).pathname] = site.key
    await w.call('pat', 'verify_indexnow_site', { id: site.id })
    return { ...web, site, key_path: new URL(site.key_url).pathname }
  }

  /** A job whose links have just been sent, and what is planned for them. */
  const push = (urls: string[], { who = 'ada' as Person, tenant_id = 'ten_bakery', force = false } = {}) => {
    const caller = callerOf(who)
    return w.db.write((tx) => {
      const job_id = createJob(
        tx,
        caller,
        { tenant_id, type: 'index', name: 'Push' },
        { urls, state: 'sent', credit: null },
      )
      writeLinksNow(tx, job_id)
      const links = tx.rows<{ id: number; url: string }>(
        'select id, url from links where job_id = ? order by id',
        job_id,
      )
      return { job_id, links, planned: planPings(tx, { tenant_id, job_id, force, since: tx.now }, links) }
    })
  }

  const close = () => {
    for (const stop of stops) stop()
  }
  return { ...w, receiver, website, verifiedSite, push, close }
}

export type IndexnowWorld = ReturnType<typeof indexnowWorld>
