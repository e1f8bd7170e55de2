/** The people to whom a letter or a report goes, as boxes to tick. */

import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getEmailRecipients } from '../../src/operations/tenants/letters.ts'
import type { Child } from '../jsx/elements.ts'
import { LinkButton } from '../parts/button.tsx'
import { ErrorLine } from '../parts/forms/field.tsx'
import { Banner } from '../parts/page/card.tsx'
import { Name } from '../parts/text/name.tsx'

type Person = AnswerOf<typeof getEmailRecipients>['people'][number]

const SAYS: Record<Person['as'], string> = { member: '', reader: 'gets the reports', asker: 'asked' }

type ToProps = {
  people: readonly Person[]
  /** Shown instead of people. */
  none: string
  /** Ticked addresses. */
  to: readonly string[]
  error: string | undefined
  children?: Child
}

export const To = ({ people, none, to, error, children }: ToProps) => (
  <fieldset class="letter-to">
    <legend class="label-like">To</legend>
    {people.length > 0 ? (
      <div class="chips">
        {people.map(({ email, name, as, refused }) => (
          <label class="chip-tick" title={email}>
            <input type="checkbox" name="to" value={email} checked={to.includes(email)} disabled={refused} />
            <span>
              {name ? <Name of={name} /> : email}
              {name && <small>{email}</small>}
              {(refused || SAYS[as]) && <small>{refused ? 'refused by the mail server' : SAYS[as]}</small>}
            </span>
          </label>
        ))}
      </div>
    ) : (
      <p class="hint">{none}</p>
    )}
    {children}
    {error && <ErrorLine>{error}</ErrorLine>}
  </fieldset>
)

export const NoServer = ({ setup, children }: { setup: string | null; children?: Child }) => (
  <Banner tone="warn" action={setup && <LinkButton href={setup} label="Set up e-mail" />}>
    <b>No mail server is set up.</b> {children}
  </Banner>
)
