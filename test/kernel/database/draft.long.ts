/** `bun run migration`, which no other test runs: it reads the tables of the last commit in a folder of their own. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../../..')

test('tables as they were committed need no draft of a migration', () => {
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, 'scripts/migration.ts', 'probe'], { cwd: ROOT })
  expect([exitCode, stdout.toString().trim()]).toEqual([0, 'The tables are those of HEAD: no draft was made.'])
}, 60_000)
