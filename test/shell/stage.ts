/**
 * A place where every example of README and help can be typed as it stands: an install at https://push.northwind.example
 * with a client Bakery and simulated suppliers, the website https://bakery.example, files in the folder, and stand-ins
 * for programs of the system that a test must not touch. Addresses lead here through the proxy of the environment.
 */
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Appliance, appliance } from '../e2e/appliance.ts'
import { binary } from '../e2e/binary.ts'
import { CERTIFICATE } from './certificate.ts'

const ROOT = resolve(import.meta.dir, '../..')
export const ADDRESS = 'https://push.northwind.example'

export type Result = { code: number; out: string; err: string }
export type Stage = Awaited<ReturnType<typeof stage>>

export async function stage() {
  const install = await appliance({
    SIGNALPOST_SITE_URL: ADDRESS,
    SIGNALPOST_TRUSTED_PROXIES: '127.0.0.0/8',
    SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8',
  })
  const { post, put } = install
  await put('/settings/crawl', { routes: { primary: { adapter: 'simulated', enabled: true } } })
  await put('/settings/integrations', { engines: { scan_standard: { adapter: 'simulated', enabled: true } } })
  const bakery = await post<{ id: string }>('/tenants', { name: 'Bakery', kind: 'client' })
  for (const kind of ['index', 'check'])
    for (const tenant_id of [install.tenant_id, bakery.id])
      await post('/credits/adjust', { tenant_id, kind, amount: 5000, reason: 'for the examples' })
  const key = await post<{ secret: string }>('/api-keys', { name: 'Shell', role: 'owner', rate_per_min: 600 })
  const pages = servePages()
  const outside = openOutside(install, pages.origin)
  const home = join(install.folder, 'home')
  const folder = join(install.folder, 'desk')
  for (const path of [home, folder]) mkdirSync(path)
  layOut(folder, pages.origin, key.secret)
  const bin = await programs(install.folder)
  const env: Record<string, string> = {
    PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    // A command is over before code that is compiled again would pay.
    BUN_JSC_useJIT: '0',
    ...outside.env,
  }
  return {
    install,
    folder,
    home,
    bin,
    env,
    key: key.secret,
    bakery: bakery.id,
    /** Where the pages are that the links lead to. */
    pages: pages.origin,
    /** One line of a shell, in the folder. */
    sh: (line: string, more: Record<string, string> = {}, shell = 'bash') =>
      finished([shell, '-c', line], folder, { ...env, ...more }),
    /** The executable itself. */
    run: (words: string[], more: Record<string, string> = {}, input = '') =>
      finished([join(bin, 'signalpost'), ...words], folder, { ...env, ...more }, input),
    async close() {
      outside.stop()
      pages.stop()
      await install.close()
    },
  }
}

export async function finished(
  command: string[],
  cwd: string,
  env: Record<string, string>,
  input = '',
): Promise<Result> {
  const process = Bun.spawn(command, { cwd, env, stdin: Buffer.from(input), stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(process.stdout).text(), new Response(process.stderr).text()])
  return { code: await process.exited, out, err }
}

/** Pages in good order, and two that are not. */
function servePages() {
  const html = (head = '') =>
    new Response(
      `<!doctype html><html><head><title>Bread</title>${head}</head><body><p>Bread and cake.</p></body></html>`,
      { headers: { 'content-type': 'text/html; charset=utf-8' } },
    )
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/sitemap.xml')
        return new Response(`<urlset><url><loc>${new URL(request.url).origin}/menu</loc></url></urlset>`)
      if (pathname === '/gone') return new Response('gone', { status: 404 })
      return html(pathname === '/hidden' ? '<meta name="robots" content="noindex">' : '')
    },
  })
  return { origin: server.url.origin, stop: () => void server.stop(true) }
}

/** Files that the examples name. */
function layOut(folder: string, pages: string, key: string): void {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('links.txt', `# Pages of the bakery\n${pages}/menu\n${pages}/opening-hours\n\n${pages}/blog/rye\n`)
  write('key.txt', `${key}\n`)
  write('password.txt', 'seven lamps over the harbour\n')
}

