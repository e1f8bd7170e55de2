import { migrations } from '../../../migrations/index.ts'
import { commit, version } from '../../kernel/environment/version.ts'
import type { Command } from './command.ts'
import { say, sayJson } from './terminal.ts'

export const command: Command = {
  name: 'version',
  summary: 'Print the version.',
  examples: [{ line: 'signalpost version', meaning: 'The same as signalpost --version.' }],
  json: '{version, commit, schema}',

  run({ json }) {
    if (json) sayJson({ version, commit, schema: migrations.length })
    else say(`signalpost ${version} (${commit})`)
    return 0
  },
}
