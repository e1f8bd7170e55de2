import { releaseProviders } from '../../features/sso/index.ts'
import { type Command, CommandError } from '../framework/command.ts'
import { say, sayJson } from '../framework/terminal.ts'
import { noteCommand } from './command-trail.ts'
import { changeStopped } from './stopped-install.ts'

export const command: Command = {
  name: 'sso',
  summary: 'Stop requiring an identity provider, while the install is stopped.',
  about: [
    'After `off`, everybody can sign in with a password or a passkey again. The identity providers stay and still work.',
    'Use it if a required provider does not work and no platform admin can sign in. The audit trail records it.',
    'It needs the secret key of the install. If the key is lost, run `signalpost rotate-key --lost` first.',
  ],
  words: [
    { name: 'ACT', meaning: 'off', required: true, choices: ['off'] },
    { name: 'PROVIDER', meaning: 'id or name of the provider; default: all providers' },
  ],
  examples: [{ line: 'signalpost sso off', meaning: 'Stop requiring any provider.' }],
  json: '{released}',

  run({ words: [, named], json }) {
    const released = changeStopped((tx) => {
      const names = releaseProviders(tx, named ?? null)
      if (names === null) throw new CommandError(`there is no identity provider ${named}`)
      const after = { enforce: false, released: names }
      noteCommand(tx, { action: 'update_identity_provider', target: named ?? 'every provider', after })
      return names
    })
    if (json) sayJson({ released })
    else say(released.length > 0 ? `No longer required: ${released.join(', ')}.` : 'No identity provider was required.')
    return 0
  },
}
