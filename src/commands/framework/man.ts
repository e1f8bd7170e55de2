import { version } from '../../kernel/environment/version.ts'
import { COMMON, type Command, type CommandGroup, EXIT } from './command.ts'
import { allExits, ENVIRONMENT, exitsOf, optionSyntax, usageOf } from './reference.ts'
import { say } from './terminal.ts'

export const command: Command = {
  name: 'man',
  summary: 'Print the man page, in roff format.',
  examples: [
    {
      line: 'signalpost man > signalpost.1',
      meaning: 'Write it to a file. man(1) searches folders such as /usr/local/share/man/man1.',
    },
    { line: 'signalpost man | man -l -', meaning: 'Show it.' },
  ],

  async run({ catalog }) {
    say(manual(await catalog.all()))
    return EXIT.well
  },
}

function manual(groups: CommandGroup[]): string {
  return [
    `.TH SIGNALPOST 1 "" "Signalpost ${version}" "User Commands"`,
    '.SH NAME',
    'signalpost \\- push links to search engines, check whether they are indexed, and get a refund for each that is not',
    '.SH SYNOPSIS',
    '.B signalpost',
    '.I COMMAND',
    '[OPTIONS]',
    ...groups.flatMap(({ title, commands }) => [`.SH ${escaped(title.toUpperCase())}`, ...commands.flatMap(section)]),
    '.SH OPTIONS OF EVERY COMMAND',
    ...Object.entries(COMMON).flatMap(([name, option]) => entry(optionSyntax(name, option), option.meaning)),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, meaning]) => entry(name, meaning)),
    'To see the settings of an install, run',
    '.BR "signalpost config" .',
    '.SH FILES',
    ...entry('~/.config/signalpost/login.json', 'address and API key from login; only the user can read it'),
    '.SH EXIT STATUS',
    ...allExits().flatMap(([code, meaning]) => entry(code, meaning)),
  ].join('\n')
}

function section(command: Command): string[] {
  const { summary, about = [], words = [], options = {}, examples, exits = {}, json } = command
  return [
    `.SS signalpost ${escaped(usageOf(command))}`,
    escaped(summary),
    ...about.flatMap((text) => ['.PP', escaped(text)]),
    ...words.flatMap(({ name, meaning }) => entry(name, meaning)),
    ...Object.entries(options).flatMap(([name, option]) => entry(optionSyntax(name, option), option.meaning)),
    ...(json ? entry('--json', `prints ${json}`) : []),
    ...exitsOf({ exits })
      .filter(([code]) => Number(code) in exits)
      .flatMap(([code, meaning]) => entry(`Exit ${code}`, meaning)),
    ...examples.flatMap(({ line, meaning }) => ['.PP', escaped(meaning), '.RS', '.nf', escaped(line), '.fi', '.RE']),
  ]
}

const entry = (term: string, meaning: string): string[] => ['.TP', `.B ${escaped(term)}`, escaped(meaning)]

/** Text as roff takes it: a hyphen that can be copied, and nothing that begins a request. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^(['.])/, '\\&$1')
