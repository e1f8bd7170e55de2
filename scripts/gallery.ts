/** Serves every view with sample data on loopback, under the product's own CSP: `bun scripts/gallery.ts [port]`. */
import { type Asset, assets } from '../static/index.ts'
import { gallery } from '../test/gallery/index.tsx'
import { letterGallery } from '../test/gallery/letters.tsx'
import { liveJob, livePush } from '../test/gallery/live.tsx'
import { brandCss } from '../views/brand.ts'
import { letterInFrame } from '../views/emails/frame.ts'

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types htmx"

/** @param port 0 takes a free one */
export function serveGallery(port: number) {
  let polls = 0
  return Bun.serve({
    hostname: '127.0.0.1',
    port,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const asset = assets().get(pathname)
      if (asset) return file(asset)
      if (pathname === '/gallery/brand.css') return text(brandCss('#c2316b'), 'text/css')
      const previewed = /^\/app\/brand\/preview\.(\w{6})\.css$/.exec(pathname)?.[1]
      if (previewed) return text(brandCss(`#${previewed}`, '.previewed'), 'text/css')
      if (pathname === '/gallery/preflight') return stream(livePush(await request.formData()).map(String))
      if (pathname === '/gallery/progress') {
        // Every other poll finds nothing new.
        polls += 1
        return polls % 2 ? progress(30 + polls * 12) : new Response(null, { status: 304 })
      }
      // Asked again while months are counted.
      if (pathname.endsWith('/reports/clients')) return new Response(null, { status: 304 })
      // The view named `digest` is a page of its own; scripts never run in a letter, so axe would wait for ever.
      if (/[^/]\/(digest|letter)$/.test(pathname)) return letterInFrame('<p>The letter itself.</p>')
      return page(pathname.replace('/app/w/northwind', '').slice(1) || 'dashboard')
    },
  })
}

const views = [...gallery, ...letterGallery]

function page(name: string): Response {
  const entry = views.find((one) => one.name === name)
  const index = () => views.map((one) => `<p><a href="/${one.name}">${one.name}</a></p>`).join('')
  if (entry) return framing(String(entry.page()))
  return text(index(), 'text/html', name === 'index' ? 200 : 404)
}

/** A page that shows a letter frames it, as the product's do. */
function framing(html: string): Response {
  const response = text(html)
  if (html.includes('<iframe')) response.headers.set('Content-Security-Policy', `${CSP}; frame-src 'self'`)
  return response
}

function progress(sent: number): Response {
  const response = text(String(liveJob(Math.min(234, sent))))
  response.headers.set('HX-PTag', `sent-${sent}`)
  return response
}

function text(body: string, type = 'text/html', status = 200): Response {
  const headers = {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy': CSP,
    'Cache-Control': 'no-store',
  }
  return new Response(body, { status, headers })
}

function stream(messages: string[]): Response {
  const body = new ReadableStream<string>({
    async start(out) {
      for (const message of messages) {
        out.enqueue(`data: ${message.replaceAll('\n', '\ndata: ')}\n\n`)
        await Bun.sleep(50)
      }
      out.close()
    },
    cancel() {},
  })
  const encoded = body.pipeThrough(new TextEncoderStream())
  return new Response(encoded, { headers: { 'Content-Type': 'text/event-stream', 'Content-Security-Policy': CSP } })
}

function file(asset: Asset): Response {
  const encoding: Record<string, string> = asset.gzip ? { 'Content-Encoding': 'gzip' } : {}
  const headers = { 'Content-Type': asset.type, 'Cache-Control': 'public, max-age=31536000, immutable', ...encoding }
  return new Response(new Uint8Array(asset.gzip?.() ?? asset.body), { headers })
}

if (import.meta.main) console.log(`${serveGallery(Number(process.argv[2] ?? 4321)).url}index`)
