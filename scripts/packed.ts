/**
 * Libraries that a process needs late, if at all. Each is built into one text and kept compressed, without bytecode, which
 * is three times as long as the text: they take 0.4 MB of the executable in place of 5. What imports one has to be imported
 * when it is needed (`await import('./mcp-endpoint.ts')`), for to read the library takes some milliseconds.
 */
import { basename, join } from 'node:path'

const LIBRARIES = [
  '@modelcontextprotocol/server',
  'age-encryption',
  'entities/decode',
  'fflate',
  'file-type',
  'html-encoding-sniffer',
  'jsonc-parser',
  'mmdb-lib',
  'nodemailer',
  'parse5',
  'stripe',
]

const EXAMPLES = ['example-answers.jsonl', 'example-faults.jsonl']

/** Packs them and the example answers into `folder`, and returns what puts in the place of each the code that reads it. */
export async function packed(folder: string): Promise<Bun.BunPlugin> {
  const readers = new Map<string, string>()
  for (const library of LIBRARIES) readers.set(library, await reader(library, await pack(library, folder)))
  const examples = new Map<string, string>()
  for (const name of EXAMPLES) {
    const file = join(folder, `${name}.zst`)
    const text = await Bun.file(join(import.meta.dir, '../src/doors/docs', name)).arrayBuffer()
    await Bun.write(file, Bun.zstdCompressSync(text, { level: 19 }))
    examples.set(name, `import file from ${JSON.stringify(file)} with { type: 'file' }\nexport default file`)
  }
  return {
    name: 'libraries packed',
    setup(builder) {
      builder.onResolve({ filter: new RegExp(`^(${LIBRARIES.join('|')})$`) }, ({ path }) => ({
        path,
        namespace: 'packed',
      }))
      builder.onLoad({ filter: /\.jsonl$/ }, ({ path }) => ({ contents: examples.get(basename(path))!, loader: 'js' }))
      builder.onLoad({ filter: /.*/, namespace: 'packed' }, ({ path }) => ({
        contents: readers.get(path)!,
        loader: 'js',
      }))
    },
  }
}

/** The library as one compressed text. Its names stay, as in the executable. */
async function pack(library: string, folder: string): Promise<string> {
  const entry = join(folder, 'entry.ts')
  const from = JSON.stringify(Bun.resolveSync(library, import.meta.dir))
  const names = await namesOf(library)
  await Bun.write(entry, names.length ? `export * from ${from}` : `export { default } from ${from}`)
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: 'node',
    format: 'cjs',
    minify: { whitespace: true, syntax: true, identifiers: false },
  })
  const file = join(folder, `${library.replace(/\W+/g, '-')}.zst`)
  await Bun.write(file, Bun.zstdCompressSync(await outputs[0]!.arrayBuffer(), { level: 19 }))
  return file
}

/** The same exports, from the text. */
async function reader(library: string, file: string): Promise<string> {
  const names = await namesOf(library)
  return `
    import { readFileSync } from 'node:fs'
    import file from ${JSON.stringify(file)} with { type: 'file' }
    const text = Bun.zstdDecompressSync(readFileSync(file)).toString()
    const module = { exports: {} }
    new Function('module', 'exports', 'require', text + '\\n//# sourceURL=${library}')(module, module.exports, import.meta.require)
    ${names.length ? `export const { ${names.join(', ')} } = module.exports` : 'export default module.exports.default'}`
}

/** A library that is one function has no names but those of every function: it is its default. */
const namesOf = async (library: string): Promise<string[]> =>
  Object.keys(await import(library)).filter((name) => !['default', 'length', 'name', 'prototype'].includes(name))
