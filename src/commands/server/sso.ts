import { releaseProviders } from '../../domains/sso/index.ts'
import { type Command, CommandError } from '../framework/command.ts'
import { say, sayJson } from '../framework/terminal.ts'
import { noteCommand } from './command-trail.ts'
import { changeStopped } from './stopped-install.ts'

export const command: Command = {
  name: 'sso',
  summary: 'Stop requiring an identity provider, while the install is stopped.',
  about: [
    'off lets everybody sign in with a password or a passkey again. The providers stay, and people may use them.',
    'For when a required provider does not work and no platform admin can sign in. It is in the audit trail.',
    'It needs the secret key of the install. Where that is lost, run `signalpost rotate-key --lost` first.',
  ],
  words: [
    { name: 'ACT', meaning: 'off', required: true, choices: ['off'] },
    { name: 'PROVIDER', meaning: 'its id or its name; without it every provider' },
  ],
  examples: [{ line: 'signalpost sso off', meaning: 'No provider is required any longer.' }],
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
