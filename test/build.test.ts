import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUDGET, build } from '../scripts/build.ts'

test('the executable stays within its budget over a bare runtime, and nothing else is left beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-build-'))
  try {
    const { outfile, added } = await build(folder)
    expect(added).toBeGreaterThan(0)
    expect(added).toBeLessThanOrEqual(BUDGET)
    expect(readdirSync(folder).sort()).toEqual(['THIRD-PARTY-LICENSES.txt', 'signalpost', 'signalpost.cdx.json'])
    expect(Bun.spawnSync([outfile, 'version']).stdout.toString()).toStartWith('signalpost ')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
