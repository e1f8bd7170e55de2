import { readConfig } from '../kernel/config.ts'
import { type Command, say, table } from './command.ts'

export const command: Command = {
  usage: 'config',
  summary: 'Show the effective settings, each with where it comes from; secrets are masked.',
  options: {},
  words: 0,

  run() {
    const rows = readConfig(process.env).origins.map(({ name, value, origin, meaning }) => [
      name,
      value || '-',
      origin,
      meaning,
    ])
    say(table([['SETTING', 'VALUE', 'FROM', 'MEANING'], ...rows]))
    return 0
  },
}
