/** A sitemap of any size, sent by a process of its own, so that its work and its memory are not those of the reader. */

/** A file, made as it is sent. */
function fileOf(origin: string, file: string, entries: number): Response {
  let at = 0
  const part = 500
  const body = new ReadableStream({
    pull(controller) {
      if (at === 0) controller.enqueue('<urlset>')
      let text = ''
      for (const end = Math.min(at + part, entries); at < end; at++)
        text += `<url><loc>${origin}/shop/file-${file}/p${at}</loc><lastmod>2026-10-01</lastmod></url>`
      controller.enqueue(text)
      if (at < entries) return
      controller.enqueue('</urlset>')
      controller.close()
    },
  })
  return new Response(body, { headers: { etag: '"1"' } })
}

function send(files: number, entries: number): void {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { origin, pathname } = new URL(request.url)
      const etag = '"1"'
      if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
      const file = /^\/s(\d+)\.xml$/.exec(pathname)?.[1]
      if (file) return fileOf(origin, file, entries)
      const listed = Array.from({ length: files }, (_, i) => `<sitemap><loc>${origin}/s${i}.xml</loc></sitemap>`)
      return new Response(`<sitemapindex>${listed.join('')}</sitemapindex>`, { headers: { etag } })
    },
  })
  console.log(server.url.origin)
}

if (import.meta.main) send(Number(process.argv[2]), Number(process.argv[3]))

/** Starts the sender; it ends with its scope. */
export async function largeSitemap(files: number, entries: number) {
  const sender = Bun.spawn([process.execPath, import.meta.path, String(files), String(entries)], { stdout: 'pipe' })
  const { value } = await sender.stdout.getReader().read()
  const origin = new TextDecoder().decode(value).trim()
  return {
    address: `${origin}/sitemap.xml`,
    async [Symbol.asyncDispose]() {
      sender.kill()
      await sender.exited
    },
  }
}
