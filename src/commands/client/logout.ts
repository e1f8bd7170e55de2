import { type Command, EXIT } from '../framework/command.ts'
import { say, sayJson } from '../framework/terminal.ts'
import { deleteLogin } from './login-file.ts'

export const command: Command = {
  name: 'logout',
  summary: 'Forget what `login` stored. The key itself goes on working until it is revoked.',
  examples: [{ line: 'signalpost logout', meaning: 'Delete the stored key.' }],
  json: '{deleted}: the path, or null when there was nothing',

  run({ json }) {
    const deleted = deleteLogin()
    if (json) sayJson({ deleted })
    else say(deleted ? `deleted ${deleted}` : 'nothing was stored')
    return EXIT.well
  },
}
