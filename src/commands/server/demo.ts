import { demo } from '../../demo/index.ts'
import { createScreen, type Row } from '../../demo/screen.ts'
import { MAX_URLS } from '../../kernel/operation/shape.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { type Command, numberOf, textOf } from '../framework/command.ts'
import { sayJson } from '../framework/terminal.ts'

const LINKS = 120

export const command: Command = {
  name: 'demo',
  summary: 'Run a push and its seven days of checks in seconds, on this machine, without network; keeps no data.',
  about: [
    'The demo runs the real code with local test sites, a simulated supplier and a simulated search engine. It exits with 0 only if the credits add up.',
  ],
  options: {
    keep: { meaning: 'keep the web interface running until Ctrl-C, and print its address' },
    sample: { value: 'FOLDER', meaning: 'only make the sample data of the pages, in this new folder', file: true },
    links: { value: 'N', meaning: `number of links to push, 1 to ${MAX_URLS}; default ${LINKS}` },
  },
  examples: [{ line: 'signalpost demo --links 500', meaning: 'Push more links.' }],
  json: 'the final table as an array of {label, value, of?}; progress goes to stderr',

  async run({ options, json }) {
    const folder = textOf(options, 'sample')
    if (folder !== undefined) {
      const { playSample } = await import('../../sample/play.ts')
      await playSample(folder, systemClock.now(), (day, of) => console.log(`${day}/${of}`))
      return 0
    }
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
