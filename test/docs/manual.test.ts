/** The manual says what is true: its tables are those of the code, its links lead somewhere, its commands exist. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { otherActions } from '../../scripts/manual/actions.ts'
import { EXAMPLES } from '../../scripts/manual/examples.ts'
import { eventsIn, logEvents } from '../../scripts/manual/log-events.ts'
import { readArguments } from '../../src/commands/framework/arguments.ts'
import { usageOf } from '../../src/commands/framework/reference.ts'
import { catalog } from '../../src/commands/index.ts'
import { MANUAL_OF } from '../../src/commands/server/doctor/doctor.ts'
import { manualHead, manualParts, manualText, manualTopics } from '../../src/doors/docs/manual.ts'
import { readConfig } from '../../src/kernel/environment/config.ts'
import { declaredMetrics, metricsText } from '../../src/kernel/environment/metrics.ts'
import { ROLES } from '../../src/kernel/operation/caller.ts'
import { changes } from '../../src/kernel/operation/operation.ts'
import { operations } from '../../src/operations/index.ts'
import { anchorsOf, blocksOf, callsIn, linksOf } from './manual-text.ts'

const ROOT = resolve(import.meta.dir, '../..')
const MANUAL = join(ROOT, 'docs/manual')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
/** Without what is generated. */
const written = (topic: string): string => page(topic).replace(/<!-- (\w+) -->[\s\S]*<!-- \/\1 -->/g, '')
const page = (topic: string): string => read(`docs/manual/${topic}.md`)
/** How many rows of the generated table of a page begin with it. */
const rows = (text: string, name: string, first: string): number => {
  const [, table = ''] = new RegExp(`<!-- ${name} -->([\\s\\S]*)<!-- /${name} -->`).exec(text)!
  return table.split('\n').filter((line) => line.startsWith(`| ${first} `)).length
}

test('there are fourteen pages and more, six runbooks, and each is in the list', () => {
  const files = readdirSync(MANUAL).filter((name) => name.endsWith('.md') && name !== 'README.md')
  expect(files.map((name) => name.slice(0, -3)).sort()).toEqual(manualTopics.toSorted())
  expect(manualParts.Runbooks).toHaveLength(6)
  expect(manualTopics.length - 6).toBeGreaterThanOrEqual(14)
  for (const topic of manualTopics) expect(manualHead(topic).about).toMatch(/\.$/)
})

test('no page is called like a command, so that `signalpost help` is clear', () => {
  expect(manualTopics.filter((topic) => catalog.names.includes(topic))).toEqual([])
})

describe('what is generated', () => {
  test('has each setting, command, metric, log event, audit action and role exactly once', async () => {
    const commands = (await catalog.all()).flatMap((group) => group.commands)
    const once: [topic: string, name: string, first: string[]][] = [
      [
        'settings',
        'settings',
        readConfig({}).origins.map(({ name, secret }) => `\`${name}\`${secret ? ' (or `…_FILE`)' : ''}`),
      ],
      ['commands', 'commands', commands.map((one) => `\`signalpost ${usageOf(one)}\``)],
      ['monitoring', 'metrics', declaredMetrics().map(({ name }) => `\`${name}\``)],
      ['log', 'log', logEvents().map(({ level, message }) => `${level} | ${message}`)],
      [
        'audit',
        'audit',
        [...new Set([...operations.filter((one) => changes(one)).map(({ name }) => name), ...otherActions()])].map(
          (name) => `\`${name}\``,
        ),
      ],
      ['sign-in', 'roles', ROLES.map((name) => `\`${name}\``)],
    ]
    for (const [topic, name, first] of once) {
      expect(first.length).toBeGreaterThan(3)
      expect([topic, first.filter((one) => rows(page(topic), name, one) !== 1)]).toEqual([topic, []])
    }
  })

  test('lists every metric that /metrics answers with', () => {
    const answered = [...metricsText({}).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!)
    expect(answered.filter((name) => !declaredMetrics().some((one) => one.name === name))).toEqual([])
  })

  test('shows examples of settings that the program takes', () => {
    for (const [name, value] of Object.entries(EXAMPLES))
      if (value) expect(() => readConfig({ [name]: value })).not.toThrow()
  })

  test('reads log lines whatever their form', () => {
    const text = "log.warn(`a ${x} b`, { ip: f(1, [2]), ...seen, error })\nthis.log.info('c, \\'d\\'')"
    expect(eventsIn('a.ts', text)).toEqual([
      { level: 'warn', message: 'a … b', fields: ['ip', '…', 'error'], file: 'a.ts' },
      { level: 'info', message: "c, 'd'", fields: [], file: 'a.ts' },
    ])
  })
})

