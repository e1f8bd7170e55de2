/**
 * `bun run check`: style and the build side by side, then the types beside all tests. A worker more than processors runs
 * the tests, because a test often waits: for a browser, for a program that it started.
 */
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')
const BUN = process.execPath

const isReady = await all([quiet('style', BUN, 'run', 'biome', 'check', '.'), quiet('build', BUN, 'scripts/build.ts')])
if (!isReady) process.exit(1)
const workers = `--parallel=${availableParallelism() + 1}`
const isRight = await all([quiet('types', BUN, 'run', 'tsc', '-p', '.'), loud('tests', BUN, 'run', 'test', workers)])
process.exit(isRight ? 0 : 1)

async function all(steps: Promise<boolean>[]): Promise<boolean> {
  return (await Promise.all(steps)).every(Boolean)
}

/** Shows what the step says when it ends: two that speak at a time would mix their lines. */
async function quiet(name: string, ...command: string[]): Promise<boolean> {
  const began = performance.now()
  const step = Bun.spawn(command, { cwd: ROOT, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, complaint] = await Promise.all([step.stdout, step.stderr].map((stream) => new Response(stream).text()))
  return told(name, began, (await step.exited) === 0, `${out}${complaint}`)
}

async function loud(name: string, ...command: string[]): Promise<boolean> {
  const began = performance.now()
  const step = Bun.spawn(command, { cwd: ROOT, stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' })
  return told(name, began, (await step.exited) === 0)
}

function told(name: string, began: number, passed: boolean, said = ''): boolean {
  console.log(
    `${said}${name}: ${passed ? 'passed' : 'FAILED'} after ${Math.round((performance.now() - began) / 1000)} s`,
  )
  return passed
}
