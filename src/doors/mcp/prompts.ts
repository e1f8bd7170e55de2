/** Prompts in the menu of a person's client. Each becomes a message that names the tools to use and the result. */
type Argument = { name: string; description: string; required: boolean }
type Prompt = {
  name: string
  title: string
  description: string
  arguments: Argument[]
  text(given: Record<string, string>): string
}

const needed = (name: string, description: string): Argument => ({ name, description, required: true })
const optional = (name: string, description: string): Argument => ({ name, description, required: false })
const CLIENT = optional('client', 'Name of the client; your own workspace unless given')

const forClient = (client: string | undefined): string =>
  client ? `for the client "${client}" (find its id with list_tenants, q)` : 'for my own workspace'

const PROMPTS: readonly Prompt[] = [
  {
    name: 'morning_check',
    title: 'Morning check over my clients',
    description: 'Indexed links, refunds and cases that need attention, over all clients, without spending credits.',
    arguments: [],
    text: () =>
      `Give me the morning check over my clients. Spend no credits.
1. list_tenants, then list_jobs with status watching and with status done (newest first) for what moved since yesterday.
2. For jobs that need attention (failed, flagged or not indexed links; a note that says what it waits for): get_job_status.
3. get_credits for each client that pushed lately: who runs low?
4. list_indexnow_sites with status failing.
Answer in a table by client: got indexed, refunded, waits, needs me. Below it at most five things that I should do, the most worthwhile first, each with the tool that does it.`,
  },
  {
    name: 'push_sitemap',
    title: 'Push this sitemap',
    description: 'Pushes the pages of a sitemap that can be indexed, within a limit of credits.',
    arguments: [
      needed('sitemap', 'Address of the sitemap, or its URLs, one a line'),
      CLIENT,
      optional('max_credits', 'Most credits to reserve'),
    ],
    text: ({ sitemap, client, max_credits }) =>
      `Push the pages of this sitemap ${forClient(client)}: ${sitemap}
If you cannot read the address yourself, ask me to paste the URLs.
1. validate_urls, then preflight_urls: leave out what has flags.
2. submit_index_job with the rest and estimate: true${max_credits ? `, max_credits: ${max_credits}` : ''}. Tell me the bill${max_credits ? '' : ' and wait for my yes'}.
3. The same without estimate, with an idempotency_key.
Answer with the job's id, the credits it reserved and those still available, and the flagged pages with their fixes.`,
  },
  {
    name: 'why_not_indexed',
    title: 'Why was this link not indexed?',
    description: 'Finds out why a search engine does not show a page, as far as that can be known for free.',
    arguments: [needed('url', 'The page'), CLIENT],
    text: ({ url, client }) =>
      `Find out why this page is not shown by search engines, ${forClient(client)}: ${url}
1. preflight_urls with it: flags and fixes.
2. list_jobs, then list_job_urls with q for the page: was it sent, what did the checks find, what became of its credit?
3. get_check_results of such a job with url and all_jobs: which engine found what, when.
Do not spend credits; say what a check_index of it would cost and tell. Answer with the most likely reason, how sure you are and why, and what to do, in plain words.`,
  },
  {
    name: 'monthly_report',
    title: 'Monthly report for a client',
    description: 'Links pushed, indexed and refunded in a month, with links to the reports.',
    arguments: [needed('client', 'Name of the client'), optional('month', 'YYYY-MM; the last one unless given')],
    text: ({ client, month }) =>
      `Write the report of ${month ?? 'the last month'} ${forClient(client)}.
1. list_jobs of its tenant_id, the month's jobs by created_at; get_job_status for each that was done.
2. list_ledger of its tenant_id for the month: credits used, refunded, added.
3. share_job_report for the jobs worth showing, after asking me: anyone who has such an address can read it.
Write for the client: what was pushed, how much of it is shown now, which credits were refunded, what to fix. Do not name the tools. Close with the addresses of the reports.`,
  },
]

/** The menu, as the protocol tells it. */
export const listPrompts = (): object[] => PROMPTS.map(({ text: _, ...prompt }) => prompt)

/** A filled-in prompt, or a sentence that says what is wrong. */
export function promptOf(name: string, given: Record<string, string>): object | string {
  const prompt = PROMPTS.find((one) => one.name === name)
  if (!prompt) return `Unknown prompt: ${name}`
  const missing = prompt.arguments.find((one) => one.required && !given[one.name]?.trim())
  if (missing) return `The prompt needs ${missing.name}: ${missing.description}`
  const content = { type: 'text', text: prompt.text(given) }
  return { description: prompt.description, messages: [{ role: 'user', content }] }
}