describe('links', () => {
  const files = [
    'README.md',
    'SECURITY.md',
    'docs/cells.md',
    'docs/capacity.md',
    'docs/keys.md',
    'docs/manual/README.md',
    ...manualTopics.map((topic) => `docs/manual/${topic}.md`),
  ]

  test.each(files)('of %s lead to files and headings that there are', (file) => {
    const dead = linksOf(read(file)).filter((href) => {
      if (/^(https?:|mailto:)/.test(href)) return false
      const [path, anchor] = href.split('#') as [string, string?]
      const target = path === '' ? file : join(file, '..', path)
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
    })
    expect(dead).toEqual([])
  })

  test('of the findings of the doctor lead to headings that there are', () => {
    const dead = MANUAL_OF.filter((link) => {
      const [topic, anchor] = link.split('#') as [string, string?]
      return !manualTopics.some((one) => one === topic) || (anchor && !anchorsOf(page(topic)).includes(anchor))
    })
    expect(dead).toEqual([])
  })

  test('there is no picture from elsewhere, and no markup but Markdown', () => {
    for (const topic of manualTopics) {
      expect(page(topic)).not.toMatch(/!\[[^\]]*\]\(https?:/)
      const outside = manualText(topic).replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
      expect([topic, /<\/?[a-z]+[ >]/i.exec(outside)]).toEqual([topic, null])
    }
  })
})

describe('shell blocks', () => {
  const blocks = manualTopics.flatMap((topic) => blocksOf(page(topic)).map((block) => ({ topic, ...block })))
  const shell = blocks.filter(({ language }) => language === 'sh')

  test('run, 85 of 100 or more, by `test/shell/manual.test.ts`; each other one has its reason', () => {
    expect(shell.length).toBeGreaterThan(50)
    expect(shell.filter(({ info }) => info === 'sh').length / shell.length).toBeGreaterThanOrEqual(0.85)
    for (const { topic, info } of shell)
      expect([topic, info]).toEqual([topic, expect.stringMatching(/^sh( no-run: .{10,})?$/)])
  })

  test('are right for a POSIX shell', () => {
    const script = shell.map(({ text }, at) => `block_${at}() {\n${text}\n}`).join('\n')
    const { exitCode, stderr } = Bun.spawnSync(['sh', '-n'], { stdin: Buffer.from(script) })
    expect([exitCode, stderr.toString()]).toEqual([0, ''])
  })

  test('call commands with words and options that are declared', async () => {
    const calls = manualTopics.flatMap((topic) => callsIn(written(topic)).map((words) => ({ topic, words })))
    expect(calls.length).toBeGreaterThan(50)
    for (const { topic, words } of calls) {
      const [name = '', ...rest] = words
      const command = await catalog.named(name)
      expect([topic, name, command !== undefined]).toEqual([topic, name, true])
      // A command that is only named is called by nobody.
      if (rest.length) expect(() => readArguments(command!, rest, catalog)).not.toThrow()
    }
  })

  test('and texts name settings that there are', () => {
    const known = new Set(
      readConfig({}).origins.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
    )
    for (const other of ['SIGNALPOST_CONFIG', 'SIGNALPOST_URL', 'SIGNALPOST_KEY', 'SIGNALPOST_BACKUP_S3_'])
      known.add(other)
    for (const topic of manualTopics) {
      const named = [...page(topic).matchAll(/SIGNALPOST_[A-Z0-9_]+/g)].map(([name]) => name)
      expect([topic, named.filter((name) => !known.has(name))]).toEqual([topic, []])
    }
  })
})

test('no page is longer than 250 lines, its generated tables apart', () => {
  for (const topic of manualTopics) {
    expect([topic, written(topic).split('\n').length < 250]).toEqual([topic, true])
  }
})
