import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { discard, setUp, start } from './install.ts'
import { costs, type Load, load, seed, typical, WARM_UPS } from './reads.ts'

const ROUNDS = 5

/** A call of a tool and the REST call that it wraps, in turn under the same load. */
export async function tools(): Promise<{ name: string; rest: Load; tool: Load }[]> {
  const { folder, key, tenant_id } = await setUp()
  const job_id = seed(join(folder, 'data', 'signalpost.db'), tenant_id)
  const install = await start(folder)
  const calls: [name: string, path: string, given: object][] = [
    ['get_credits', '/credits', {}],
    ['list_tenants', '/tenants', {}],
    ['list_jobs', '/jobs', {}],
    ['get_job_status', `/jobs/${job_id}`, { id: job_id }],
    ['list_job_urls', `/jobs/${job_id}/urls`, { id: job_id }],
  ]
  try {
    const rows = []
    for (const [name, path, given] of calls) {
      const script = join(folder, `${name}.lua`)
      writeFileSync(script, callOf(name, given))
      const at = { rest: `${install.base}/api/v1${path}`, tool: `${install.base}/mcp` }
      // Compiled before it counts.
      for (let n = 0; n < WARM_UPS; n++) {
        await load(at.rest, key)
        await load(at.tool, key, '-s', script)
      }
      const [rest, tool]: [Load[], Load[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        rest.push(await costs(install.pid, at.rest, key))
        tool.push(await costs(install.pid, at.tool, key, '-s', script))
      }
      rows.push({ name, rest: typical(rest), tool: typical(tool) })
    }
    return rows
  } finally {
    await install.stop()
    discard(folder)
  }
}

/** What wrk sends: a call as a client of the newest revision makes it. */
function callOf(name: string, given: object): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given, _meta },
  })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  }
  return [
    'wrk.method = "POST"',
    `wrk.body = ${JSON.stringify(body)}`,
    ...Object.entries(headers).map(([header, value]) => `wrk.headers["${header}"] = ${JSON.stringify(value)}`),
  ].join('\n')
}
