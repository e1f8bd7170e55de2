import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withTables } from '../../scripts/readme.ts'
import { catalog } from '../../src/commands/index.ts'

const readme = readFileSync(resolve(import.meta.dir, '../../README.md'), 'utf8')

test('README has the commands and exit codes that there are; `bun run readme` writes them', async () => {
  expect(readme).toBe(withTables(readme, await catalog.all()))
})

test('each command is declared under the name by which it is called', async () => {
  for (const name of catalog.names) expect((await catalog.named(name))!.name).toBe(name)
})
