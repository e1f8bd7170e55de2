/**
 * `bun test/time.ts [FILE …]`: runs each test file alone and prints its processor time, programs that it starts included
 * (the browser only where root may make a control group: it outlives the tests). For all files, which takes half an
 * hour, it writes `test/times.md`. Processor time is nearly the same on a busy machine; half of the sum is what a run of
 * all takes on two cores.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')
/** The report names the slowest. */
const NAMED = 60

type Took = { file: string; cpu_s: number; tests: number }

let groups = 0
const chosen = process.argv.slice(2)
const all = [...new Bun.Glob('test/**/*.test.{ts,tsx}').scanSync(ROOT)].filter((file) => !file.includes('node_modules'))
const took: Took[] = []
for (const file of chosen.length ? chosen : all.sort()) {
  const one = await time(file)
  took.push(one)
  console.log(line(one))
}
if (chosen.length === 0) await Bun.write(join(ROOT, 'test/times.md'), report(took))

async function time(file: string): Promise<Took> {
  const group = controlGroup()
  const test = [process.execPath, 'test', '--timeout', '3600000', `./${file}`]
  const enter = ['sh', '-c', 'echo $$ >"$0" && exec "$@"', `${group?.folder}/cgroup.procs`]
  const run = Bun.spawn([...(group ? enter : []), ...test], { cwd: ROOT, stdout: 'ignore', stderr: 'pipe' })
  const said = await new Response(run.stderr).text()
  if ((await run.exited) !== 0) console.error(`${file} failed:\n${said}`)
  const cpu_s = group ? group.used() : Number(run.resourceUsage()!.cpuTime.total) / 1e6
  group?.remove()
  return { file, cpu_s, tests: Number(/Ran (\d+) test/.exec(said)?.[1] ?? 0) }
}

/** Counts the processor time of a process and of all that it starts; null where there is none to be made. */
function controlGroup() {
  const old = '/sys/fs/cgroup/cpuacct'
  const folder = join(existsSync(old) ? old : '/sys/fs/cgroup', `signalpost-times-${process.pid}-${++groups}`)
  try {
    mkdirSync(folder)
  } catch {
    return null
  }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return {
    folder,
    used: () =>
      existsSync(old)
        ? Number(read('cpuacct.usage')) / 1e9
        : Number(/usage_usec (\d+)/.exec(read('cpu.stat'))![1]) / 1e6,
    /** It stays where something that was started still runs. */
    remove() {
      try {
        rmdirSync(folder)
      } catch {}
    },
  }
}

function report(list: Took[]): string {
  const sum = list.reduce((total, { cpu_s }) => total + cpu_s, 0)
  const lines = list.toSorted((a, b) => b.cpu_s - a.cpu_s).slice(0, NAMED)
  return `# Processor time of the test files

${list.length} files, each alone, take ${sum.toFixed(0)} s. The slowest ${lines.length}; \`bun test/time.ts\` writes this file.

| seconds | tests | file |
|---:|---:|---|
${lines.map(line).join('\n')}
`
}

function line({ file, cpu_s, tests }: Took): string {
  return `| ${cpu_s.toFixed(1)} | ${tests} | ${file} |`
}
