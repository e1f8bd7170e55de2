import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BINARY, discard, freePort, median, setUp, start, timeToAnswer } from './install.ts'

const ROUNDS = 7

/** First answer against a bare compiled Elysia, resident memory when idle, size over a bare compiled Bun. */
export async function starting() {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-bench-bare-'))
  const { folder: data } = await setUp()
  try {
    const elysia = compile(
      folder,
      'elysia',
      "import { Elysia } from 'elysia'\nnew Elysia().get('/healthz', () => 'ok').listen({ port: Number(process.env.PORT), hostname: '127.0.0.1' })\n",
    )
    const bun = compile(
      folder,
      'bun',
      "Bun.serve({ port: Number(process.env.PORT), hostname: '127.0.0.1', fetch: () => new Response('ok') })\n",
    )
    const ours: number[] = []
    const bare: number[] = []
    let rss = 0
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await bareStart(elysia))
      const install = await start(data)
      ours.push(install.first_answer_ms)
      await Bun.sleep(round === 0 ? 3000 : 0)
      if (round === 0) rss = await residentMb(install.pid)
      await install.stop()
    }
    return {
      ours_ms: median(ours),
      elysia_ms: median(bare),
      rss_mb: rss,
      over_bare_mb: (statSync(BINARY).size - statSync(bun).size) / 1e6,
    }
  } finally {
    discard(folder)
    discard(data)
  }
}

async function bareStart(binary: string): Promise<number> {
  const port = freePort()
  const { child, ms } = await timeToAnswer([binary], { PORT: String(port) }, `http://127.0.0.1:${port}/healthz`)
  child.kill()
  await child.exited
  return ms
}

function compile(folder: string, name: string, source: string): string {
  const entry = join(import.meta.dir, `.${name}-bare.ts`)
  const outfile = join(folder, name)
  writeFileSync(entry, source)
  const built = Bun.spawnSync([process.execPath, 'build', '--compile', '--minify', entry, '--outfile', outfile], {
    stderr: 'pipe',
  })
  discard(entry)
  if (built.exitCode !== 0) throw new Error(built.stderr.toString())
  return outfile
}

async function residentMb(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
