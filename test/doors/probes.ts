/** Small operations that show what the doors do around any operation. */
import Type from 'typebox'
import { outbound, read, write } from '../../src/kernel/operation/operation.ts'
import { Urls } from '../../src/kernel/operation/shape.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { UpstreamError } from '../../src/kernel/web-fetch/upstream-error.ts'

/** What a tool must say of itself. */
const TOLD = { when: 'in tests', returns: 'what it was given', next: 'nothing' }

const echoed = Type.Object({ id: Type.String(), text: Type.Optional(Type.String()), n: Type.Optional(Type.Integer()) })

/** Reads what it was given. */
export const probeRead = read({
  name: 'probe_read',
  route: 'GET /probe/{id}',
  role: null,
  tool: TOLD,
  summary: 'Says what it heard.',
  input: echoed,
  output: echoed,
  example: { id: 'one' },
  handle: (_, input) => input,
})

/** Makes one new thing a call. */
export const probeWrite = write({
  name: 'probe_write',
  route: 'POST /probe',
  role: 'member',
  tool: TOLD,
  summary: 'Makes something.',
  input: Type.Object({ text: Type.Optional(Type.String()), list: Type.Optional(Type.Array(Type.Unknown())) }),
  output: Type.Object({ id: Type.String(), text: Type.String() }),
  example: {},
  handle({ tx }, { text = '' }) {
    const id = newId()
    tx.run(
      'insert into settings (name, value, updated_at) values (?, ?, ?)',
      `probe ${id}`,
      JSON.stringify(text),
      tx.now,
    )
    return { id, text }
  },
})

/** The same with a pause in the middle, as a call to an outside service has. */
export const probeOutbound = outbound({
  name: 'probe_outbound',
  route: 'POST /probe/outbound',
  role: 'member',
  summary: 'Makes something elsewhere.',
  input: Type.Object({ text: Type.Optional(Type.String()) }),
  output: Type.Object({ id: Type.String() }),
  example: {},
  async handle({ write }, { text = '' }) {
    await Bun.sleep(5)
    if (text === 'refuse') throw new UpstreamError('rate', 'the supplier is busy', 7000)
    const id = newId()
    write((tx) => tx.run('insert into settings (name, value, updated_at) values (?, ?, ?)', `probe ${id}`, '1', tx.now))
    return { id }
  },
})

/** Takes a list as long as lists get. */
export const probeUrls = write({
  name: 'probe_urls',
  route: 'POST /probe/urls',
  role: null,
  harmless: true,
  summary: 'Counts URLs.',
  input: Type.Object({ urls: Urls }),
  output: Type.Object({ n: Type.Integer() }),
  example: { urls: ['https://bakery.example/'] },
  handle: (_, { urls }) => ({ n: urls.length }),
})

/** A bug. */
export const probeBug = read({
  name: 'probe_bug',
  route: 'GET /probe-bug',
  role: null,
  tool: TOLD,
  summary: 'Fails.',
  input: Type.Object({}),
  output: Type.Object({}),
  example: {},
  handle() {
    throw new TypeError('the secret is ipk_0123456789abcdef')
  },
})

/** A file of many lines, made as it is sent. */
export const probeFile = read({
  name: 'probe_file',
  route: 'GET /probe.csv',
  role: null,
  tool: TOLD,
  summary: 'A file.',
  input: Type.Object({ lines: Type.Optional(Type.Integer()) }),
  output: Type.Object({ line: Type.Integer() }),
  example: {},
  produces: 'text/csv',
  handle: (_, { lines = 3 }) => ({
    filename: 'a "file".csv',
    lines: (function* () {
      for (let i = 0; i < lines; i++) yield `${i}\r\n`
    })(),
  }),
})

export const probes = [probeRead, probeWrite, probeOutbound, probeUrls, probeBug, probeFile]
