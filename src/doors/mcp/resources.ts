/** Resources to read by address: answers of operations, reports of jobs, the guarantee in words. */
import { lookDays } from '../../domains/plans/index.ts'
import type { App } from '../../kernel/operation/app.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { invoke } from '../../kernel/operation/invoke.ts'
import { mayCall } from '../../kernel/operation/operation.ts'
import { fitted } from './brief.ts'
import { reportText } from './report.ts'
import { apart, type ToolCaller } from './tools.ts'

type Content = { mimeType: string; text: string }
/** `path` names inputs of the operation in braces; without an operation the text is ours. */
type Address = { path: string; name: string; title: string; description?: string; operation?: string }

declare module '../../kernel/operation/app.ts' {
  interface App {
    /** Texts of features to read by address, in Markdown. */
    texts: readonly { path: string; name: string; title: string; text(): string }[]
  }
}

const SCHEME = 'signalpost://'
const JSON_TYPE = 'application/json'
const MARKDOWN = 'text/markdown'
/** Jobs that the menu shows; any other is named by its id. */
const RECENT = 20

const GUARANTEE: Address = { path: 'guarantee', name: 'guarantee', title: 'The credit-back guarantee, explained' }
const REPORT: Address = {
  path: 'job/{id}/report',
  name: 'report',
  title: 'Report of a job',
  description: 'Result of a job, to read aloud',
}

const answer = (path: string, operation: string, name: string, title: string, description?: string) => ({
  path,
  operation,
  name,
  title,
  description,
})

const ADDRESSES: Address[] = [
  GUARANTEE,
  answer('today', 'get_today', 'today', 'What needs attention, each case with its next act'),
  answer('summary', 'get_summary', 'summary', 'Credits and outcome of the last 30 days, by workspace'),
  answer('results', 'get_results', 'results', `Links found by day ${lookDays()}, by week`),
  answer('links', 'list_links', 'links', 'Newest links of all jobs'),
  answer('clients', 'list_clients', 'clients', 'Clients with results and credits, those that need attention first'),
  answer('ledger', 'list_ledger', 'ledger', 'Ledger of this workspace'),
  answer('reports', 'list_reports', 'client_reports', 'Reports of clients, those that wait first'),
  answer('job/{id}', 'get_job_status', 'job', 'Job', 'A push or check: status, outcome, links'),
  REPORT,
  answer('link/{uid}', 'get_link', 'link', 'Link', 'Its job, pre-flight, checks and credits'),
  answer('client/{id}', 'get_tenant_overview', 'client', 'Client', 'Its credits, jobs and results'),
  answer(
    'ledger/{tenant_id}',
    'list_ledger',
    'ledger_of_client',
    'Ledger of a workspace',
    'Credit movements, newest first',
  ),
  answer(
    'client-report/{id}',
    'get_report',
    'client_report',
    'Report of a client',
    'Frozen figures of a period and their revisions',
  ),
]

const isTemplate = ({ path }: Address): boolean => path.includes('{')
const shown = ({ path, operation, ...words }: Address) => ({ ...words, mimeType: operation ? JSON_TYPE : MARKDOWN })

/** Without those of features that are not there. */
const addressesOf = ({ operations }: App): Address[] =>
  ADDRESSES.filter(({ operation }) => !operation || operations.some(({ name }) => name === operation))

export const templatesOf = (app: App) =>
  addressesOf(app)
    .filter(isTemplate)
    .map((one) => ({ uriTemplate: SCHEME + one.path, ...shown(one) }))

type Resource = { uri: string; name: string; title: string; description?: string; mimeType: string }
type Job = { id: string; name: string; tenant_name: string; type: string; status: string }

