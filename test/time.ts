/**
 * `bun test/time.ts [FILE …]`: runs each test file alone and prints its processor time, programs that it starts included.
 * For all files, which takes half an hour, it writes `test/times.md`. Processor time is the same on a busy machine,
 * nearly; half of the sum is what a run of all takes on two cores.
 */
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '..')
/** The report names the slowest. */
const NAMED = 60

type Took = { file: string; cpu_s: number; tests: number }

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
  const run = Bun.spawn([process.execPath, 'test', '--timeout', '3600000', `./${file}`], {
    cwd: ROOT,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const said = await new Response(run.stderr).text()
  if ((await run.exited) !== 0) console.error(`${file} failed:\n${said}`)
  const cpu_s = Number(run.resourceUsage()!.cpuTime.total) / 1e6
  return { file, cpu_s, tests: Number(/Ran (\d+) test/.exec(said)?.[1] ?? 0) }
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
