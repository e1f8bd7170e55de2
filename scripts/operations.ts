/** Writes `src/operations/all.ts`, the list of every operation. `bun run operations` also writes what follows from it. */
import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dir, '../src/operations')
// By name without the ending, as Biome sorts exports.
const files = [...new Bun.Glob('**/*.ts').scanSync(FOLDER)]
  .filter((file) => file !== 'all.ts' && file !== 'index.ts')
  .map((file) => file.slice(0, -3))
  .sort()
await Bun.write(
  join(FOLDER, 'all.ts'),
  `/** Every file with operations, by its noun: written by \`bun run operations\`. */\n\n${files.map((file) => `export * from './${file}.ts'\n`).join('')}`,
)
