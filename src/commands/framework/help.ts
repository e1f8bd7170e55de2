import { isManualTopic, manualHead, manualText, manualTopics } from '../../doors/docs/manual.ts'
import { didYouMean } from './arguments.ts'
import { COMMON, type Command, type CommandGroup, EXIT, UsageError } from './command.ts'
import { allExits, ENVIRONMENT, exitsOf, optionRows, optionSyntax, usageOf } from './reference.ts'
import { painter, say, sayJson, sheet } from './terminal.ts'

export const command: Command = {
  name: 'help',
  summary: 'Show all commands, one command in full, or a page of the manual.',
  words: [{ name: 'TOPIC', meaning: 'a command, a page of the manual, or "manual" for the list of its pages' }],
  examples: [
    { line: 'signalpost help push', meaning: 'The same as signalpost push --help.' },
    { line: 'signalpost help backups | less -R', meaning: 'Read the page Backups of the manual.' },
    {
      line: 'signalpost help --json',
      meaning: 'Print all commands with their arguments, options and exit codes, for a program.',
    },
  ],
  json: 'the declarations of the commands in one array',

  async run({ words: [name], json, catalog }) {
    if (name === 'manual' || (name && isManualTopic(name))) return manual(name)
    const found = name === undefined ? null : await catalog.named(name)
    if (found === undefined)
      throw new UsageError(
        `there is no command and no page of the manual "${name}"`,
        didYouMean(name!, [...catalog.names, ...manualTopics], '`signalpost help` shows what there is'),
      )
    if (json) sayJson(found ? declared(found) : (await catalog.all()).flatMap(({ commands }) => commands.map(declared)))
    else say(found ? helpOf(found) : overview(await catalog.all()))
    return EXIT.well
  },
}

/** A page as it is written, or with its headings and emphasis on a terminal. */
function manual(topic: string): number {
  const { colours, width } = sheet()
  if (isManualTopic(topic))
    say(Bun.markdown.ansi(inTerminal(manualText(topic)), { colors: colours, columns: width }).trimEnd())
  else say(columns(manualTopics.map((one) => [one, manualHead(one).about])).join('\n'))
  return EXIT.well
}

/** Links to other pages say how to print them. */
const inTerminal = (text: string): string => text.replace(/\]\(([\w-]+)\.md(?:#[^)]*)?\)/g, '](<signalpost help $1>)')

const declared = ({ run: _, ...command }: Command) => ({
  usage: `signalpost ${usageOf(command as Command)}`,
  ...command,
  exits: Object.fromEntries(exitsOf(command)),
})

/** The output of `signalpost` alone. */
function overview(groups: CommandGroup[]): string {
  const { strong } = painter()
  const rows = groups.map(({ title, commands }) => [
    strong(title),
    ...columns(commands.map(({ name, summary }) => [name, summary])),
  ])
  return [
    'Signalpost pushes links to search engines, checks whether they are indexed, and refunds the credit for each link that is not.',
    '',
    `${strong('Usage')}\n  signalpost COMMAND [OPTIONS]`,
    ...rows.map((lines) => `\n${lines.join('\n')}`),
    '',
    strong('Options of every command'),
    ...columns(Object.entries(COMMON).map(([name, option]) => [optionSyntax(name, option), option.meaning])),
    '',
    strong('Environment'),
    ...columns(ENVIRONMENT),
    '',
    strong('Exit codes'),
    ...columns(allExits()),
    '',
    strong('First steps'),
    ...columns([
      ['signalpost demo', 'try it on this machine'],
      ['signalpost serve', 'run the server'],
      ['signalpost login', 'connect the command line to an install'],
      ['signalpost help push', 'describe one command in full'],
      ['signalpost help manual', 'list the pages of the manual: install, backups, troubleshooting …'],
    ]),
  ].join('\n')
}

function helpOf(command: Command): string {
  const { strong } = painter()
  const part = (title: string, lines: string[]) => (lines.length ? ['', strong(title), ...lines] : [])
  return [
    `${strong('Usage')}  signalpost ${usageOf(command)}`,
    '',
    ...wrap(command.summary, '').concat(...(command.about ?? []).map((text) => ['', ...wrap(text, '')])),
    ...part('Arguments', columns((command.words ?? []).map(({ name, meaning }) => [name, meaning]))),
    ...part('Options', columns(optionRows(command))),
    ...part(
      'Examples',
      command.examples.flatMap(({ line, meaning }) => [`  ${line}`, ...wrap(meaning, '      ')]),
    ),
    ...part('Exit codes', columns(exitsOf(command))),
    ...(command.json ? part('JSON output', wrap(command.json, '  ')) : []),
  ].join('\n')
}

const WIDTH = 100

/** Two columns; the second goes on below itself. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(26, Math.max(...rows.map(([name]) => name.length)))
  return rows.flatMap(([name, meaning]) => {
    const lines = wrap(meaning, ' '.repeat(width + 4))
    if (name.length > width) return [`  ${name}`, ...lines]
    return [`  ${name.padEnd(width)}  ${lines[0]!.trimStart()}`, ...lines.slice(1)]
  })
}

function wrap(text: string, margin: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && margin.length + line.length + word.length + 1 > WIDTH) {
      lines.push(margin + line)
      line = ''
    }
    line += line ? ` ${word}` : word
  }
  return [...lines, margin + line]
}
