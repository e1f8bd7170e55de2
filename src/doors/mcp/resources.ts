/** What a person can put into a conversation by its address: jobs, reports of clients, ledgers, the guarantee in words. */
import type { App } from '../../kernel/operation/app.ts'
import { atLeast } from '../../kernel/operation/caller.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { invoke } from '../../kernel/operation/invoke.ts'
import { fitted } from './brief.ts'
import { reportText } from './report.ts'
import type { Asker } from './tools.ts'

type Content = { mimeType: string; text: string }
type Resource = { uri: string; name: string; title: string; description?: string; mimeType: string }

const SCHEME = 'signalpost://'
const JSON_TYPE = 'application/json'
const MARKDOWN = 'text/markdown'
/** Jobs that the menu shows; any other is named by its id. */
const RECENT = 20

const template = (path: string, name: string, title: string, description: string, mimeType = JSON_TYPE) => ({
  uriTemplate: SCHEME + path,
  name,
  title,
  description,
  mimeType,
})

export const templates = [
  template('job/{id}', 'job', 'Job', 'A push or check: status, outcome, links'),
  template('job/{id}/report', 'report', 'Report of a job', 'What came of it, to read aloud', MARKDOWN),
  template('ledger/{tenant_id}', 'ledger_of_client', 'Ledger of a workspace', 'Credit movements, newest first'),
  template(
    'client-report/{id}',
    'client_report',
    'Report of a client',
    'Frozen figures of a period and their revisions',
  ),
]

const STANDING: Resource[] = [
  { uri: `${SCHEME}guarantee`, name: 'guarantee', title: 'The credit-back guarantee, explained', mimeType: MARKDOWN },
  { uri: `${SCHEME}ledger`, name: 'ledger', title: 'Ledger of this workspace', mimeType: JSON_TYPE },
]
/** For who may see the desk. */
const DESK: Resource = {
  uri: `${SCHEME}reports`,
  name: 'client_reports',
  title: 'Reports of clients, those that wait first',
  mimeType: JSON_TYPE,
}

type Job = { id: string; name: string; tenant_name: string; type: string; status: string }

/** The standing ones and, for each of the newest jobs, the job and its report. */
export async function listResources(app: App, asker: Asker): Promise<Resource[]> {
  const { items } = (await ask(app, asker, 'list_jobs', { page_size: RECENT })) as { items: Job[] }
  return [
    ...STANDING,
    ...(asker.caller.platform || atLeast(asker.caller.role, 'member') ? [DESK] : []),
    ...items.flatMap(({ id, name, tenant_name, type, status }) => {
      const description = `${tenant_name}, ${type === 'index' ? 'push' : 'check'}, ${status}`
      const uri = `${SCHEME}job/${id}`
      return [
        { uri, name: `job ${id}`, title: name, description, mimeType: JSON_TYPE },
        { uri: `${uri}/report`, name: `report ${id}`, title: `Report: ${name}`, description, mimeType: MARKDOWN },
      ]
    }),
  ]
}

/** What an address holds; null where there is nothing, or it is not the caller's to see. */
export async function readResource(app: App, asker: Asker, uri: string): Promise<Content | null> {
  const [kind, id, part, ...more] = uri.startsWith(SCHEME) ? uri.slice(SCHEME.length).split('/') : []
  if (more.length || id === '') return null
  try {
    if (kind === 'guarantee' && id === undefined) return markdown(await guarantee(app, asker))
    if (kind === 'ledger' && part === undefined)
      return await briefAnswer(app, asker, 'list_ledger', id === undefined ? {} : { tenant_id: id })
    if (kind === 'reports' && id === undefined) return await briefAnswer(app, asker, 'list_reports', {})
    if (kind === 'client-report' && id !== undefined && part === undefined)
      return await briefAnswer(app, asker, 'get_report', {}, { id })
    if (kind !== 'job' || id === undefined) return null
    if (part === undefined) return await briefAnswer(app, asker, 'get_job_status', {}, { id })
    if (part !== 'report') return null
    return markdown(reportText((await ask(app, asker, 'get_job_status', { url_limit: 200 }, { id })) as never))
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null
    throw error
  }
}

const markdown = (text: string): Content => ({ mimeType: MARKDOWN, text })

/** An operation's answer, as short as its tool gives it. */
async function briefAnswer(app: App, asker: Asker, name: string, rest: object, path = {}): Promise<Content> {
  const data = await ask(app, asker, name, rest, path)
  return { mimeType: JSON_TYPE, text: fitted(operationOf(app, name), data, {}) }
}

async function ask(app: App, { caller, visit }: Asker, name: string, rest: object, path = {}): Promise<unknown> {
  const given = { path, rest, ip: visit.ip, request_id: visit.id }
  return (await invoke(app, operationOf(app, name), caller, given)).data
}

const operationOf = (app: App, name: string) => app.operations.find((one) => one.name === name)!

type Pricing = {
  credits: { kind: string; work: string; credits: number; meaning: string }[]
  guarantee: { look_days: number[]; meaning: string }
}

async function guarantee(app: App, asker: Asker): Promise<string> {
  const { credits, guarantee } = (await ask(app, asker, 'get_pricing', {})) as Pricing
  const days = guarantee.look_days.join(', ')
  return `# The credit-back guarantee

A push sets one index credit aside for each link. ${guarantee.meaning}

- **Days ${days}** after a link was sent, a search engine is asked whether it shows the link. These checks are free.
- **Shown** on any of them: the credit is used.
- **Not shown** on the last: the credit is refunded automatically. A missing answer is never a no: the check is made again, and a credit that cannot be settled is refunded.
- **Taken out** before it was sent (flagged by the free pre-flight, already visible, cancelled): the credit comes back at once.
- **Not covered**: flagged links that were pushed all the same, and links refreshed by force. Their credit is used when they are sent.

## What costs what

${credits.map(({ kind, work, credits: n, meaning }) => `- ${work}: ${n} ${kind} credit${n === 1 ? '' : 's'}. ${meaning}`).join('\n')}
`
}