/** The fixed ones that the caller may read and, for each of the newest jobs, the job and its report. */
export async function listResources(app: App, asker: ToolCaller): Promise<Resource[]> {
  const { items } = (await ask(app, asker, 'list_jobs', { page_size: RECENT })) as { items: Job[] }
  const fixed = addressesOf(app).filter(
    (one) => !isTemplate(one) && (!one.operation || mayCall(operationOf(app, one.operation), asker.caller)),
  )
  return [
    ...[...fixed, ...app.texts.map(({ text: _, ...one }) => one)].map((one) => ({
      uri: SCHEME + one.path,
      ...shown(one),
    })),
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

/** The content of an address; null where there is none or the caller may not see it. */
export async function readResource(app: App, asker: ToolCaller, uri: string): Promise<Content | null> {
  const text = app.texts.find(({ path }) => SCHEME + path === uri)
  if (text) return markdown(text.text())
  for (const address of addressesOf(app)) {
    const given = inputsIn(address, uri)
    if (given) return contentOf(app, asker, address, given)
  }
  return null
}

/** The inputs that an address names; null where it is not this address. */
function inputsIn({ path }: Address, uri: string): Record<string, string> | null {
  const [parts, given] = [path.split('/'), uri.startsWith(SCHEME) ? uri.slice(SCHEME.length).split('/') : []]
  if (parts.length !== given.length) return null
  const inputs: Record<string, string> = {}
  for (const [i, part] of parts.entries()) {
    const value = given[i]!
    if (part.startsWith('{') && value) inputs[part.slice(1, -1)] = value
    else if (part !== value) return null
  }
  return inputs
}

async function contentOf(
  app: App,
  asker: ToolCaller,
  address: Address,
  given: Record<string, string>,
): Promise<Content | null> {
  if (address === GUARANTEE) return markdown(await guarantee(app, asker))
  try {
    if (address === REPORT)
      return markdown(reportText((await ask(app, asker, 'get_job_status', { ...given, url_limit: 200 })) as never))
    const data = await ask(app, asker, address.operation!, given)
    return { mimeType: JSON_TYPE, text: fitted(operationOf(app, address.operation!), data, {}) }
  } catch (error) {
    if (error instanceof Fault && UNKNOWN.includes(error.code)) return null
    throw error
  }
}

/** A link's number that is none is as unknown as one that is not there. */
const UNKNOWN: readonly string[] = ['not_found', 'validation_failed']

const markdown = (text: string): Content => ({ mimeType: MARKDOWN, text })

async function ask(
  app: App,
  { caller, visit }: ToolCaller,
  name: string,
  inputs: Record<string, unknown>,
): Promise<unknown> {
  const operation = operationOf(app, name)
  const { path, rest } = apart(operation, caller, inputs)
  return (await invoke(app, operation, caller, { path, rest, ip: visit.ip, request_id: visit.id })).data
}

const operationOf = (app: App, name: string) => app.operations.find((one) => one.name === name)!

type Pricing = {
  credits: { kind: string; work: string; credits: number; meaning: string }[]
  guarantee: { look_days: number[]; meaning: string }
}

async function guarantee(app: App, asker: ToolCaller): Promise<string> {
  const { credits, guarantee } = (await ask(app, asker, 'get_pricing', {})) as Pricing
  const days = guarantee.look_days.join(', ')
  return `# The credit-back guarantee

A push reserves one index credit for each link. ${guarantee.meaning}

- **Days ${days}** after a link was sent, a search engine is asked whether it shows the link. These checks are free.
- **Shown** on any of them: the credit is used.
- **Not shown** on the last: the credit is refunded automatically. A missing answer is never a no: the check is made again, and a credit that cannot be settled is refunded.
- **Taken out** before it was sent (flagged by the free pre-flight, already visible, cancelled): the credit is refunded at once.
- **Not covered**: flagged links that were pushed all the same, and links refreshed by force. Their credit is used when they are sent.

## What costs what

${credits.map(({ kind, work, credits: n, meaning }) => `- ${work}: ${n} ${kind} credit${n === 1 ? '' : 's'}. ${meaning}`).join('\n')}
`
}
