import { probeInstall } from '../../upstream/install.ts'
import { type Command, CommandError } from '../framework/command.ts'
import { sayJson } from '../framework/terminal.ts'
import { readSettings } from './this-install.ts'

export const command: Command = {
  name: 'healthcheck',
  summary: 'Exit with 0 if the install on this machine is ready (for containers).',
  examples: [{ line: 'signalpost healthcheck', meaning: 'Ask the install at the address in SIGNALPOST_LISTEN.' }],
  json: '{ready: true}',

  async run({ json }) {
    const { status, text } = await probeInstall(readSettings().config.listen, '/readyz')
    if (status === null) throw new CommandError(`nothing answers: ${text}`, 'start it: signalpost serve')
    if (status !== 200) throw new CommandError(`not ready: ${text}`, 'its log says why; run signalpost doctor')
    if (json) sayJson({ ready: true })
    return 0
  },
}
