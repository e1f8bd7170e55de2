/**
 * Programs are answered in English under every language of person, workspace and install: answers, the API document,
 * tools, events and the audit trail are those of an install in English.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { EVENT_TYPES } from '../../src/features/webhooks/catalog.ts'
import { writeWebhookEventsTask } from '../../src/features/webhooks/tasks.ts'
import { keepInstallLanguage } from '../../src/kernel/language/install-language.ts'
import { pushing, urls } from '../pushing.ts'
import { CAST, type World } from '../world.ts'
import { type Document, type Json, readDocument } from './document.ts'
import { forEachOperation } from './each.ts'
import { openSamples, type Samples } from './samples.ts'

/** In the pseudo-language every translated text is in ⟦…⟧. */
function speak(w: World, language: string): void {
  keepInstallLanguage(w.db, language)
  w.db.write((tx) => {
    tx.run('update tenants set language = ?', language)
    tx.run('update users set locale = ?, own_locale = 1', language)
  })
}

let samples: Samples
let document: Document
beforeAll(async () => {
  samples = await openSamples((w) => speak(w, 'qps'))
  document = await readDocument(samples)
})
afterAll(() => samples.close())

/** Letters, which are in the language of their workspace. */
const LETTERS = ['preview_report_schedule', 'preview_digest']

const shown = (content: Json | undefined): unknown => Object.values(content ?? {})[0]?.example
const NAMES = /"(language|locale|own_locale)":(null|true|false|"[\w-]+")/g
const unnamed = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer).replaceAll(NAMES, '"$1":null'))

describe('the answer of', () => {
  forEachOperation()('%s', async (name, operation) => {
    const answer = await samples.answerTo(operation)
    if (LETTERS.includes(name)) return expect(JSON.stringify(answer)).toContain('⟦')
    if (operation.produces && operation.produces !== 'text/csv') return
    expect(unnamed(answer)).toEqual(unnamed(shown(document.of(operation).responses!['200']!.content)))
    expect(JSON.stringify(samples.rows('select * from audit order by seq desc limit 3'))).not.toContain('⟦')
  })
})

test('the API document and the list of tools', async () => {
  const tools = await fetch(`${samples.url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      authorization: `Bearer ${samples.key}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const text = await tools.text()
  expect(text).toContain('submit_index_job')
  for (const said of [text, JSON.stringify(document.json)]) expect(said).not.toContain('⟦')
})

/** Events and audit lines of a push, with ids by their order. */
async function leftBy(language: string): Promise<{ events: unknown[]; audit: unknown[] }> {
  const office = await pushing(500, 500)
  speak(office, language)
  const [id, types] = [CAST.vera.tenant_id, Object.keys(EVENT_TYPES).filter((one) => /^(push|link|credit)/.test(one))]
  await office.call('ada', 'allocate_credits', { tenant_id: id, amount: 100 })
  await office.call('ada', 'create_webhook', { url: 'https://hooks.bakery.example/', types, scope: 'tree' })
  const order = { tenant_id: id, urls: [...urls(10), 'https://bakery.example/missing'], preflight: false }
  await office.call('ada', 'submit_index_job', order)
  for (const day of [0, 1, 3, 7]) await office.day(day)
  await office.run(writeWebhookEventsTask)
  const left = office.db.read((tx) => ({
    events: tx.rows('select type, body from webhook_events order by rowid'),
    audit: tx.rows('select action, actor, target, before, after from audit order by seq'),
  }))
  office.close()
  const known = new Map<string, string>()
  const numbered = JSON.stringify(left).replaceAll(
    /[0-9a-f]{8}-[0-9a-f-]{27}|\b[a-z]{3}_[0-9A-Za-z]{20,}/g,
    (id) => known.get(id) ?? known.set(id, `id ${known.size}`).get(id)!,
  )
  return JSON.parse(numbered)
}

test('the events and the audit trail of a push', async () => {
  const english = await leftBy('en')
  expect(english.events.length).toBeGreaterThan(3)
  expect(await leftBy('qps')).toEqual(english)
})
