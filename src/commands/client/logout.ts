import { type Command, EXIT } from '../framework/command.ts'
import { say, sayJson } from '../framework/terminal.ts'
import { deleteLogin } from './login-file.ts'

export const command: Command = {
  name: 'logout',
  summary: 'Delete the stored address and API key. The key stays valid until you revoke it.',
  examples: [{ line: 'signalpost logout', meaning: 'Delete the stored key.' }],
  json: '{deleted}: the path of the deleted file, or null',

  run({ json }) {
    const deleted = deleteLogin()
    if (json) sayJson({ deleted })
    else say(deleted ? `deleted ${deleted}` : 'nothing was stored')
    return EXIT.well
  },
}
