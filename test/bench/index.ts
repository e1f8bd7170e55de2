/**
 * `bun run bench`: how fast the compiled binary is, as ratios within one run, since machines differ and are noisy.
 * `bun run bench reads start` runs these parts alone. Needs `wrk` and `curl`. Not a test: it fails nothing, it prints what
 * there is beside what is promised.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BUDGET } from '../../scripts/build.ts'
import { backlog } from './backlog.ts'
import { beside } from './beside.ts'
import { BINARY } from './install.ts'
import { languages } from './languages.ts'
import { lists, PROMISED } from './lists.ts'
import { paint } from './paint.ts'
import { pastes } from './pastes.ts'
import { pushes } from './pushes.ts'
import { reads } from './reads.ts'
import { screens } from './screens.ts'
import { searches } from './searches.ts'
import { starting } from './start.ts'
import { tools } from './tools.ts'
import { watched } from './watched.ts'

if (!existsSync(BINARY)) throw new Error('build it first: bun run build')
const rows: { what: string; measured: string; promised: string }[] = []
const add = (what: string, measured: string, promised: string) => rows.push({ what, measured, promised })

const parts: Record<string, () => Promise<void>> = {
  async reads() {
    const list = await reads()
    for (const { name, ours, bare } of list)
      add(
        `GET ${name}, of a bare server`,
        `${(bare.cpu_us / ours.cpu_us).toFixed(2)} (${ours.cpu_us.toFixed(0)} µs of processor time, bare ${bare.cpu_us.toFixed(0)}; by rate ${(ours.rate / bare.rate).toFixed(2)})`,
        '',
      )
    add(
      'reads, geometric mean',
      mean(list.map(({ ours, bare }) => bare.cpu_us / ours.cpu_us)).toFixed(2),
      '0.5 or more',
    )
    add('the same by rate', mean(list.map(({ ours, bare }) => ours.rate / bare.rate)).toFixed(2), '0.5 or more')
  },
  async tools() {
    for (const { name, rest, tool } of await tools())
      add(
        `tool ${name}, of its REST call`,
        `${(tool.cpu_us / rest.cpu_us).toFixed(2)} (${tool.cpu_us.toFixed(0)} µs of processor time, REST ${rest.cpu_us.toFixed(0)}; by rate ${(rest.rate / tool.rate).toFixed(2)})`,
        '1.9 times or less',
      )
  },
  async pastes() {
    for (const { name, read_ms, bare_ms, step_ms } of await pastes())
      add(
        `paste of 10,000 links as ${name}, of a bare split`,
        `${(read_ms / bare_ms).toFixed(1)} (${read_ms.toFixed(0)} ms, longest step ${step_ms.toFixed(1)} ms)`,
        '50 ms or less, step 20 ms or less',
      )
  },
  async pushes() {
    const push = await pushes()
    add(
      'push of 10,000 links, of a raw insert',
      `${(push.push_ms / push.raw_ms).toFixed(1)} (${push.push_ms.toFixed(0)} ms of ${push.raw_ms.toFixed(0)} ms)`,
      '2 or less',
    )
    add('longest stall meanwhile', `${push.stall_ms.toFixed(0)} ms`, '20 ms or less')
    add(
      'the same with 1,000,000 links stored',
      `${(push.full_push_ms / push.push_ms).toFixed(2)} times, stall ${push.full_stall_ms.toFixed(0)} ms`,
      '1.5 times or less',
    )
  },
  async beside() {
    for (const { what, median_ms, longest_ms, log_mb } of await beside())
      add(
        `a push of 3 links ${what}`,
        `${median_ms.toFixed(0)} ms, longest ${longest_ms.toFixed(0)} ms, log ${log_mb} MB`,
        '50 ms or less',
      )
  },
  async screens() {
    for (const { name, longest_ms, all_ms } of await screens())
      add(
        `${name}, 300 clients: longest turn of its reads`,
        `${longest_ms.toFixed(1)} ms of processor time (all ${all_ms.toFixed(0)} ms)`,
        '20 ms or less',
      )
  },
  async paint() {
    const { pages, parts } = await paint()
    for (const { name, lcp_ms, cls } of pages)
      add(
        `${name}, nothing cached, slow line and processor`,
        `${lcp_ms.toFixed(0)} ms, moved by ${cls.toFixed(4)}`,
        '1,000 ms, 0.02',
      )
    for (const { name, p95_ms } of parts) add(`${name}: 95 of 100 answers`, `${p95_ms.toFixed(0)} ms`, '100 ms or less')
  },
  async lists() {
    for (const [when, measured] of Object.entries(await lists())) {
      const over = measured.filter(({ ratio }) => ratio > PROMISED)
      add(
        `lists with 1,000,000 links, of those with 10,000 (${when})`,
        `${measured.length - over.length} of ${measured.length} within`,
        `${PROMISED} times`,
      )
      for (const { what, ratio, small_ms, big_ms } of over)
        add(
          `  GET ${what}`,
          `${ratio.toFixed(1)} (${big_ms.toFixed(1)} ms of ${small_ms.toFixed(1)} ms)`,
          `${PROMISED} times or less`,
        )
    }
  },
  async searches() {
    const { bytes, us, step_ms, found } = await searches()
    add(
      'index of links',
      `${bytes.toFixed(0)} bytes and ${us.toFixed(1)} µs a link, longest step ${step_ms.toFixed(0)} ms`,
      '5 µs',
    )
    for (const { who, cpu_ms, p50_ms, p99_ms, held_p99_ms, before_ms } of found)
      add(
        `search of all links, ${who}, of the same without an index`,
        `${(cpu_ms / before_ms).toFixed(3)} (${cpu_ms.toFixed(1)} ms of processor time, p50 ${p50_ms.toFixed(1)}, p99 ${p99_ms.toFixed(1)}, steps of ${held_p99_ms.toFixed(0)} ms or less in 99 %)`,
        'p99 20 ms, step 5 ms',
      )
  },
  async preflight() {
    const screening = Bun.spawnSync([process.execPath, join(import.meta.dir, 'preflight.ts')]).stdout.toString()
    add(
      'pre-flight of 10,000 URLs on 200 hosts, of curl -Z',
      /median ratio (.+)/.exec(screening)?.[1] ?? 'failed',
      '0.8 or more',
    )
  },
  async backlog() {
    await backlog(100, ({ what, ready_ms, longest_ms, over }) => {
      const promised = what.startsWith('start') ? 'ready in 1 s, no stall over 20 ms' : 'no stall over 20 ms'
      add(
        what,
        `ready in ${ready_ms.toFixed(0)} ms, longest stall ${longest_ms.toFixed(0)} ms, ${over} over 20 ms`,
        promised,
      )
    })
  },
  async languages() {
    const { bytes, first_use, english_ms, warm_ms, all_mb } = await languages()
    add('translations in the binary', `${(bytes / 1000).toFixed(0)} kB`, '')
    add('first use of a language', `${Math.max(...first_use.slice(1)).toFixed(1)} ms`, '5 ms or less')
    add(
      'page of a report in the slowest language, of the same in English',
      `${(Math.max(...warm_ms) / english_ms).toFixed(2)} (${Math.max(...warm_ms).toFixed(2)} ms of ${english_ms.toFixed(2)} ms)`,
      '0.1 ms more or less',
    )
    add('memory of all texts in all languages', `${all_mb.toFixed(1)} MB`, '12 MB or less')
  },
  async watched() {
    for (const { name, small_ms, large_ms } of await watched())
      add(
        `${name}: 1,000,000 watched links, of 10,000`,
        `${(large_ms / small_ms).toFixed(1)} (${large_ms.toFixed(1)} ms of processor time)`,
        '50 ms or less',
      )
  },
  async start() {
    const begin = await starting()
    add(
      'first answer, of a bare compiled Elysia',
      `${(begin.ours_ms / begin.elysia_ms).toFixed(1)} (${begin.ours_ms.toFixed(0)} ms of ${begin.elysia_ms.toFixed(0)} ms)`,
      '2.5 or less',
    )
    add('memory when idle', `${begin.rss_mb.toFixed(0)} MB`, '150 MB or less')
    add('binary over a bare one', `${begin.over_bare_mb.toFixed(1)} MB`, `${BUDGET / 1e6} MB or less`)
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length) throw new Error(`no part ${unknown.join(', ')}: there are ${Object.keys(parts).join(', ')}`)
for (const [name, measure] of Object.entries(parts)) if (!wanted.length || wanted.includes(name)) await measure()
console.table(rows)

function mean(ratios: number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
}
