import type { Command } from '../framework/command.ts'
import { listing, say, sayJson, tell } from '../framework/terminal.ts'
import { readSettings } from './this-install.ts'

export const command: Command = {
  name: 'config',
  summary: 'Show the settings and where each comes from; secrets are masked.',
  about: [
    'Settings come from the environment, then from the file that SIGNALPOST_CONFIG names. If neither that nor SIGNALPOST_DATA_DIR is set and there is no install in ./data, the file is ~/.config/signalpost/signalpost.env or /etc/signalpost/signalpost.env.',
  ],
  examples: [
    { line: 'signalpost config', meaning: 'What is in force.' },
    { line: 'SIGNALPOST_CONFIG=/etc/signalpost/signalpost.env signalpost config', meaning: 'What the service reads.' },
  ],
  json: '{name, value, origin, secret, meaning} in one array',

  run({ json }) {
    const { origins, file } = readSettings()
    const rows = origins.map(({ name, value, origin, meaning }) => [name, value || '-', origin, meaning])
    if (json) sayJson(origins)
    else {
      if (file) tell(`Settings file: ${file}`)
      say(listing(['SETTING', 'VALUE', 'FROM', 'MEANING'], rows))
    }
    return 0
  },
}
