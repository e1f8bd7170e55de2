import { dayOf } from '../../kernel/time/clock.ts'
import { type Command, EXIT } from '../framework/command.ts'
import { listing, say, sayJson, tell } from '../framework/terminal.ts'
import { CONNECTION, connect } from './connection.ts'
import { workspaces } from './workspace.ts'

export const command: Command = {
  name: 'clients',
  summary: 'List the workspaces of clients, with their ids.',
  options: {
    all: { short: 'a', meaning: 'teams and your own workspace too, and those that are archived' },
    ...CONNECTION,
  },
  examples: [
    { line: 'signalpost clients', meaning: 'Clients that are in use.' },
    { line: 'signalpost clients --all --json', meaning: 'Every workspace that the key reaches, for a script.' },
  ],
  json: 'workspaces as GET /tenants lists them, in one array',

  async run({ options, json }) {
    const install = connect(options)
    const found = await workspaces(install, options.all === true ? 'include_archived=true' : 'kind=client')
    if (json) sayJson(found)
    else if (found.length === 0) tell('no clients; make one in the web interface')
    else
      say(
        listing(
          ['ID', 'KIND', 'SINCE', 'NAME'],
          found.map((one) => [one.id, one.kind + (one.archived ? ', archived' : ''), dayOf(one.created_at), one.name]),
        ),
      )
    return EXIT.well
  },
}
