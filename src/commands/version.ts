import { commit, version } from '../kernel/version.ts'
import { type Command, say } from './command.ts'

export const command: Command = {
  usage: 'version',
  summary: 'Say which version this is.',
  options: {},
  words: 0,

  run() {
    say(`signalpost ${version} (${commit})`)
    return 0
  },
}
