import { HOUR } from '../kernel/clock.ts'
import { job } from '../kernel/job.ts'
import { dropOldProofs } from '../domains/accounts/email-proofs.ts'
import { dropExpired } from '../domains/accounts/sessions.ts'
import { dropOldLinks } from '../domains/accounts/setup-links.ts'
import { forgetTries } from '../domains/accounts/sign-in-throttle.ts'

export const forgetSignIns = job({
  name: 'forget_sign_ins',
  every: HOUR,
  summary: 'Drop sessions that are over, links that are too old, and sign-in tries that no longer count',
  async run({ db }) {
    return db.write((tx) => dropExpired(tx) + dropOldLinks(tx) + dropOldProofs(tx) + forgetTries(tx))
  },
})
