import type { Command } from '../framework/command.ts'
import { listing, say, sayJson, tell } from '../framework/terminal.ts'
import { readSettings } from './this-install.ts'

export const command: Command = {
  name: 'config',
  summary: 'Show the settings and the source of each; secrets are masked.',
  about: [
    'Settings in the environment override those in the file that SIGNALPOST_CONFIG names. If neither SIGNALPOST_CONFIG nor SIGNALPOST_DATA_DIR is set and ./data has no install, the file is ~/.config/signalpost/signalpost.env or /etc/signalpost/signalpost.env.',
  ],
  examples: [
    { line: 'signalpost config', meaning: 'Show the settings in effect.' },
    {
      line: 'SIGNALPOST_CONFIG=/etc/signalpost/signalpost.env signalpost config',
      meaning: 'Show the settings of the service.',
    },
  ],
  json: 'an array of {name, value, origin, secret, meaning}',

  run({ json }) {
    const { origins, file, unknown } = readSettings()
    for (const name of unknown) tell(`signalpost: ${name}`)
    const rows = origins.map(({ name, value, origin, meaning }) => [name, value || '-', origin, meaning])
    if (json) sayJson(origins)
    else {
      if (file) tell(`Settings file: ${file}`)
      say(listing(['SETTING', 'VALUE', 'FROM', 'MEANING'], rows))
    }
    return 0
  },
}
