/** `signalpost doctor` on passkeys whose host moved, and on audit streams that fail. */
import { expect, test } from 'bun:test'
import { checkAuditStreams, checkPasskeys } from '../../../../src/commands/server/doctor/trust.ts'
import { seedSink } from '../../../domains/system/seed.ts'
import { world } from '../../../world.ts'

test('passkeys of a host that is no address of the install are counted with their people', () => {
  const w = world({ env: { SIGNALPOST_SITE_URL: 'https://push.northwind.example' } })
  const add = (id: string, user_id: string, rp_id: string) =>
    w.db.write((tx) => {
      const sql = `insert into factors (id, user_id, kind, name, credential_id, rp_id, confirmed_at, created_at)
        values (?1, ?2, 'passkey', 'Key', ?1, ?3, ?4, ?4)`
      return tx.run(sql, id, user_id, rp_id, tx.now)
    })
  add('a', 'usr_ada', 'push.northwind.example')
  expect(checkPasskeys(w.app.config)).toMatchObject({ verdict: 'ok' })
  add('b', 'usr_ada', 'old.northwind.example')
  add('c', 'usr_ben', 'old.northwind.example')
  expect(checkPasskeys(w.app.config)).toMatchObject({
    verdict: 'warn',
    found: '2 passkeys of 2 people for old.northwind.example',
    advice: expect.stringContaining('push.northwind.example'),
  })
  w.close()
})

test('a stream that fails is named by its host, with its reason', () => {
  const w = world()
  expect(checkAuditStreams(w.app.config)).toMatchObject({ verdict: 'ok', found: 'none is set up' })
  w.db.write((tx) => seedSink(tx, w.app, 'aus_1', null) as unknown as null)
  expect(checkAuditStreams(w.app.config)).toMatchObject({ verdict: 'ok', found: '1 stream, none fails' })
  w.db.write((tx) => tx.run("update audit_sinks set failing_since = ?, last_error = 'Answered 503.'", tx.now))
  expect(checkAuditStreams(w.app.config)).toMatchObject({
    verdict: 'warn',
    found: expect.stringContaining('siem.northwind.example since 2026-11-02'),
    advice: expect.stringContaining('Answered 503.'),
  })
  w.close()
})
