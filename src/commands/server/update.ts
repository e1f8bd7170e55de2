import { type Command, textOf, UsageError } from '../framework/command.ts'
import { readSettings } from './this-install.ts'
import { check } from './update/check.ts'
import { updateFrom } from './update/forward.ts'
import { assertUpdatable, installPathsOf } from './update/install-paths.ts'
import { lockUpdates } from './update/machine.ts'
import { rollBack } from './update/roll-back.ts'

export const command: Command = {
  name: 'update',
  summary: 'Replace this program by a newer release, and go back automatically when that does not get ready.',
  about: [
    'A release is verified first: its signature, its age, and that it is newer and for this kind of machine. Then the new program upgrades a copy of the data, and only after that the service stops. Nothing is changed until then.',
    'Run it as root, or as the owner of the program. The program before stays beside it as signalpost.previous; when the new one does not start at all, call that one: `signalpost.previous update --rollback`.',
    'It asks no address unless SIGNALPOST_UPDATE_URL names one.',
  ],
  words: [
    {
      name: 'RELEASE',
      meaning: 'its folder, or its tar; the newest at SIGNALPOST_UPDATE_URL unless given',
      file: true,
    },
  ],
  options: {
    check: { meaning: 'only verify the release and say what is in it' },
    rollback: { meaning: 'return to the version before, and to its data where the schema changed' },
    yes: { meaning: 'with --rollback: do not ask about data that is lost' },
    program: { meaning: 'another executable to replace, such as an older release', value: 'FILE', file: true },
  },
  examples: [
    {
      line: 'signalpost update --check signalpost-0.3.0-linux-x64.tar',
      meaning: 'Verify a release and say what is in it. Without --check it is installed.',
    },
  ],
  json: '{result: updated|available|current|back, from, to, security, notes}',

  async run({ words: [word], options, json, asks }) {
    const place = installPathsOf(textOf(options, 'program'))
    if (options.rollback) {
      if (word || options.check) throw new UsageError('--rollback takes no release')
      assertUpdatable(place)
      lockUpdates(place)
      return rollBack(place, { sure: options.yes === true, asks, json })
    }
    if (!options.check) assertUpdatable(place)
    const { config } = readSettings()
    const from = word ?? addressIn(config)
    return options.check
      ? check(place, from, config.update_keys, json)
      : updateFrom(place, from, config.update_keys, json)
  },
}

function addressIn({ update_url }: { update_url: string }): string {
  if (update_url) return update_url
  throw new UsageError(
    'no release is given, and SIGNALPOST_UPDATE_URL is not set',
    'get a release and name its folder or tar: signalpost update ./signalpost-VERSION-linux-x64.tar',
  )
}
