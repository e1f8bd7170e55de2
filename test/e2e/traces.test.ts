/**
 * Through the binary: what an agency is told, by whatever door, holds no trace of the other agency in the same install,
 * and no number would be another without it.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { ROLES } from '../../src/kernel/operation/caller.ts'
import { type AnyOperation, changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { site } from '../../views/site.tsx'
import { inputsOf, operationsThatName } from '../contract/naming.ts'
import { ask, exampleOf, type Input, send } from '../contract/request.ts'
import type { Credential } from '../contract/seed-cast.ts'
import { some, WHOLE } from '../long/whole.ts'
import { type Install, runOn, type Seeded, seededFolder } from './seeded.ts'
import { MARK, markTheirs, removeTheirs, TRACE_OF_OURS, TRACE_OF_THEIRS, withoutBen } from './sides.ts'

setDefaultTimeout(600_000)

let seeded: Seeded
/** Both agencies, one of them marked; and the first one without the other. */
let [both, alone] = [null, null] as unknown as [Install, Install]
beforeAll(async () => {
  seeded = await seededFolder({ of_each: 8 })
  const [marked, rest] = [seeded.copy(markTheirs), seeded.copy(removeTheirs)]
  both = await runOn(marked)
  alone = await runOn(rest)
})
afterAll(async () => {
  await both.close()
  await alone.close()
  seeded.forget()
})

const own = operations.filter(({ role }) => role !== 'platform')
const reads = own.filter((one) => !changes(one))
/** `test/e2e/tenancy.test.ts` asks for everything that another agency has; this file also reads what the answers say. */
const sometimes = (all: readonly AnyOperation[]) => some(all, 4)
const each = (chosen: readonly AnyOperation[]) => test.each(chosen.map((one) => [one.name, one] as const))

/** What of the text gives the other agency away. */
const traceIn = (text: string, trace: RegExp): string | null => {
  const found = trace.exec(withoutBen(text))
  return found && withoutBen(text).slice(Math.max(0, found.index - 100), found.index + 100)
}

/** Who sees most; the long run asks as all. */
const EQUAL = WHOLE ? ROLES : (['owner'] as const)

/** The trail has a row of each read of what is sensitive, with an id of its own. */
const NOTES_READS = ['list_tenant_audit']

describe('without the other agency', () => {
  each(sometimes(reads.filter(({ name }) => !NOTES_READS.includes(name))))(
    '%s would answer the same',
    async (_, operation) => {
      for (const role of EQUAL)
        for (const input of [exampleOf(operation), ...wider(operation)]) {
          const who = { ...seeded.agency[role].session }
          const [here, there] = [await ask(both, operation, who, input), await ask(alone, operation, who, input)]
          expect([input, here.status, timeless(here.text)]).toEqual([input, there.status, timeless(there.text)])
        }
    },
  )
})

/** Of links of a settled day, with a finding on answer engines or on a host of another client, of reports that were sent, of held links, of links at risk and of sitemaps at Google: there are none yet. */
const TELL_LATER = [
  ...['get_tenant_why', 'get_job_answers', 'list_report_deliveries', 'list_held_urls', 'get_left_out'],
  ...['get_at_risk', 'list_google_sitemaps'],
]
/** A rule of sign-in, what the DNS says of a sender, and counts of links at Google name nothing of a workspace. */
const TELL_NO_NAME = ['get_security_rule', 'get_report_sender', 'get_google_coverage', 'get_job_google']
/** What was sent yesterday is in a week that is over only if today is Monday. */
const OF_A_WEEK = ['get_result_cell', 'list_result_links']
/** Examples of tools and of events are words of the product; a preview fetches an address, and none answers here. */
const NOT_ASKED = ['list_mcp_tools', 'get_webhook_types', 'preview_standing_push', ...OF_A_WEEK]

/** A list without the example's filters: with what it requires alone. */
function wider(operation: AnyOperation): Input[] {
  const { input } = operation
  const example = exampleOf(operation)
  const kept = Object.fromEntries(((input as { required?: string[] }).required ?? []).map((one) => [one, example[one]]))
  return 'page_size' in input.properties ? [{ ...kept, page_size: 200 }] : []
}

