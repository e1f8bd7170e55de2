/** Run by safe-fetch.test.ts in a process of its own: a hundred compressed bombs, 16 at a time, and the memory it took. */
import zlib from 'node:zlib'
import { Gate } from '../../../src/kernel/scheduling/fair-pool.ts'
import { parseNetworks } from '../../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch } from '../../../src/kernel/web-fetch/safe-fetch.ts'

if (process.argv[2] === 'serve') {
  const zeros = new Uint8Array(64 * 1024 * 1024)
  const bombs = {
    gzip: zlib.gzipSync(zeros),
    deflate: zlib.deflateSync(zeros),
    br: zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  }
  const server = Bun.serve({
    hostname: '127.0.0.2',
    port: 0,
    fetch({ url }) {
      const encoding = new URL(url).pathname.slice(1) as keyof typeof bombs
      return new Response(bombs[encoding] as Uint8Array<ArrayBuffer>, { headers: { 'content-encoding': encoding } })
    },
  })
  console.log(server.port)
} else {
  const web = Bun.spawn([process.execPath, import.meta.path, 'serve'], { stdout: 'pipe', stderr: 'inherit' })
  const { value } = await web.stdout.getReader().read()
  const origin = `http://127.0.0.2:${Number(new TextDecoder().decode(value))}`
  const gate = new Gate({ total: 16, per_host: 16 })
  const fetch = createSafeFetch({ allow_networks: parseNetworks('127.0.0.2'), user_agent: 'Signalpost-test', gate })
  const codes: Record<string, number> = {}
  let rss = 0
  const started = process.cpuUsage()
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const code = await fetch(`${origin}/${['gzip', 'deflate', 'br'][index % 3]}`).then(
        () => 'no error',
        (error) => error.code,
      )
      codes[code] = (codes[code] ?? 0) + 1
      rss = Math.max(rss, process.memoryUsage.rss())
    }),
  )
  const { user, system } = process.cpuUsage(started)
  web.kill()
  console.log(JSON.stringify({ codes, rss, cpu_ms: Math.round((user + system) / 1000) }))
}
