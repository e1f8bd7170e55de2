/** The calls that the pages of `/docs` show for an operation, run as they stand. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { snippetsOf } from '../../views/docs/snippets.ts'
import { pathOf, restOf, takesBody } from '../contract/request.ts'
import { openSamples, type Samples } from '../contract/samples.ts'

setDefaultTimeout(600_000)

const PROGRAMS = { curl: ['sh', '-c'], TypeScript: [process.execPath, '-e'], Python: ['/usr/bin/python3', '-c'] }
const HAS_PYTHON = await Bun.file('/usr/bin/python3').exists()

let samples: Samples
beforeAll(async () => {
  samples = await openSamples()
})
afterAll(() => samples.close())

/** One of each method and shape, and an odd body. */
const SHOWN = ['get_me', 'list_ledger', 'export_job_csv', 'submit_index_job', 'update_tenant', 'delete_api_key']
const shown = operations.filter(({ name }) => SHOWN.includes(name))
const odd = {
  urls: [`https://bakery.example/it's?a="b"&c=$HOME\`id\``, 'https://bakery.example/ü\\n'],
  name: `It's "quoted" & \${PATH} \\ 100 %`,
  smart: false,
  drip_days: 0,
}

async function run(language: keyof typeof PROGRAMS, text: string) {
  const process_ = Bun.spawn([...PROGRAMS[language], text], {
    env: { PATH: process.env.PATH!, SIGNALPOST_KEY: samples.key },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(process_.stdout).text(), new Response(process_.stderr).text()])
  return { code: await process_.exited, out, err }
}

describe.each(['curl', 'TypeScript', 'Python'] as const)('in %s', (language) => {
  const possible = language !== 'Python' || HAS_PYTHON
  test.if(possible).each(shown.map((one) => [one.name, one] as const))('%s is answered', async (_, operation) => {
    samples.reset()
    const input = operation.example as Record<string, unknown>
    const rest = restOf(operation, input)
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
    const inBody = takesBody(operation)
    const snippets = snippetsOf({
      method: operation.method,
      url: `${samples.url}${pathOf(operation, input)}${!inBody && query.size ? `?${query}` : ''}`,
      ...(inBody ? { body: rest } : {}),
    })
    const { code, out, err } = await run(language, snippets.find((one) => one.language === language)!.text)
    expect([code, err]).toEqual([0, ''])
    if (operation.produces) expect(out).toStartWith('uid,url,state')
    else expect(JSON.parse(out).ok).toBe(true)
    expect(changes(operation) || operation.method === 'GET').toBe(true)
  })

  test.if(possible)('no letter of a body is read as anything else', async () => {
    samples.reset()
    const order = { method: 'POST', url: `${samples.url}/api/v1/jobs`, body: odd }
    const told = await run(language, snippetsOf(order).find((one) => one.language === language)!.text)
    const { name, accepted, invalid } = JSON.parse(told.out).data
    expect({ name, accepted, invalid }).toEqual({ name: odd.name, accepted: 2, invalid: [] })
  })
})
