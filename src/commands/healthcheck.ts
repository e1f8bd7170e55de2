import { readConfig } from '../kernel/config.ts'
import { knock } from '../upstream/install.ts'
import { type Command, CommandError } from './command.ts'

export const command: Command = {
  usage: 'healthcheck',
  summary: 'Exit 0 when the install on this machine is ready for work (for containers).',
  options: {},
  words: 0,

  async run() {
    const { status, text } = await knock(readConfig(process.env).config.listen, '/readyz')
    if (status === 200) return 0
    throw new CommandError(status === null ? `nothing answers: ${text}` : `not ready: ${text}`)
  },
}
