import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packedLanguages } from '../../scripts/languages/pack.ts'
import { discard } from './install.ts'

type Measured = { english_ms: number; first_use: number[]; warm_ms: number[]; all_mb: number }

/** Costs of languages: bytes of their files, first use, a report's page beside the English one, memory of all texts. */
export async function languages(): Promise<Measured & { bytes: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-bench-languages-'))
  try {
    await Bun.build({
      entrypoints: [join(import.meta.dir, 'language-costs.ts')],
      ...{ outdir: folder, target: 'bun', minify: { syntax: true, whitespace: true } },
      plugins: [packedLanguages],
    })
    const bytes = readdirSync(folder)
      .filter((file) => /\.pot?$/.test(file))
      .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
    const run = Bun.spawnSync([process.execPath, 'language-costs.js'], { cwd: folder, stderr: 'inherit' })
    return { bytes, ...(JSON.parse(run.stdout.toString()) as Measured) }
  } finally {
    discard(folder)
  }
}
