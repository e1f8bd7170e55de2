import { demo } from '../../demo/index.ts'
import { createScreen, type Row } from '../../demo/screen.ts'
import { MAX_URLS } from '../../kernel/operation/shape.ts'
import { type Command, numberOf } from '../framework/command.ts'
import { sayJson } from '../framework/terminal.ts'

const LINKS = 120

export const command: Command = {
  name: 'demo',
  summary: 'See the main job on this machine: no network, nothing left behind.',
  about: [
    'A push and the seven days after it, in seconds, through the real code: a small web of its own, a simulated supplier and search engine. Ends with 0 only if the books balance.',
  ],
  options: {
    keep: { meaning: 'leave the web interface open until Ctrl-C, and print its address' },
    links: { value: 'N', meaning: `number of links to push, 1 to ${MAX_URLS}; default ${LINKS}` },
  },
  examples: [{ line: 'signalpost demo --links 500', meaning: 'A larger push.' }],
  json: 'the table at the end, as {label, value, of?} in one array; the rest goes to stderr',

  async run({ options, json }) {
    const links = numberOf(options, 'links', [1, MAX_URLS], `a number from 1 to ${MAX_URLS}`) ?? LINKS
    const order = { keep: options.keep === true, links }
    if (!json) return demo(order)
    let result: Row[] = []
    const screen = createScreen(process.stderr)
    const code = await demo(order, {
      ...screen,
      table(rows) {
        result = rows
      },
    })
    sayJson(result.flatMap((row) => (row ? [{ label: row.label, value: row.value, of: row.of === true }] : [])))
    return code
  },
}