/** Two processes are asked at two moments, and fail under two request ids. */
const timeless = (text: string): string =>
  text
    .replace(/"request_id":"[^"]+"/g, '')
    // How old an attempt of long ago is.
    .replace(/"age_s":\d+|\d+ seconds away/g, '')
    .replace(/"last_(used|seen)_at":(null|"[^"]+")/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')

/** Every role was told the same without the other agency; so a change is judged by who may most, the long run by all. */
const TOLD = WHOLE ? ROLES : (['owner'] as const)

describe('no trace of the other agency', () => {
  each(sometimes(reads))('is in what %s answers, nor found by a search', async (_, operation) => {
    const asked = [exampleOf(operation), ...inputsOf(operation), ...wider(operation)]
    for (const role of TOLD)
      for (const input of asked) {
        const { text } = await ask(both, operation, seeded.agency[role].key, input)
        expect(traceIn(text, TRACE_OF_THEIRS)).toBeNull()
      }
    if ('q' in operation.input.properties) {
      const input = { ...asked.at(-1), q: MARK }
      const { json, text } = await ask(both, operation, seeded.agency.owner.key, input)
      // A file without rows is its head alone.
      if (operation.produces) expect(text.trim().split('\n')).toHaveLength(1)
      else if (operation.name === 'search') expect(json?.data).toEqual({ tenants: [], jobs: [], links: [] })
      else expect(json?.data).toMatchObject({ items: [], total: 0 })
    }
  })

  each(sometimes(reads.filter(({ name }) => !NOT_ASKED.includes(name))))(
    'is in what %s answers to the other one either, who sees its own',
    async (_, operation) => {
      const { key, session } = seeded.rival.owner
      const who = operation.person ? session : key
      const answers = [exampleOf(operation), ...wider(operation)].map((input) =>
        ask(both, operation, who, asTheirs(input)),
      )
      for (const { status, text } of await Promise.all(answers))
        expect([status, traceIn(text, TRACE_OF_OURS)]).toEqual([200, null])
      const all = (await Promise.all(answers)).map(({ text }) => text).join()
      const names = operationsThatName.includes(operation) && ![...TELL_LATER, ...TELL_NO_NAME].includes(operation.name)
      if (names) expect(traceIn(all, TRACE_OF_THEIRS)).not.toBeNull()
    },
  )

  each(some(own.filter(changes), 30))('is in what %s answers when it has changed something', async (_, operation) => {
    for (const who of [seeded.agency.owner.key, seeded.sessions.ada]) {
      const { text } = await ask(both, operation, who)
      expect(traceIn(text, TRACE_OF_THEIRS)).toBeNull()
    }
    await both.renew()
  })
})

/** The same, said by the other agency of what it has itself. */
const asTheirs = (input: Input): Input =>
  JSON.parse(JSON.stringify(seeded.moved(input, 'other')).replace(/[\w-]+\.example/g, `${MARK}.example`))

describe('over MCP', () => {
  each(sometimes(own.filter(({ tool }) => tool)))(
    '%s tells nothing of it, nor knows what is named',
    async (_, operation) => {
      const who = seeded.agency.owner.key
      for (const input of inputsOf(operation)) {
        const named = await callTool(operation, who, seeded.moved(input, 'other'))
        expect(named).toMatchObject({ isError: true })
        expect(JSON.parse(named.content[0]!.text).error.code).toBe('not_found')
      }
      if (changes(operation)) return
      const { content } = await callTool(operation, who, exampleOf(operation))
      expect(traceIn(content[0]!.text, TRACE_OF_THEIRS)).toBeNull()
    },
  )
})

type ToolResult = { isError?: boolean; content: { text: string }[] }

async function callTool({ name }: AnyOperation, who: Credential, input: Input): Promise<ToolResult> {
  const { text } = await send(`${both.url}/mcp`, {
    method: 'POST',
    headers: { ...who, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  })
  const event = text.split('\n').find((line) => line.startsWith('data: '))
  return JSON.parse(event ? event.slice(6) : text).result
}

describe('the pages', () => {
  test('that can be reached by links tell either agency nothing of the other', async () => {
    const ours = await crawl('/app/w/ten_northwind', seeded.agency.owner.session)
    const theirs = await crawl('/app/w/ten_rival', seeded.rival.owner.session)
    const tracesIn = (pages: Iterable<[string, string]>, trace: RegExp) =>
      [...pages].map(([path, text]) => [path, traceIn(text, trace)]).filter(([, found]) => found)
    expect(tracesIn(ours, TRACE_OF_THEIRS)).toEqual([])
    expect(tracesIn(theirs, TRACE_OF_OURS)).toEqual([])
    for (const [found, job] of [
      [ours, '/app/w/ten_northwind/jobs/job_settled'],
      [theirs, '/app/w/ten_rival/jobs/job_settled.other'],
    ] as const)
      expect([...found.keys()]).toContain(job)
  })

  const screens = site.screens.filter(({ access }) => access === 'workspace')
  test.each(some(screens, 8).map(({ method, path }) => [method, path] as const))(
    '%s %s of a foreign workspace, or of a foreign thing, is not there',
    async (method, path) => {
      const before = both.rows()
      const page = (ws: string, id: string, uid: string) =>
        visit(method, path.replace(':ws', ws).replace(':id', id).replace(':uid', uid))
      const nowhere = await page('nothing-here', 'nothing-here', '999999999')
      expect(nowhere.status).toBe(404)
      const foreign = [await page('ten_rival', 'job_settled.other', '509001'), await page('ten_kiosk', 'x', '1')]
      if (path.includes(':id')) foreign.push(await page('ten_northwind', 'job_settled.other', '509001'))
      for (const { status, text } of foreign) expect([status, traceIn(text, TRACE_OF_THEIRS)]).toEqual([404, null])
      expect(both.rows() === before).toBe(true)
    },
  )
})

/** A page, or a form sent without its fields, as the first agency's owner. */
function visit(method: 'GET' | 'POST', path: string, who = seeded.agency.owner.session) {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return send(both.url + path, {
    method,
    headers: { ...who, ...(method === 'POST' ? form : {}) },
    body: method === 'POST' ? '' : undefined,
  })
}

const MOST_PAGES = WHOLE ? 300 : 160

/** The pages of workspaces that links lead to, nearest first, with their text. */
async function crawl(from: string, who: Credential): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const due = [from]
  for (let path = due.shift(); path && found.size < MOST_PAGES; path = due.shift()) {
    if (found.has(path)) continue
    const { text } = await visit('GET', path, who)
    found.set(path, text)
    for (const [, link] of text.matchAll(/(?:href|hx-get)="(\/app\/w\/[^"#]*)/g))
      due.push(link!.replaceAll('&amp;', '&'))
  }
  return found
}
