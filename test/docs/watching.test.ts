/** What `deploy/` offers for watching an install fits what the install tells. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { signIn } from '../../src/domains/accounts/index.ts'
import { noteRefusedSignIn, type ProviderRow, SsoRefused } from '../../src/features/sso/index.ts'
import type { AuditEvents } from '../../src/kernel/audit/events.ts'
import { createLog } from '../../src/kernel/environment/log.ts'
import { declaredMetrics } from '../../src/kernel/environment/metrics.ts'
import { CAST, handClock, world } from '../world.ts'

setDefaultTimeout(600_000)

const ROOT = resolve(import.meta.dir, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const known = declaredMetrics()

/** Metrics and labels that an expression names and nothing tells. */
function unknownIn(expression: string): string[] {
  const names = [...expression.matchAll(/\b(signalpost_\w+)(?:\{([^}]*)\})?/g)]
  return names.flatMap(([, name, labels = '']) => {
    const metric = known.find((one) => one.name === name)
    if (!metric) return [name!]
    const used = [...labels.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label!)
    return used
      .filter((label) => !['instance', 'job', ...metric.labels].includes(label))
      .map((label) => `${name} ${label}`)
  })
}

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }

describe('the alert rules', () => {
  const { groups } = Bun.YAML.parse(read('deploy/prometheus-alerts.yml')) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)

  test('are the eight of the manual, and ask for metrics that there are', () => {
    const table = [...read('docs/manual/monitoring.md').matchAll(/^\| `(Signalpost\w+)` \|/gm)].map(([, name]) => name)
    expect(rules.map(({ alert }) => alert)).toEqual(table as string[])
    expect(rules).toHaveLength(8)
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([])
    expect(unknownIn('signalpost_nothing + signalpost_looks_total{moon="1"}')).toEqual([
      'signalpost_nothing',
      'signalpost_looks_total moon',
    ])
  })

  test.skipIf(!Bun.which('promtool'))('are taken by promtool', () => {
    const { exitCode, stderr } = Bun.spawnSync([
      'promtool',
      'check',
      'rules',
      join(ROOT, 'deploy/prometheus-alerts.yml'),
    ])
    expect([exitCode, stderr.toString()]).toEqual([0, ''])
  })
})

test('the dashboard is one of Grafana, each panel with an expression over metrics that there are', () => {
  type Panel = { id: number; title: string; gridPos: { x: number; w: number }; targets: { expr: string }[] }
  const { panels, uid, schemaVersion } = JSON.parse(read('deploy/grafana-dashboard.json')) as {
    panels: Panel[]
    uid: string
    schemaVersion: number
  }
  expect([uid, schemaVersion >= 36, panels.length > 10]).toEqual(['signalpost', true, true])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, gridPos, targets } of panels) {
    expect([title, gridPos.x + gridPos.w <= 24, targets.length > 0]).toEqual([title, true, true])
    expect([title, targets.flatMap(({ expr }) => unknownIn(expr))]).toEqual([title, []])
  }
})

describe('the filter of fail2ban', () => {
  const lines: string[] = []
  let end = () => {}
  afterEach(() => end())

  /** What a failed sign-in really writes, from an address. */
  async function failedFrom(ip: string | null): Promise<string> {
    lines.length = 0
    const log = createLog({ level: 'info', format: 'json', clock: handClock(), write: (line) => lines.push(line) })
    const w = world({ log })
    end = () => w.close()
    await signIn(w.app, CAST.ada.email, 'a wrong password', { ip, user_agent: null }).catch(() => {})
    return lines.join('\n')
  }
  /** What an answer at the callback writes that no provider gave, and one that a provider got wrong. */
  function refusedFrom(ip: string, reason: 'state' | 'signature'): string {
    lines.length = 0
    const log = createLog({ level: 'info', format: 'json', clock: handClock(), write: (line) => lines.push(line) })
    const events = { note: () => {} } as unknown as AuditEvents
    const provider = { id: 'idp_bakery', name: 'Bakery' } as Partial<ProviderRow> as ProviderRow
    noteRefusedSignIn({ events, log }, provider, new SsoRefused(reason, 'no'), ip)
    return lines.join('\n')
  }
  const filter = read('deploy/fail2ban/filter.d/signalpost.conf')
  const [, failregex = ''] = /^failregex = (.*)$/m.exec(filter)!
  /** As fail2ban reads a line: without what the pattern of the date found. */
  const hostIn = (line: string): string | undefined =>
    new RegExp(failregex.replace('<ADDR>', '(?<host>[\\da-fA-F.:]+)')).exec(line.replace(/"time":"[\d\-T:.]+Z/, ''))
      ?.groups?.host

  test('finds the address in the line of a failed sign-in', async () => {
    const line = await failedFrom('203.0.113.7')
    expect(hostIn(line)).toBe('203.0.113.7')
    expect(hostIn(`push signalpost[812]: ${await failedFrom('2001:db8::7')}`)).toBe('2001:db8::7')
    expect(hostIn(await failedFrom(null))).toBeUndefined()
    expect(hostIn(refusedFrom('203.0.113.9', 'state'))).toBe('203.0.113.9')
    expect(refusedFrom('203.0.113.9', 'signature')).toBe('')
  })

  test('finds none in a line that only quotes such a one', () => {
    const quoted = JSON.stringify({
      level: 'warn',
      message: 'an e-mail could not be sent',
      reason: '"level":"warn","message":"sign-in failed","ip":"198.51.100.1",',
    })
    expect(hostIn(`{"time":"2026-11-24T09:00:00.000Z",${quoted.slice(1)}`)).toBeUndefined()
  })

  test.skipIf(!Bun.which('fail2ban-regex'))('is taken by fail2ban-regex', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalpost-fail2ban-'))
    const file = join(folder, 'log')
    writeFileSync(file, `${await failedFrom('203.0.113.7')}\n${await failedFrom(null)}\n`)
    const found = Bun.spawnSync(['fail2ban-regex', file, join(ROOT, 'deploy/fail2ban/filter.d/signalpost.conf')])
    rmSync(folder, { recursive: true })
    expect(found.stdout.toString()).toContain('Lines: 2 lines, 0 ignored, 1 matched, 1 missed')
  })
})
