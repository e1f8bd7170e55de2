import { HOUR } from '../../kernel/clock.ts'
import { job } from '../../kernel/job.ts'
import { dropOldProofs } from '../email-proofs.ts'
import { dropExpired } from '../sessions.ts'
import { dropOldLinks } from '../setup-links.ts'
import { forgetTries } from '../sign-in-throttle.ts'

export const forgetSignIns = job({
  name: 'forget_sign_ins',
  every: HOUR,
  summary: 'Drop sessions that are over, links that are too old, and sign-in tries that no longer count',
  async run({ db }) {
    return db.write((tx) => dropExpired(tx) + dropOldLinks(tx) + dropOldProofs(tx) + forgetTries(tx))
  },
})
