/** Complete recipes that push links from other tools. `test/docs/recipes.test.ts` runs each of them. */
import deployCurl from './recipes/deploy.curl.txt' with { type: 'text' }
import deployPython from './recipes/deploy.python.txt' with { type: 'text' }
import deployTypescript from './recipes/deploy.typescript.txt' with { type: 'text' }
import sitemapCurl from './recipes/sitemap.curl.txt' with { type: 'text' }
import sitemapPython from './recipes/sitemap.python.txt' with { type: 'text' }
import sitemapTypescript from './recipes/sitemap.typescript.txt' with { type: 'text' }
import spreadsheetCurl from './recipes/spreadsheet.curl.txt' with { type: 'text' }
import spreadsheetPython from './recipes/spreadsheet.python.txt' with { type: 'text' }
import spreadsheetTypescript from './recipes/spreadsheet.typescript.txt' with { type: 'text' }
import { type ApiRequest, type Snippet, snippetsOf } from './snippets.ts'

/** The install's address in the files; pages replace it with their own. */
const WRITTEN = 'https://push.northwind.example'

export type Recipe = {
  id: string
  title: string
  text: string
  /** Fields of a step that sends HTTP requests, with their values. */
  fields?: { name: string; value: string }[]
  /** The same with the command line of the product. */
  shell?: string
  snippets: Snippet[]
}

export function recipesFor(site_url: string): Recipe[] {
  const here = (snippet: Snippet): Snippet => ({ ...snippet, text: snippet.text.replaceAll(WRITTEN, site_url) })
  return [...SCRIPTS, ...STEPS].map((recipe) => ({
    ...recipe,
    fields: recipe.fields?.map(({ name, value }) => ({ name, value: value.replaceAll(WRITTEN, site_url) })),
    snippets: recipe.snippets.map(here),
  }))
}

const written = (curl: string, typescript: string, python: string): Snippet[] => [
  { language: 'curl', text: curl },
  { language: 'TypeScript', text: typescript },
  { language: 'Python', text: python },
]

const SCRIPTS: Recipe[] = [
  {
    id: 'deploy',
    title: 'From a deploy',
    text: 'The last step of a pipeline: it pushes the pages that the deploy changed. COMMIT names the deploy; run again with the same pages, the Idempotency-Key answers with the first job and nothing is spent twice.',
    shell: 'signalpost push pages.txt --job "Deploy $COMMIT"',
    snippets: written(deployCurl, deployTypescript, deployPython),
  },
  {
    id: 'spreadsheet',
    title: 'From a spreadsheet',
    text: 'Save the sheet as CSV. What became of each address comes back as a CSV to open beside it.',
    shell: 'tail -n +2 pages.csv | cut -d, -f2 | signalpost push - --job "From the spreadsheet"',
    snippets: written(spreadsheetCurl, spreadsheetTypescript, spreadsheetPython),
  },
  {
    id: 'sitemap',
    title: 'Every night, from a sitemap',
    text: 'For cron or a timer: pages whose <lastmod> is of yesterday or today. When nothing changed, nothing is sent.',
    shell: 'signalpost push https://bakery.example/sitemap.xml --since 1d',
    snippets: written(sitemapCurl, sitemapTypescript, sitemapPython),
  },
]

/** Request of an automation step for one published page. */
const STEP: ApiRequest = {
  method: 'POST',
  url: `${WRITTEN}/api/v1/jobs`,
  headers: { 'Idempotency-Key': 'post-4711' },
  body: { name: 'New on the blog', urls: ['https://bakery.example/blog/rye'] },
}

/** `values`: how the product writes values of the previous step. */
const step = (
  id: string,
  title: string,
  text: string,
  names: string[],
  values: { link: string; id: string },
): Recipe => {
  const said = [
    STEP.method,
    STEP.url,
    'Bearer ipk_…',
    'application/json',
    `post-${values.id}`,
    `{"name": "New on the blog", "urls": ["${values.link}"]}`,
  ]
  return { id, title, text, fields: names.map((name, at) => ({ name, value: said[at]! })), snippets: snippetsOf(STEP) }
}

const STEPS: Recipe[] = [
  step(
    'n8n',
    'n8n',
    'Add the node “HTTP Request” behind the one that has the new page’s address, here in its field “link”. The node’s “Import cURL” takes the curl below; TypeScript and Python are what a program of your own would run.',
    [
      'Method',
      'URL',
      'Header: Authorization',
      'Header: Content-Type',
      'Header: Idempotency-Key',
      'Body, JSON, Using JSON',
    ],
    { link: '{{ $json.link }}', id: '{{ $json.id }}' },
  ),
  step(
    'zapier',
    'Zapier',
    'Add the action “Webhooks by Zapier”, event “Custom Request”, and choose the address from the trigger’s fields, here “Link”.',
    ['Method', 'URL', 'Headers: Authorization', 'Headers: Content-Type', 'Headers: Idempotency-Key', 'Data'],
    { link: '{{link}}', id: '{{id}}' },
  ),
  step(
    'make',
    'Make',
    'Add the module “HTTP: Make a request” behind the one that has the address, here “1. link”. With “Parse response” on, later modules can use the job’s id.',
    [
      'Method',
      'URL',
      'Headers: Authorization',
      'Content type',
      'Headers: Idempotency-Key',
      'Body type Raw: Request content',
    ],
    { link: '{{1.link}}', id: '{{1.id}}' },
  ),
]
