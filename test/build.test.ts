import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { BUDGET, bareSize } from '../scripts/build.ts'
import { binary } from './e2e/binary.ts'

test('the executable stays within its budget over a bare runtime, and no piece of the build is left beside it', async () => {
  const program = await binary()
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-bare-'))
  try {
    const added = statSync(program).size - (await bareSize(folder))
    expect(added).toBeGreaterThan(0)
    expect(added).toBeLessThanOrEqual(BUDGET)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const beside = readdirSync(dirname(program))
  expect(beside).toContainValues(['THIRD-PARTY-LICENSES.txt', 'signalpost', 'signalpost.cdx.json'])
  expect(beside.filter((name) => name.startsWith('build-'))).toEqual([])
}, 600_000)
