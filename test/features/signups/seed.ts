import { createInvite } from '../../../src/features/signups/index.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import type { App } from '../../../src/kernel/operation/app.ts'

/** What the operations' examples name: an invite for anybody, and somebody who asks for one. */
export function seedExamples(tx: Tx, app: App): void {
  const { id, code_sealed } = createInvite(tx, app, 'pat@platform.example', {
    email: null,
    note: 'Fair',
    max_uses: 1,
    expires_days: 30,
  })
  // The seal is bound to the row's own id, so the code is sealed anew under the one that the examples name.
  const code = app.sealer.open(code_sealed, `invites:code_sealed:${id}`)
  tx.run(
    "update invites set id = 'inv_open', code_sealed = ? where id = ?",
    app.sealer.seal(code, 'invites:code_sealed:inv_open'),
    id,
  )
  tx.run(
    `insert into waitlist (id, email, note, status, created_at)
     values ('wai_quinn', 'quinn@quay.example', 'Forty shops, one of me', 'pending', ?)`,
    tx.now,
  )
}
