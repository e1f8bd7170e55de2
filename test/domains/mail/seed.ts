import { queueMail } from '../../../src/domains/mail/index.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import type { App } from '../../../src/kernel/operation/app.ts'

/** What the operations' examples name: a letter to Vera. */
export function seedExamples(tx: Tx, app: App): null {
  seedMail(tx, app)
  return null
}

export function seedMail(
  tx: Tx,
  app: App,
  { id = 'mai_vera', ref = 'added vera', tenant_id = 'ten_bakery' } = {},
): void {
  const made = queueMail(tx, app, {
    ref,
    tenant_id,
    template: 'member_added',
    to: 'vera@bakery.example',
    facts: { by: 'Ada', workspace: 'Bakery', role: 'client_viewer' },
    link: 'https://push.example/app/one-time-secret',
  })
  // The seal is bound to the row's own id, so the row is sealed anew under the one that the examples name.
  tx.run(
    'update mails set id = ?, link_sealed = ? where id = ?',
    id,
    app.sealer.seal('https://push.example/app/one-time-secret', `mails:link_sealed:${id}`),
    made,
  )
}
