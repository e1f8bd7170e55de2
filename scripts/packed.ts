/**
 * Libraries that a process needs late, if at all. Each is built into one text and kept compressed, without bytecode: they
 * take 0.4 MB of the executable in place of 4. What imports one has to be imported when it is needed
 * (`await import('./mcp-endpoint.ts')`), for to read the library takes some milliseconds.
 */
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { manualTexts } from '../docs/manual/texts.ts'
import { migrations } from '../migrations/index.ts'

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
  'pdfkit',
  'stripe',
]

/** The name under which the texts are imported. */
const TEXTS = 'packed-texts'
const MANUAL = 'packed-manual'
const EXAMPLES = ['example-answers.jsonl', 'example-faults.jsonl']

const SOURCES = pathToFileURL(join(import.meta.dir, '..')).href
const ICONS = join(import.meta.dir, '../static/icons.ts')

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
  const icons = await iconFiles()
  readers.set(TEXTS, await packTexts([...migrations.map(({ sql }) => sql), ...icons.values()], folder, 'texts'))
  readers.set(MANUAL, await packTexts(Object.values(manualTexts), folder, 'manual'))
  const iconAt = new Map([...icons.keys()].map((path, n) => [path, migrations.length + n]))
  return {
    name: 'libraries packed',
    setup(builder) {
      builder.onResolve({ filter: new RegExp(`^(${[...readers.keys()].join('|')})$`) }, ({ path }) => ({
        path,
        namespace: 'packed',
      }))
      builder.onLoad({ filter: /[/\\]migrations[/\\]index\.ts$/ }, () => ({ contents: packedSteps(), loader: 'js' }))
      builder.onLoad({ filter: /manual[/\\]texts\.ts$/ }, () => ({ contents: packedManual(), loader: 'js' }))
      builder.onLoad({ filter: /lucide-static[/\\].*\.svg$/ }, ({ path }) => ({
        contents: `import { textAt } from '${TEXTS}'\nexport default textAt(${iconAt.get(path)})`,
        loader: 'js',
      }))
      builder.onLoad({ filter: /\.jsonl$/ }, ({ path }) => ({ contents: examples.get(basename(path))!, loader: 'js' }))
      builder.onLoad({ filter: /.*/, namespace: 'packed' }, ({ path }) => ({
        contents: readers.get(path)!,
        loader: 'js',
      }))
    },
  }
}

/** The icons in use, by path. */
async function iconFiles(): Promise<Map<string, string>> {
  const imports = new Bun.Transpiler({ loader: 'ts' }).scanImports(await Bun.file(ICONS).text())
  const paths = imports.map(({ path }) => path).filter((path) => path.startsWith('lucide-static/'))
  const files = paths.map((path) => Bun.resolveSync(path, import.meta.dir))
  return new Map(await Promise.all(files.map(async (path) => [path, await Bun.file(path).text()] as const)))
}

/** What gives the texts by number. As strings in code they take four times their length; together and compressed a fifth. */
async function packTexts(texts: string[], folder: string, name: string): Promise<string> {
  const file = join(folder, `${name}.zst`)
  await Bun.write(file, Bun.zstdCompressSync(JSON.stringify(texts), { level: 19 }))
  return `
    import { readFileSync } from 'node:fs'
    import file from ${JSON.stringify(file)} with { type: 'file' }
    let texts
    export const textAt = (n) => (texts ??= JSON.parse(Bun.zstdDecompressSync(readFileSync(file)).toString()))[n]`
}

/** In the place of `migrations/index.ts`: a step's text is read when the step is taken. */
const packedSteps = (): string => `
  import { textAt } from '${TEXTS}'
  export const migrations = ${JSON.stringify(migrations.map(({ name }) => name))}.map((name, n) => ({
    name,
    get sql() {
      return textAt(n)
    },
  }))`

/** In the place of the manual's texts: a page is read when it is asked for. */
const packedManual = (): string => `
  import { textAt } from '${MANUAL}'
  const topics = ${JSON.stringify(Object.keys(manualTexts))}
  export const manualTexts = new Proxy({}, { get: (_, topic) => textAt(topics.indexOf(topic)) })`

/** With it the PDF library reads fonts in WOFF2. Ours are TrueType, and its dictionary takes 0.1 MB. */
const withoutBrotli: Bun.BunPlugin = {
  name: 'without the reader of WOFF2',
  setup: (builder) =>
    void builder.onLoad({ filter: /brotli[/\\]decompress\.js$/ }, () => ({
      contents: 'export default null',
      loader: 'js',
    })),
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
    plugins: [withoutBrotli],
  })
  const file = join(folder, `${library.replace(/\W+/g, '-')}.zst`)
  // A library that asks where it lies gets an address that is the same wherever it is built.
  const text = (await outputs[0]!.text()).replaceAll(SOURCES, 'file:///signalpost')
  await Bun.write(file, Bun.zstdCompressSync(text, { level: 19 }))
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
