/**
 * `bun run check`: the build, then style and types beside all tests. Two workers more than processors run the tests,
 * because a test often waits: for a browser, for a program that it started.
 */
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')
const BUN = process.execPath

if (!(await quiet('build', BUN, 'scripts/build.ts'))) process.exit(1)
const workers = `--parallel=${availableParallelism() + 2}`
// Memory is kept for the next test: giving it back takes a tenth of the processor time.
process.env.MIMALLOC_PURGE_DELAY ??= '-1'
// The compiler for code that runs for long takes another tenth, and pays off after minutes.
process.env.BUN_JSC_useFTLJIT ??= '0'
const folder = inMemory()
if (folder) process.env.TMPDIR = folder
const steps = await Promise.all([styleAndTypes(), loud('tests', BUN, 'run', 'test', workers)])
if (folder) rmSync(folder, { recursive: true, force: true })
process.exit(steps.every(Boolean) ? 0 : 1)

/** A folder in memory for the tests, whose every commit is synced; null where there is little room or no program runs. */
function inMemory(): string | null {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < 8 * 2 ** 30) return null
    const folder = mkdtempSync(join(memory, 'signalpost-tests-'))
    const program = join(folder, 'true')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    return Bun.spawnSync([program]).success ? folder : null
  } catch {
    return null
  }
}

/** One thread: several would each work out the same types again, beside tests that need the processors. */
async function styleAndTypes(): Promise<boolean> {
  const hasStyle = await quiet('style', BUN, 'run', 'biome', 'check', '.')
  return (await quiet('types', BUN, 'run', 'tsc', '-p', '.', '--singleThreaded')) && hasStyle
}

/** Shows what the step says when it ends: two that speak at a time would mix their lines. */
async function quiet(name: string, ...command: string[]): Promise<boolean> {
  const began = performance.now()
  const step = Bun.spawn(command, { cwd: ROOT, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, complaint] = await Promise.all([step.stdout, step.stderr].map((stream) => new Response(stream).text()))
  return told(name, began, (await step.exited) === 0, `${out}${complaint}`)
}

/** Shows the tests as they end, and repeats at the bottom what each failed one said: a log often keeps its end alone. */
async function loud(name: string, ...command: string[]): Promise<boolean> {
  const began = performance.now()
  const step = Bun.spawn(command, { cwd: ROOT, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const lines: string[] = []
  await Promise.all([shown(step.stdout, process.stdout, lines), shown(step.stderr, process.stderr, lines)])
  const passed = (await step.exited) === 0
  return told(name, began, passed, passed ? '' : `${complaints(lines)}\n`)
}

async function shown(from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream, lines: string[]): Promise<void> {
  const text = new TextDecoder()
  let rest = ''
  for await (const chunk of from) {
    to.write(chunk)
    const parts = (rest + text.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop()!
    lines.push(...parts)
  }
  if (rest) lines.push(rest)
}

/** Of each failed test the lines since the test before it, at most 40. The runner's own list at the end has names alone. */
function complaints(all: string[]): string {
  const list = all.findIndex((line) => /^\d+ tests failed:$/.test(line))
  const lines = all.slice(0, list < 0 ? all.length : list)
  const ends = lines.flatMap((line, i) => (/^\((pass|fail|skip)\) /.test(line) ? [i] : []))
  const failed = ends.filter((end) => lines[end]!.startsWith('(fail)'))
  return failed
    .flatMap((end) => {
      const before = ends.findLast((other) => other < end) ?? -1
      return ['', ...lines.slice(Math.max(before + 1, end - 40), end + 1)]
    })
    .join('\n')
}

function told(name: string, began: number, passed: boolean, said = ''): boolean {
  console.log(
    `${said}${name}: ${passed ? 'passed' : 'FAILED'} after ${Math.round((performance.now() - began) / 1000)} s`,
  )
  return passed
}
