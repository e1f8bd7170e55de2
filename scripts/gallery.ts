/** Serves every view with sample data on loopback, under the product's own CSP: `bun scripts/gallery.ts [port]`. */
import { type Asset, assets } from '../static/index.ts'
import { brandCss } from '../views/brand.ts'
import { livePush } from '../views/gallery/live.tsx'
import { gallery } from '../views/gallery.tsx'

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types htmx"

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.argv[2] ?? 4321),
  async fetch(request) {
    const { pathname } = new URL(request.url)
    const asset = assets.get(pathname)
    if (asset) return file(asset)
    if (pathname === '/gallery/brand.css')
      return new Response(brandCss('#c2316b'), { headers: { 'Content-Type': 'text/css' } })
    if (pathname === '/gallery/preflight') return html(String(livePush(await request.formData())))
    const entry = gallery.find(({ name }) => `/${name}` === pathname)
    return entry ? html(String(entry.page())) : html(index(), pathname === '/' ? 200 : 404)
  },
})
console.log(`${server.url}`)

const html = (body: string, status = 200): Response =>
  new Response(body, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': CSP,
      'Cache-Control': 'no-store',
    },
  })

const index = (): string => gallery.map(({ name }) => `<p><a href="/${name}">${name}</a></p>`).join('')

function file(asset: Asset): Response {
  const encoding: Record<string, string> = asset.gzip ? { 'Content-Encoding': 'gzip' } : {}
  const headers = { 'Content-Type': asset.type, 'Cache-Control': 'public, max-age=31536000, immutable', ...encoding }
  return new Response(new Uint8Array(asset.gzip ?? asset.body), { headers })
}
