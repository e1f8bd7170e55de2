import { type Command, textOf } from '../framework/command.ts'
import { CONNECTION } from './connection.ts'
import { dryCheck } from './dry-run.ts'
import { type Job, QUIET, WAITING } from './job.ts'
import { LINKS, SINCE } from './links.ts'
import { type Dropped, follow, LIMIT, limitIn, sayNothingToOrder, takeOrder } from './order.ts'
import { CLIENT, workspaceNamed } from './workspace.ts'

const ENGINES = ['scan_standard', 'scan_live', 'scan_bing', 'upstream']

export const command: Command = {
  name: 'check',
  summary: 'Check whether links are indexed.',
  about: [
    'A check costs one check credit per link, or five with the engine scan_live. A check without a result costs nothing.',
  ],
  words: [LINKS],
  options: {
    'dry-run': { meaning: 'show the links to check and the bill; spends nothing' },
    wait: { meaning: 'wait for the results' },
    timeout: WAITING.timeout!,
    ...CLIENT,
    job: { value: 'NAME', meaning: 'name of the job' },
    engine: { value: 'ENGINE', choices: ENGINES, meaning: `check engine: ${ENGINES.join(', ')}` },
    ...LIMIT,
    ...SINCE,
    ...QUIET,
    ...CONNECTION,
  },
  examples: [
    { line: 'signalpost check links.txt --dry-run', meaning: 'Show the bill.' },
    {
      line: 'signalpost check links.txt --wait || test $? -eq 3',
      meaning: 'Wait for the results; exit code 3 means that some links are not indexed.',
    },
    { line: 'signalpost check - --client Bakery --json < links.txt', meaning: 'Check for a client, from a script.' },
  ],
  exits: {
    3: 'a line is not a link; with --wait also: a link is not indexed',
    4: 'the --timeout ended before all results arrived; the job continues',
  },
  json: 'the answer of POST /check; with --wait that of GET /jobs/{id} with `duplicates` and `invalid`',

  async run({ words, options, json }) {
    const order = { name: textOf(options, 'job'), engine: textOf(options, 'engine'), ...limitIn(options) }
    const { install, links } = await takeOrder(words, options)
    if (links.urls.length === 0) return sayNothingToOrder(json)
    const tenant_id = await workspaceNamed(install, textOf(options, 'client'))
    if (options['dry-run'] === true) return dryCheck(install, links, { ...order, tenant_id }, json)
    const job = await install.post<Job & Dropped>('/check', { urls: links.urls, tenant_id, ...order })
    return follow(install, job, links, options, json)
  },
}
