/** The webhook events of scheduled reports: each happens once, with the page where a person goes on. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sendReportsTask } from '../../../../src/features/reports/tasks.ts'
import { createEndpoint } from '../../../../src/features/webhooks/index.ts'
import { writeWebhookEventsTask } from '../../../../src/features/webhooks/tasks.ts'
import { sendMailsTask } from '../../../../src/tasks/letters/send-mails.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { callerOf, type World, world } from '../../../world.ts'
import { seedApproved } from './reports.ts'

let w: World
let smtp: Awaited<ReturnType<typeof smtpServer>>
beforeEach(async () => {
  smtp = await smtpServer()
  w = world()
  const settings = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@platform.example' }
  await w.call('pat', 'update_email_settings', settings)
  const endpoint = { tenant_id: 'ten_northwind', url: 'https://agency.example/in', headers: {} }
  w.db.write((tx) =>
    createEndpoint(tx, w.app, callerOf('pat'), { ...endpoint, types: ['report.*'], scope: 'tree' as const }),
  )
})
afterEach(() => {
  smtp.stop()
  w.close()
})

const events = async () => {
  await w.run(writeWebhookEventsTask)
  return w.db
    .read((tx) => tx.rows<{ body: string }>('select body from webhook_events order by id'))
    .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
}

test('a report that waits, is sent and bounces is three events of its client, each once', async () => {
  await w.call('ada', 'add_report_recipient', { id: 'ten_bakery', email: 'anna@bakery.example', has_consent: true })
  seedApproved(w, { id: 'iss_one' })
  await w.call('ada', 'update_report', { id: 'iss_one', comment: 'Other words.' })
  await w.call('ada', 'approve_report', { id: 'iss_one' })
  for (let turn = 0; turn < 2; turn++) await w.run(sendReportsTask, sendMailsTask, sendReportsTask)
  await w.call('pat', 'report_bounce', {
    address: 'anna@bakery.example',
    kind: 'hard',
    answer: '550 5.1.1 No such user',
  })
  const found = await events()
  expect(found.map(({ type }) => type)).toEqual(['report.waiting', 'report.sent', 'report.bounced'])
  for (const { data } of found) expect(data.tenant_id).toBe('ten_bakery')
  expect(found[1]!.data).toMatchObject({ id: 'iss_one', period: '2026-10', revision: 1 })
  expect(found[1]!.data.url).toEndWith('/app/w/ten_bakery/reports/issues/iss_one')
  expect(found[2]!.data).toMatchObject({ email: 'anna@bakery.example', answer: '550 5.1.1 No such user' })
  expect(found[2]!.data.url).toEndWith('/app/w/ten_bakery/reports/recipients')
  expect(await events()).toHaveLength(3)
})
