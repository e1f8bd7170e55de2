import { manualTopics } from '../../doors/docs/manual.ts'
import { type Command, EXIT, optionsOf } from './command.ts'
import { say } from './terminal.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export const command: Command = {
  name: 'completion',
  summary: 'Print the completion script of a shell.',
  words: [{ name: 'SHELL', meaning: `one of ${SHELLS.join(', ')}`, required: true, choices: SHELLS }],
  examples: [
    { line: 'source <(signalpost completion bash)', meaning: 'Add this line to ~/.bashrc.' },
    {
      line: 'signalpost completion zsh > _signalpost',
      meaning: 'Write it to a folder of $fpath, before compinit runs.',
    },
    { line: 'signalpost completion fish | source', meaning: 'Add this line to ~/.config/fish/config.fish.' },
  ],

  async run({ words: [shell], catalog }) {
    const commands = (await catalog.all()).flatMap((group) => group.commands)
    say(SCRIPTS[shell as (typeof SHELLS)[number]](commands))
    return EXIT.well
  },
}

const SCRIPTS = { bash, zsh, fish }

/** In single quotes, as every shell here reads them. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const spelt = (name: string, short: string | undefined): string[] => [`--${name}`, ...(short ? [`-${short}`] : [])]

/** Options of a command that take a value, each with its completions: words, files, or nothing. */
function valuesOf(command: Command): { names: string[]; choices: readonly string[]; file: boolean }[] {
  return Object.entries(optionsOf(command)).flatMap(([name, { value, short, choices = [], file = false }]) =>
    value === undefined ? [] : [{ names: spelt(name, short), choices, file }],
  )
}

const wordsOf = (command: Command, all: Command[]): readonly string[] =>
  command.name === 'help'
    ? [...all.map(({ name }) => name), 'manual', ...manualTopics]
    : (command.words?.[0]?.choices ?? [])

function bash(all: Command[]): string {
  const branches = all.map((command) => {
    const values = valuesOf(command).map(
      ({ names, choices, file }) =>
        `        ${names.join('|')}) ${file ? 'COMPREPLY=($(compgen -f -- "$word"))' : `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$word"))`}; return ;;`,
    )
    const files = command.words?.some(({ file }) => file)
    const spellings = Object.entries(optionsOf(command)).flatMap(([name, { short }]) => spelt(name, short))
    return [
      `    ${command.name})`,
      ...(values.length ? ['      case $before in', ...values, '      esac'] : []),
      `      options=${quoted(spellings.join(' '))}`,
      `      words=${quoted(wordsOf(command, all).join(' '))}`,
      ...(files ? ['      files=yes'] : []),
      '      ;;',
    ].join('\n')
  })
  return `# Completions of signalpost for bash, made by: signalpost completion bash
_signalpost() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} options= words= files=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted([...all.map(({ name }) => name), '--help', '--version'].join(' '))} -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${branches.join('\n')}
    *) return ;;
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$word")); [ -z "$files" ] || COMPREPLY+=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _signalpost signalpost`
}

function zsh(all: Command[]): string {
  /** Colons and brackets mean something to _arguments and _describe. */
  const plain = (text: string) => text.replace(/([:[\]\\])/g, '\\$1')
  const action = (choices: readonly string[], file: boolean) =>
    file ? '_files' : choices.length ? `(${choices.join(' ')})` : ' '
  const branches = all.map((command) => {
    const options = Object.entries(optionsOf(command)).map(
      ([name, { meaning, value, short, choices = [], file = false }]) => {
        const help = `[${plain(meaning)}]${value ? `:${plain(value)}:${action(choices, file)}` : ''}`
        return short ? `'(-${short} --${name})'{-${short},--${name}}${quoted(help)}` : quoted(`--${name}${help}`)
      },
    )
    const words = (command.words ?? []).map(({ name, required, file = false }) =>
      quoted(`${required ? '' : ':'}:${name}:${action(wordsOf(command, all), file)}`),
    )
    return `    ${command.name}) _arguments ${[...options, ...words].join(' ')} ;;`
  })
  return `#compdef signalpost
# Completions of signalpost for zsh, made by: signalpost completion zsh
_signalpost() {
  local -a commands
  commands=(${all.map(({ name, summary }) => quoted(`${name}:${plain(summary)}`)).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${branches.join('\n')}
  esac
}
if [ "$funcstack[1]" = _signalpost ]; then _signalpost "$@"; else compdef _signalpost signalpost; fi`
}

function fish(all: Command[]): string {
  const lines = all.flatMap((command) => {
    const when = `-n '__fish_seen_subcommand_from ${command.name}'`
    const choices = wordsOf(command, all)
    const files = command.words?.some(({ file }) => file)
    return [
      `complete -c signalpost -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.summary)}`,
      ...(files ? [`complete -c signalpost ${when} -F`] : []),
      ...(choices.length ? [`complete -c signalpost ${when} -a ${quoted(choices.join(' '))}`] : []),
      ...Object.entries(optionsOf(command)).map(([name, { meaning, value, short, choices: of = [], file }]) => {
        const takes =
          value === undefined ? '' : file ? ' -r -F' : ` -x${of.length ? ` -a ${quoted(of.join(' '))}` : ''}`
        return `complete -c signalpost ${when} -l ${name}${short ? ` -s ${short}` : ''}${takes} -d ${quoted(meaning)}`
      }),
    ]
  })
  return [
    '# Completions of signalpost for fish, made by: signalpost completion fish',
    'complete -c signalpost -f',
    ...lines,
  ].join('\n')
}
