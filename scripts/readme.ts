/** Rewrites the tables of commands and exit codes in README from the declarations of the commands. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Loaded } from '../src/commands/framework/command.ts'
import { allExits, usageOf } from '../src/commands/framework/reference.ts'
import { catalog } from '../src/commands/index.ts'

const README = resolve(import.meta.dir, '../README.md')
const TABLES = /(<!-- commands -->\n)[\s\S]*?(<!-- \/commands -->)/

if (import.meta.main) writeFileSync(README, withTables(readFileSync(README, 'utf8'), await catalog.all()))

/** A README with the tables as they should be. */
export function withTables(readme: string, groups: Loaded[]): string {
  if (!TABLES.test(readme)) throw new Error('README.md has lost the place of its tables: <!-- commands -->')
  return readme.replace(TABLES, (_, before: string, after: string) => `${before}${tables(groups)}${after}`)
}

function tables(groups: Loaded[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const commands = groups.flatMap(({ title, commands }) => [
    `| **${title}** | |`,
    ...commands.map((command) => `| \`signalpost ${usageOf(command)}\` | ${cell(command.summary)} |`),
  ])
  const exits = allExits().map(([code, meaning]) => `| ${code} | ${cell(meaning)} |`)
  return ['| command | |', '|---|---|', ...commands, '', '| exit code | |', '|---|---|', ...exits, ''].join('\n')
}
