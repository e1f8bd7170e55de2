import { bridge } from '../../../static/mcp-bridge.ts'
import { routeTo } from '../../upstream/route.ts'
import { type Command, EXIT } from '../framework/command.ts'
import { CONNECTION, connectionOf } from './connection.ts'

export const command: Command = {
  name: 'mcp',
  summary: 'Serve MCP on stdin and stdout for an AI app, and forward each message to the install.',
  about: [
    'The AI app starts and stops this command. It has the rights of the API key. The page "AI apps" of the web interface has the settings for common apps.',
  ],
  options: CONNECTION,
  examples: [
    { line: 'signalpost mcp < /dev/null', meaning: 'The command that an app runs; it ends when stdin ends.' },
    {
      line: `echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | signalpost mcp`,
      meaning: 'Test it with one request.',
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
