/**
 * The official conformance suite against the compiled binary, in both revisions. What it may fail stands in the files of
 * expected failures: features that the product does not offer, and nothing else. One that passes by now fails the run.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { some } from '../../long/whole.ts'
import { type Appliance, appliance, textOf } from '../appliance.ts'
import { type Site, site } from '../site.ts'
import { suiteProxy } from '../suite.ts'

setDefaultTimeout(600_000)

const SUITE = resolve(import.meta.dir, '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
const out = mkdtempSync(join(tmpdir(), 'signalpost-conformance-'))

let one: Appliance
let pages: Site
let job: string
beforeAll(async () => {
  pages = site()
  one = await appliance({ SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' })
  await one.put('/settings/crawl', { routes: { primary: { adapter: 'simulated' } } })
  job = (await one.post<{ id: string }>('/jobs', { urls: [`${pages.url}/one`] })).id
})
afterAll(async () => {
  await one.close()
  pages.stop()
  rmSync(out, { recursive: true, force: true })
})

const fresh = (n: number) => Array.from({ length: n }, (_, i) => `${pages.url}/${performance.now()}-${i}`)

const counterparts = () => ({
  tools: {
    test_simple_text: { name: 'list_tenants', arguments: () => ({}) },
    test_error_handling: { name: 'get_tenant', arguments: () => ({ id: 'nothing' }) },
    test_tool_with_progress: { name: 'preflight_urls', arguments: () => ({ urls: fresh(5) }) },
    test_streaming_elicitation: { name: 'submit_index_job', arguments: () => ({ urls: fresh(1) }) },
    test_input_required_result_elicitation: { name: 'submit_index_job', arguments: () => ({ urls: fresh(1) }) },
  },
  prompts: {
    test_simple_prompt: { name: 'morning_check', arguments: () => ({}) },
    test_prompt_with_arguments: {
      name: 'why_not_indexed',
      arguments: ({ arg1, arg2 }: Record<string, unknown>) => ({ url: arg1, client: arg2 }),
    },
  },
  resources: { 'test://static-text': 'signalpost://guarantee', 'test://template/123/data': `signalpost://job/${job}` },
  words: { [job]: '123' },
  questions: { approval: 'user_name' },
})

test.each(some(['2026-07-28', '2025-11-25'], 2))(
  'of revision %s finds nothing wrong but what is not offered',
  async (revision) => {
    const key = { name: revision, role: 'owner', rate_per_min: 600, approval_above: 0 }
    const { secret } = await one.post<{ secret: string }>('/api-keys', key)
    const proxy = suiteProxy(one.address(), secret, counterparts())
    const expected = join(import.meta.dir, `conformance-${revision.slice(0, 4)}.yml`)
    const words = ['--url', `${proxy.url.origin}/mcp`, '--requirements', revision, '--expected-failures', expected]
    const run = Bun.spawn([process.execPath, SUITE, 'server', ...words, '-o', out], { stdout: 'pipe', stderr: 'pipe' })
    const [said, complaint] = await Promise.all([textOf(run.stdout), textOf(run.stderr)])
    const told = said.slice(said.indexOf('=== SUMMARY')) + complaint
    expect([await run.exited, told]).toEqual([0, expect.stringMatching(/Total: [1-9]\d+ passed/)])
    console.log(`${revision}: ${/Total: .*/.exec(said)![0]}`)
    await proxy.stop(true)
  },
)
