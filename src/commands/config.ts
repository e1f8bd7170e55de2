import { readConfig } from '../kernel/config.ts'
import type { Command } from './command.ts'
import { listing, say, sayJson } from './terminal.ts'

export const command: Command = {
  name: 'config',
  summary: 'Show the settings and where each comes from; secrets are masked.',
  examples: [
    { line: 'signalpost config', meaning: 'What is in force.' },
    { line: 'SIGNALPOST_CONFIG=/etc/signalpost/signalpost.env signalpost config', meaning: 'What the service reads.' },
  ],
  json: '{name, value, origin, secret, meaning} in one array',

  run({ json }) {
    const { origins } = readConfig(process.env)
    const rows = origins.map(({ name, value, origin, meaning }) => [name, value || '-', origin, meaning])
    if (json) sayJson(origins)
    else say(listing(['SETTING', 'VALUE', 'FROM', 'MEANING'], rows))
    return 0
  },
}
