/** The script of a release explains itself before it does anything. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { BUN } from '../scripts/release/runtimes.ts'

function release(...words: string[]) {
  const script = join(import.meta.dir, '../scripts/release.ts')
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, script, ...words])
  return { exitCode, out: stdout.toString(), error: stderr.toString() }
}

test.each(['--help', '-h'])('%s names the Bun that it needs and every option', (word) => {
  const { exitCode, out, error } = release(word)
  expect([exitCode, error]).toEqual([0, ''])
  expect(out).toContain(`Needs Bun ${BUN}`)
  for (const option of ['--out', '--key', '--runtimes']) expect(out).toContain(option)
})

test('an unknown option is named, with the help, and nothing is built', () => {
  const { exitCode, out, error } = release('--keys', 'x')
  expect([exitCode, out]).toEqual([2, ''])
  expect(error).toContain("'--keys'")
  expect(error).toContain(`Needs Bun ${BUN}`)
})
