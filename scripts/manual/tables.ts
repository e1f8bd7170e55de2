/** The parts of the manual and of ARCHITECTURE.md that are made of code, by the name of their place: `<!-- settings -->` … `<!-- /settings -->`. */
import { allExits, usageOf } from '../../src/commands/framework/reference.ts'
import { catalog } from '../../src/commands/index.ts'
import { manualHead, manualParts } from '../../src/doors/docs/manual.ts'
import { engineTable } from '../../src/features/answers/guide.ts'
import { readConfig } from '../../src/kernel/environment/config.ts'
import { declaredMetrics } from '../../src/kernel/environment/metrics.ts'
import { auditTables, rolesText } from './actions.ts'
import { EXAMPLES } from './examples.ts'
import { logEvents } from './log-events.ts'
import { coreTable, featuresTable, statesTable, tasksTable } from './map.ts'
import { code, table } from './table.ts'

export const tables: Readonly<Record<string, () => Promise<string> | string>> = {
  pages,
  settings,
  commands,
  exits: () => table(['exit code', 'meaning'], allExits()),
  metrics: () =>
    table(
      ['metric', 'type', 'labels', 'meaning'],
      declaredMetrics().map(({ name, type, labels, help }) => [code(name), type, labels.map(code).join(', '), help]),
    ),
  log: () =>
    table(
      ['level', 'message', 'fields', 'written by'],
      logEvents().map(({ level, message, fields, file }) => [level, message, fields.map(code).join(', '), code(file)]),
    ),
  audit: auditTables,
  answers: engineTable,
  roles: rolesText,
  core: coreTable,
  features: featuresTable,
  states: statesTable,
  tasks: tasksTable,
}

/** A file with its tables as they should be. */
export async function withTables(text: string): Promise<string> {
  let whole = text
  for (const [name, write] of Object.entries(tables)) {
    const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`)
    if (!place.test(whole)) continue
    const made = await write()
    whole = whole.replace(place, (_, before: string, after: string) => `${before}\n${made}\n\n${after}`)
  }
  return whole
}

function settings(): string {
  const { origins } = readConfig({})
  const rows = origins.map(({ name, value, secret, meaning }) => [
    `${code(name)}${secret ? ' (or `…_FILE`)' : ''}`,
    value ? code(value.replace(process.cwd(), '.')) : 'none',
    EXAMPLES[name] ? code(EXAMPLES[name]) : '',
    meaning,
  ])
  return table(['name', 'default', 'example', 'meaning'], rows)
}

async function commands(): Promise<string> {
  const groups = await catalog.all()
  return groups
    .map(({ title, commands }) =>
      [
        `### ${title}\n`,
        table(
          ['command', 'what it does'],
          commands.map((command) => [code(`signalpost ${usageOf(command)}`), command.summary]),
        ),
      ].join('\n'),
    )
    .join('\n\n')
}

function pages(): string {
  return Object.entries(manualParts)
    .map(([part, topics]) =>
      [
        `## ${part}\n`,
        ...topics.map((topic) => {
          const { title, about } = manualHead(topic)
          return `- [${title}](${topic}.md): ${about}`
        }),
      ].join('\n'),
    )
    .join('\n\n')
}