/** The world beyond this machine, behind a proxy: the install over TLS, and a website with its sitemaps. */
function openOutside({ address, folder }: Appliance, pages: string) {
  const site = siteOf(pages)
  const secure = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: CERTIFICATE,
    idleTimeout: 0,
    fetch(request) {
      const url = new URL(request.url)
      if (url.hostname !== new URL(ADDRESS).hostname) return site(url)
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-proto', 'https')
      headers.set('x-forwarded-for', '127.0.0.1')
      headers.delete('accept-encoding')
      return fetch(address() + url.pathname + url.search, {
        method: request.method,
        headers,
        body: request.body,
        redirect: 'manual',
      })
    },
  })
  const proxy = openProxy(secure.port!)
  const certificate = join(folder, 'certificate.pem')
  writeFileSync(certificate, CERTIFICATE.cert)
  const trust = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'CURL_CA_BUNDLE'].map((name) => [name, certificate])
  return {
    env: { https_proxy: `http://127.0.0.1:${proxy.port}`, ...Object.fromEntries(trust) } as Record<string, string>,
    stop() {
      proxy.stop()
      secure.stop(true)
    },
  }
}

/** Takes every `CONNECT` to one server, whatever name it is for. */
function openProxy(to: number): { port: number; stop(): void } {
  const server = net.createServer((client) => {
    client.once('data', (head) => {
      const [, host] = /^CONNECT (\S+):\d+ /.exec(head.toString('latin1')) ?? []
      if (!host?.endsWith('.example') || host.startsWith('nowhere.'))
        return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      const inner = net.connect(to, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        client.pipe(inner).pipe(client)
      })
      inner.on('error', () => client.destroy())
    })
    client.on('error', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  return { port: (server.address() as net.AddressInfo).port, stop: () => void server.close() }
}

const NOW = new Date()
const day = (back: number) => new Date(NOW.getTime() - back * 86_400_000).toISOString().slice(0, 10)

/** https://bakery.example: a sitemap, an index of packed ones, and what is none. */
function siteOf(pages: string): (url: URL) => Response {
  const entry = (path: string, back?: number) =>
    `<url><loc>${pages}${path}</loc>${back === undefined ? '' : `<lastmod>${day(back)}</lastmod>`}</url>`
  const xml = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${inner}`
  const set = (...entries: string[]) =>
    xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`)
  const files: Record<string, string | Uint8Array<ArrayBuffer>> = {
    '/sitemap.xml': set(
      entry('/menu?a=1&amp;b=2', 0),
      entry('/opening-hours', 30),
      entry('/blog/rye', 1),
      entry('/about'),
    ),
    '/sitemap_index.xml': xml(
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <sitemap><loc>https://bakery.example/pages.xml.gz</loc></sitemap>
        <sitemap><loc>https://bakery.example/old.xml</loc><lastmod>2020-01-01</lastmod></sitemap>
        <sitemap><loc>https://cdn.example/sitemap.xml</loc></sitemap></sitemapindex>`,
    ),
    '/pages.xml.gz': gzipSync(set(entry('/menu', 0), entry('/cake', 0))),
    '/old.xml': set(entry('/history', 2000)),
    '/list.txt': `${pages}/menu\n${pages}/cake\n`,
    '/feed.xml': xml('<rss version="2.0"><channel></channel></rss>'),
    '/damaged.xml.gz': gzipSync(set()).slice(0, 20),
    '/nothing.xml': set(),
  }
  return ({ pathname }) => {
    const file = files[pathname]
    if (file !== undefined) return new Response(file)
    if (pathname === '/') return new Response('<!doctype html><html><body>Bread</body></html>')
    return new Response('no', { status: 404 })
  }
}

/** A folder of programs: the executable, and stand-ins for those of the system. */
async function programs(folder: string): Promise<string> {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  cpSync(await binary(), join(bin, 'signalpost'))
  for (const [name, script] of Object.entries(STAND_INS)) {
    if (script.startsWith('?') && Bun.which(name)) continue
    writeFileSync(join(bin, name), `#!/bin/bash\n${script.replace(/^\?/, '')}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return bin
}

/** Those that begin with ? stand in only where the real one is missing. */
const STAND_INS: Record<string, string> = {
  pass: 'cat key.txt',
  systemctl: 'exit 1',
  journalctl: 'echo "no journal here"',
  runuser: 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
  git: 'echo "Already up to date."',
  id: 'if [ "$1" = -u ]; then echo 1000; else exec /usr/bin/id "$@"; fi',
  bun: `case $1 in
  --version) echo 99.0.0 ;;
  run) [ "$2" = check ] || { mkdir -p dist && cp "$(command -v signalpost)" dist/signalpost &&
    touch dist/THIRD-PARTY-LICENSES.txt dist/signalpost.cdx.json; } ;;
esac`,
  jq: '?cat',
  man: '?cat > /dev/null',
  sqlite3: '?cp "$1" "$(echo "$2" | cut -d"\'" -f2)"',
}

export const installer = (folder: string): void => {
  for (const path of ['install.sh', 'deploy', 'LICENSE'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
}
