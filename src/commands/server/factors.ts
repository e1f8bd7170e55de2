import { closeSessionsOf, dropRules, removeFactors, userByEmail } from '../../domains/accounts/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { type Command, CommandError, UsageError } from '../framework/command.ts'
import { say, sayJson } from '../framework/terminal.ts'
import { noteCommand } from './command-trail.ts'
import { changeStopped } from './stopped-install.ts'

export const command: Command = {
  name: 'factors',
  summary: 'Remove lost second factors, or the rule that requires them, while the install is stopped.',
  about: [
    '`reset E-MAIL` removes the second factors of an account. `rule off` ends every rule that requires a second factor.',
    'Use it if no platform admin can sign in. Otherwise use the page of the person at Operator, People, Users. The audit trail records it.',
    'It needs the secret key of the install. If the key is lost, run `signalpost rotate-key --lost` first.',
  ],
  words: [
    { name: 'ACT', meaning: 'reset or rule', required: true, choices: ['reset', 'rule'] },
    { name: 'WHAT', meaning: 'reset: the e-mail address of the account; rule: off', required: true },
  ],
  examples: [{ line: 'signalpost factors rule off', meaning: 'Stop requiring a second factor.' }],
  json: '{factors_removed, sessions_closed} or {rules_ended}',

  run({ words: [act, what = ''], json }) {
    if (act === 'rule' && what !== 'off')
      throw new UsageError('a rule can only be ended here: signalpost factors rule off')
    const done = changeStopped((tx): FactorsRemoved => (act === 'reset' ? reset(tx, what) : endRules(tx)))
    if (json) sayJson(done)
    else say(inWords(what, done))
    return 0
  },
}

type FactorsRemoved = { factors_removed: number; sessions_closed: number } | { rules_ended: number }

const inWords = (what: string, done: FactorsRemoved): string =>
  'rules_ended' in done
    ? `${done.rules_ended} rules ended: nobody is asked for a second factor that they do not have.`
    : `${done.factors_removed} factors of ${what} removed, ${done.sessions_closed} sessions ended. The password is as it was.`

function reset(tx: Tx, email: string): FactorsRemoved {
  const user = userByEmail(tx, email)
  if (!user) throw new CommandError(`there is no account with the address ${email}`)
  const done = { factors_removed: removeFactors(tx, user.id), sessions_closed: closeSessionsOf(tx, user.id) }
  noteCommand(tx, { action: 'reset_factors', target: user.id, after: done })
  return done
}

function endRules(tx: Tx): FactorsRemoved {
  const done = { rules_ended: dropRules(tx) }
  noteCommand(tx, { action: 'update_security_settings', target: 'security', after: done })
  return done
}
