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
  summary: 'Check whether a search engine shows links, through a running install.',
  about: ['One check credit per link, five with the engine scan_live. A check without a result costs nothing.'],
  words: [LINKS],
  options: {
    'dry-run': { meaning: 'say what would be checked and what it would cost; spends nothing' },
    wait: { meaning: 'stay for the verdicts' },
    timeout: WAITING.timeout!,
    ...CLIENT,
    job: { value: 'NAME', meaning: 'what to call the job' },
    engine: { value: 'ENGINE', choices: ENGINES, meaning: `check engine: ${ENGINES.join(', ')}` },
    ...LIMIT,
    ...SINCE,
    ...QUIET,
    ...CONNECTION,
  },
  examples: [
    { line: 'signalpost check links.txt --dry-run', meaning: 'What it would cost.' },
    {
      line: 'signalpost check links.txt --wait || test $? -eq 3',
      meaning: 'Stay for the verdicts; 3 says that not all are visible.',
    },
    { line: 'signalpost check - --client Bakery --json < links.txt', meaning: 'For a program.' },
  ],
  exits: {
    3: 'a line was no link, or with --wait: not every link is visible',
    4: 'the --timeout is over before the verdicts are in; the job goes on',
  },
  json: 'the job as POST /check answers it, with `duplicates` and `invalid`; with --wait as GET /jobs/{id}, and the two',

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
