import { type Command, textOf, UsageError } from '../framework/command.ts'
import { readSettings } from './this-install.ts'
import { check } from './update/check.ts'
import { updateFrom } from './update/forward.ts'
import { assertUpdatable, installPathsOf } from './update/install-paths.ts'
import { lockUpdates } from './update/machine.ts'
import { rollBack } from './update/roll-back.ts'

export const command: Command = {
  name: 'update',
  summary: 'Update this program to a newer release, and roll back automatically if it does not start.',
  about: [
    'First it verifies the signature, age, version and platform of the release. Then the new program upgrades a copy of the data. Only then does it stop the service and change anything.',
    'Run it as root, or as the owner of the program. The previous program stays in the same folder as signalpost.previous. If the new one does not start at all, run `signalpost.previous update --rollback`.',
    'It makes no network request unless SIGNALPOST_UPDATE_URL is set.',
  ],
  words: [
    {
      name: 'RELEASE',
      meaning: 'folder or tar file of the release; default: the newest release at SIGNALPOST_UPDATE_URL',
      file: true,
    },
  ],
  options: {
    check: { meaning: 'only verify the release and describe it' },
    rollback: { meaning: 'return to the previous version, and to its data if the schema changed' },
    yes: { meaning: 'with --rollback: do not ask for confirmation if newer data is lost' },
    program: { meaning: 'the executable to update; default: this one', value: 'FILE', file: true },
  },
  examples: [
    {
      line: 'signalpost update --check signalpost-0.3.0-linux-x64.tar',
      meaning: 'Verify a release and describe it. Without --check, install it.',
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
