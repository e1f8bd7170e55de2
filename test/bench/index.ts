/**
 * `bun run bench`: how fast the compiled binary is, as ratios within one run, since machines differ and are noisy.
 * Needs `wrk` and `curl`. Not a test: it fails nothing, it prints what there is beside what is promised.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backlog } from './backlog.ts'
import { BINARY } from './install.ts'
import { lists, PROMISED } from './lists.ts'
import { pushes } from './pushes.ts'
import { reads } from './reads.ts'
import { starting } from './start.ts'
import { tools } from './tools.ts'

if (!existsSync(BINARY)) throw new Error('build it first: bun run build')
const rows: { what: string; measured: string; promised: string }[] = []
const add = (what: string, measured: string, promised: string) => rows.push({ what, measured, promised })

const list = await reads()
for (const { name, ours, bare, ratio } of list)
  add(`GET ${name}, of a bare server`, `${ratio.toFixed(2)} (${ours.toFixed(0)}/s of ${bare.toFixed(0)}/s)`, '')
const mean = Math.exp(list.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / list.length)
add('reads, geometric mean', mean.toFixed(2), '0.5 or more')

for (const { name, rest, tool, ratio } of await tools())
  add(
    `tool ${name}, of its REST call`,
    `${ratio.toFixed(2)} (${tool.toFixed(0)}/s of ${rest.toFixed(0)}/s)`,
    '1.6 times or less',
  )

const push = await pushes()
add(
  'push of 10,000 links, of a raw insert',
  `${(push.push_ms / push.raw_ms).toFixed(1)} (${push.push_ms.toFixed(0)} ms of ${push.raw_ms.toFixed(0)} ms)`,
  '6 or less',
)
add('longest stall meanwhile', `${push.stall_ms.toFixed(0)} ms`, '60 ms or less')
add(
  'the same with 1,000,000 links stored',
  `${(push.full_push_ms / push.push_ms).toFixed(2)} times, stall ${push.full_stall_ms.toFixed(0)} ms`,
  '1.5 times or less',
)

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

const screening = Bun.spawnSync([process.execPath, join(import.meta.dir, 'preflight.ts')]).stdout.toString()
add(
  'pre-flight of 10,000 URLs on 200 hosts, of curl -Z',
  /median ratio ([\d.]+)/.exec(screening)?.[1] ?? 'failed',
  '0.5 or more',
)

await backlog(100, ({ what, ready_ms, longest_ms, over }) => {
  const promised = what.startsWith('start') ? 'ready in 1 s, no stall over 20 ms' : 'no stall over 20 ms'
  add(
    what,
    `ready in ${ready_ms.toFixed(0)} ms, longest stall ${longest_ms.toFixed(0)} ms, ${over} over 20 ms`,
    promised,
  )
})

const begin = await starting()
add(
  'first answer, of a bare compiled Elysia',
  `${(begin.ours_ms / begin.elysia_ms).toFixed(1)} (${begin.ours_ms.toFixed(0)} ms of ${begin.elysia_ms.toFixed(0)} ms)`,
  '4 or less',
)
add('memory when idle', `${begin.rss_mb.toFixed(0)} MB`, '150 MB or less')
add('binary over a bare one', `${begin.over_bare_mb.toFixed(1)} MB`, '16 MB or less')

console.table(rows)
