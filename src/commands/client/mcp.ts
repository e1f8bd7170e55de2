import { bridge } from '../../../static/mcp-bridge.ts'
import { routeTo } from '../../upstream/install.ts'
import { type Command, EXIT } from '../framework/command.ts'
import { CONNECTION, connectionOf } from './connection.ts'

export const command: Command = {
  name: 'mcp',
  summary: 'Speak MCP on stdin and stdout, for AI apps that start a program: each message goes to the install.',
  about: [
    'The app starts it and ends it. What it may do is what the key may do; the page "AI apps" of the web interface has the settings of the usual apps.',
  ],
  options: CONNECTION,
  examples: [
    { line: 'signalpost mcp < /dev/null', meaning: 'What an app runs; it ends with its input.' },
    {
      line: `echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | signalpost mcp`,
      meaning: 'One question, to see whether it works.',
    },
  ],

  async run({ options }) {
    const { address, key } = connectionOf(options)
    await bridge({
      endpoint: `${address}/mcp`,
      key,
      input: process.stdin,
      write: (message) => process.stdout.write(`${message}\n`),
      init: routeTo(address),
    })
    return EXIT.well
  },
}
