/** What `deploy/` offers fits the program: settings that there are, addresses that answer, the same walls for each cell. */
import { describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readConfig } from '../../src/kernel/environment/config.ts'

const ROOT = resolve(import.meta.dir, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const settings = new Set(
  readConfig({}).origins.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])),
)
const inText = (text: string): string[] => [...text.matchAll(/SIGNALPOST_[A-Z0-9_]+/g)].map(([name]) => name)

test.each([
  'docs/cells.md',
  'deploy/Containerfile',
  'deploy/kubernetes.yaml',
  'deploy/Caddyfile',
  'deploy/litestream.yml',
])('%s names settings that there are', (path) => {
  expect(inText(read(path)).filter((name) => !settings.has(name) && name !== 'SIGNALPOST_CONFIG')).toEqual([])
})

test('programs that begin with http are refused at every host, not redirected', () => {
  const text = read('deploy/Caddyfile')
  const hosts = [...text.matchAll(/^([\w.-]+) \{$/gm)].map(([, host]) => host!)
  const [, plain = '', rules = ''] = /^(http:\/\/[^{]+)\{([\s\S]*?)^\}/m.exec(text) ?? []
  expect(hosts.filter((host) => !plain.includes(`http://${host}`))).toEqual([])
  expect(rules).toMatch(/@programs path \/api\/\* \/mcp \/mcp\/\* \/oauth\/\*\s+handle @programs \{\s+respond .* 403/)
  // Outside `handle` Caddy would redirect first.
  expect(rules).toMatch(/handle \{\s+redir https/)
})

describe('the unit of a cell', () => {
  const directives = (path: string): string[] =>
    read(path)
      .split('\n')
      .filter((line) => /^[A-Z]\w+=/.test(line))
  const OWN = /^(Description|User|Group|StateDirectory|WorkingDirectory|Environment=SIGNALPOST_CONFIG)/

  test('has every wall that the unit of a single install has', () => {
    const cell = new Set(directives('deploy/signalpost@.service'))
    expect(directives('deploy/signalpost.service').filter((line) => !OWN.test(line) && !cell.has(line))).toEqual([])
  })

  test('gives each cell an account, a folder and settings of its own', () => {
    const own = directives('deploy/signalpost@.service').filter(
      (line) => OWN.test(line) && !line.startsWith('StateDirectoryMode'),
    )
    expect(own.filter((line) => !line.includes('%i'))).toEqual([])
  })

  test.skipIf(!Bun.which('systemd-analyze'))('is one that systemd takes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalpost-units-'))
    try {
      cpSync('/bin/true', join(folder, 'signalpost'))
      for (const [from, to] of [
        ['signalpost.service', 'signalpost.service'],
        ['signalpost@.service', 'signalpost@north.service'],
      ])
        writeFileSync(
          join(folder, to!),
          read(`deploy/${from}`).replace('/usr/local/bin/signalpost', join(folder, 'signalpost')),
        )
      const units = ['signalpost.service', 'signalpost@north.service'].map((name) => join(folder, name))
      const { exitCode, stderr } = Bun.spawnSync(['systemd-analyze', 'verify', '--man=no', ...units])
      const ours = stderr
        .toString()
        .split('\n')
        .filter((line) => line.includes('signalpost'))
      expect([exitCode, ours]).toEqual([0, []])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('a cell in a cluster', () => {
  type Resource = { kind: string; spec: Record<string, never> }
  const resources = read('deploy/kubernetes.yaml')
    .split(/^---$/m)
    .map((text) => Bun.YAML.parse(text) as Resource)
  // biome-ignore lint/suspicious/noExplicitAny: a manifest
  const set = resources.find(({ kind }) => kind === 'StatefulSet')!.spec as any
  const [container] = set.template.spec.containers

  test('is one process on one disk that nobody else mounts', () => {
    expect(set.replicas).toBe(1)
    expect(set.volumeClaimTemplates[0].spec.accessModes).toEqual(['ReadWriteOncePod'])
    expect(set.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(15)
  })

  test('is asked where it answers, and may do nothing else on its node', () => {
    for (const [probe, path] of [
      ['startupProbe', '/healthz'],
      ['livenessProbe', '/healthz'],
      ['readinessProbe', '/readyz'],
    ])
      expect(container[probe!].httpGet.path).toBe(path)
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(set.template.spec.securityContext.runAsNonRoot).toBe(true)
  })
})

test('the image holds the executable alone, runs as nobody special and says how it is', () => {
  const lines = read('deploy/Containerfile').split('\n')
  expect(lines.filter((line) => /^(COPY|ADD)/.test(line))).toEqual(['COPY dist/signalpost /usr/local/bin/signalpost'])
  expect(lines.find((line) => line.startsWith('USER'))).toBe('USER 10001:10001')
  expect(lines.find((line) => line.startsWith('HEALTHCHECK'))).toContain('"signalpost", "healthcheck"')
})

test('the copies of Litestream are of the cells that the proxy knows', () => {
  const { dbs } = Bun.YAML.parse(read('deploy/litestream.yml')) as { dbs: { path: string }[] }
  const cells = [...read('deploy/Caddyfile').matchAll(/^(\w+)\.push\.example \{/gm)].map(([, name]) => name)
  expect(dbs.map(({ path }) => path)).toEqual(cells.map((name) => `/var/lib/signalpost-cells/${name}/signalpost.db`))
})
