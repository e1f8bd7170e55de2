/**
 * Our pre-flight against `curl -Z --parallel-max 128` over the same 10,000 URLs on 200 loopback hosts: prints the ratio
 * of the rates (1 is as fast as curl) and the longest stall of the event loop. Run it with `bun test/bench/preflight.ts`.
 * Both use connections again and ask for addresses, so no names are looked up. The pre-flight reads robots.txt of each
 * host beside, and judges the pages, which curl throws away; curl's start counts, and the faster of two runs of it. The
 * first rounds are those of a process that has just begun: for some 50,000 pages the runtime still compiles what it
 * meets, a quarter of the processor time. They count, too. `answers` instead compares the same pages with and without
 * verdicts for answer engines: at most 1.05 of the processor time was promised.
 */

import type { Readers } from '../../src/domains/preflight/index.ts'
import { screenUrls } from '../../src/domains/preflight/screen.ts'
import { takeUrls } from '../../src/domains/preflight/url.ts'
import { answerReaders } from '../../src/features/answers/judge.ts'
import { parseNetworks } from '../../src/kernel/web-fetch/addresses.ts'
import { createSafeFetch } from '../../src/kernel/web-fetch/safe-fetch.ts'

const URLS = 10_000
const HOSTS = 200
const ROUNDS = 11
const PAGE = `<!doctype html><html><head><title>Page</title><meta name="robots" content="index,follow">
<link rel="stylesheet" href="/a.css"></head><body>${'<p>Fresh bread every morning.</p>'.repeat(200)}</body></html>`

if (process.argv[2] === 'serve') {
  serve()
} else {
  const web = Bun.spawn([process.execPath, import.meta.path, 'serve'], { stdout: 'pipe', stderr: 'inherit' })
  const { value } = await web.stdout.getReader().read()
  const port = Number(new TextDecoder().decode(value))
  await (process.argv[2] === 'answers' ? answers(port) : compare(port)).finally(() => web.kill())
}

/** In a process of its own, as a web is. */
function serve(): void {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  let port = 0
  for (const index of Array(HOSTS).keys()) {
    const server = Bun.serve({
      hostname: `127.9.${index >> 4}.${(index & 15) + 1}`,
      port,
      fetch: ({ url }) =>
        url.endsWith('/robots.txt')
          ? new Response('User-agent: *\nDisallow: /private/\n')
          : new Response(PAGE, { headers }),
    })
    port = server.port!
  }
  console.log(port)
}

function urlsAt(port: number): string[] {
  return Array.from({ length: URLS }, (_, index) => {
    const host = index % HOSTS
    return `http://127.9.${host >> 4}.${(host & 15) + 1}:${port}/page-${index}`
  })
}

async function answers(port: number): Promise<void> {
  const urls = urlsAt(port)
  const ratios: number[] = []
  await withPreflight(urls, answerReaders)
  for (let round = 0; round < ROUNDS; round++) {
    const before = await withPreflight(urls)
    const judged = await withPreflight(urls, answerReaders)
    const after = await withPreflight(urls)
    ratios.push((2 * judged.cpu_us) / (before.cpu_us + after.cpu_us))
    console.log(`ratio ${ratios.at(-1)!.toFixed(3)}, ${judged.cpu_us.toFixed(0)} µs a page`)
  }
  console.log(`median ratio by processor time ${median(ratios).toFixed(3)}`)
}

async function compare(port: number): Promise<void> {
  const urls = urlsAt(port)
  const ratios: number[] = []
  const by_time: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = await withCurl(urls)
    const { seconds, cpu_us, stall } = await withPreflight(urls)
    const after = await withCurl(urls)
    const curl = Math.min(before.seconds, after.seconds)
    const curl_us = Math.min(before.cpu_us, after.cpu_us)
    ratios.push(curl / seconds)
    by_time.push(curl_us / cpu_us)
    console.log(
      `${round === 0 ? 'cold' : 'warm'}: ${rate(seconds)}/s, curl ${rate(curl)}/s, ratio ${(curl / seconds).toFixed(2)}, ` +
        `${cpu_us.toFixed(0)} µs of processor time a page, curl ${curl_us.toFixed(0)}, longest stall ${stall.toFixed(0)} ms`,
    )
  }
  console.log(`median ratio ${median(ratios).toFixed(2)} (by processor time ${median(by_time).toFixed(2)})`)
}

function median(ratios: number[]): number {
  return ratios.toSorted((a, b) => a - b)[ROUNDS >> 1]!
}

function rate(seconds: number): string {
  return Math.round(URLS / seconds).toLocaleString('en')
}

type Measured = { seconds: number; cpu_us: number }

async function withCurl(urls: string[]): Promise<Measured> {
  const started = performance.now()
  const curl = Bun.spawn(['curl', '-s', '-Z', '--parallel-max', '128', '-K', '-'], {
    stdin: new Blob([urls.map((url) => `url = "${url}"\noutput = "/dev/null"\n`).join('')]),
    stdout: 'ignore',
    stderr: 'ignore',
  })
  if ((await curl.exited) !== 0) throw new Error('curl failed')
  const seconds = (performance.now() - started) / 1000
  return { seconds, cpu_us: Number(curl.resourceUsage()!.cpuTime.total) / URLS }
}

async function withPreflight(urls: string[], readers: Readers | null = null): Promise<Measured & { stall: number }> {
  const fetch = createSafeFetch({ allow_networks: parseNetworks('127.0.0.0/8'), user_agent: 'Signalpost-bench' })
  let stall = 0
  let last = performance.now()
  const probe = setInterval(() => {
    stall = Math.max(stall, performance.now() - last - 1)
    last = performance.now()
  }, 1)
  const started = performance.now()
  const used = process.cpuUsage()
  const taken = await takeUrls(urls)
  const facts = await screenUrls(taken.urls, { fetch, now: '2026-11-21T09:00:00.000Z', readers })
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(used)
  clearInterval(probe)
  const flagged = facts.filter(({ flags }) => flags.length > 0)
  if (facts.length !== URLS || flagged.length > 0) throw new Error(`${flagged.length} of ${facts.length} flagged`)
  return { seconds, cpu_us: (user + system) / URLS, stall }
}
