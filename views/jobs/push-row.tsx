/** One push in a short list: its name, its outcome as a bar, and its state. */

import type { NameOf } from '../../src/doors/pages/people.ts'
import { languageOf, type Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored } from '../../src/kernel/language/say.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { StackBar } from '../kit/bars.tsx'
import { StatusChip } from '../parts/chips.tsx'
import { Person } from '../parts/person.tsx'
import { number, weekday } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { Say } from '../parts/text/say.tsx'
import { type Job, outcomeParts } from './shapes.ts'

/** Without `names`, the row names the client instead of the person. */
type PushRowProps = { of: Job; names?: NameOf; now: Time; zone: Reader }

export const PushRow = ({ of, names, now, zone }: PushRowProps) => (
  <li class="row">
    <p>
      <a class="cover nm" href={`/app/w/${of.tenant_id}/jobs/${of.id}`} title={of.name} dir="auto" data-row>
        {of.name}
      </a>
      <small class="clip">
        {weekday(of.created_at, zone)}
        {names ? (
          <Say
            to={zone}
            text=", by <person>{name}</person>"
            values={{ name: of.created_by }}
            tags={{ person: () => <Person of={of.created_by} names={names} /> }}
          />
        ) : (
          <>
            {', '}
            <Name of={of.tenant_name} />
          </>
        )}
      </small>
    </p>
    <span class="mini">
      <StackBar
        to={zone}
        parts={outcomeParts(of.outcome).map(({ label, value, tone }) => ({ label: inLine(label, zone), value, tone }))}
      />
    </span>
    <span class="end">
      <b class="fig">{number(of.outcome.states.indexed, zone)}</b>{' '}
      <span class="soft">{say(zone, 'of {n}', { n: of.link_count })}</span>
    </span>
    <StatusChip to={zone} job={of} now={now} />
  </li>
)

/** English labels are lower-case in a sentence; nouns of other languages are not. */
const inLine = (label: string, to: Reader): string =>
  languageOf(to) === 'en' ? label.toLowerCase() : sayStored(to, label)
