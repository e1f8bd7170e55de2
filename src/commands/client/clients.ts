import { dayOf } from '../../kernel/time/clock.ts'
import { type Command, EXIT } from '../framework/command.ts'
import { listing, say, sayJson, tell } from '../framework/terminal.ts'
import { CONNECTION, connect } from './connection.ts'
import { workspaces } from './workspace.ts'

export const command: Command = {
  name: 'clients',
  summary: 'List the client workspaces with their ids.',
  options: { all: { short: 'a', meaning: 'include teams, your own workspace and archived workspaces' }, ...CONNECTION },
  examples: [
    { line: 'signalpost clients', meaning: 'List the clients that are not archived.' },
    { line: 'signalpost clients --all --json', meaning: 'List every workspace that the key can use, for a script.' },
  ],
  json: 'all items of GET /tenants in one array',

  async run({ options, json }) {
    const install = connect(options)
    const found = await workspaces(install, options.all === true ? 'include_archived=true' : 'kind=client')
    if (json) sayJson(found)
    else if (found.length === 0) tell('there are no clients; add one on the page Clients of the web interface')
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
