/** On the page of a push: checks that Google itself answers. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { getJobGoogle } from '../../src/features/evidence/operations/quota.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { may } from '../frame/visitor.ts'
import { Why } from '../kit/fold.tsx'
import { weekday } from '../parts/text/format.ts'

export const jobGoogle: Slots['job_ends'] = async (call, { job, zone }) => {
  if (job.type !== 'index' || !may(call, getJobGoogle)) return null
  return <GoogleChecks checks={await call.call(getJobGoogle, { id: job.id })} zone={zone} />
}

type Checks = AnswerOf<typeof getJobGoogle>

type Props = { checks: Checks; zone: Reader }

/** Nothing where Google answered none and none waits for it. */
export function GoogleChecks({ checks: { inspected, shown, waiting, inspected_by, causes }, zone: to }: Props) {
  const free = inspected + shown
  if (free + waiting === 0) return null
  const day = inspected_by && weekday(inspected_by, to)
  return (
    <>
      <p class="muted">
        {free > 0 && (
          <>
            <b>{say(to, '{n, plural, one {# check} other {# checks}} free by Search Console.', { n: free })}</b>
            {shown > 0 && ` ${say(to, 'For {n} of them Google showed the page to people.', { n: shown })}`}
          </>
        )}
        {waiting > 0 && ` ${say(to, '{n} wait for Google: inspected by {day}.', { n: waiting, day: day! })}`}
      </p>
      {causes.length > 0 && (
        <Why
          facts={causes.map(({ links, says, act, example }) => ({
            mark: 'cause',
            text: say(to, '{n, plural, one {# link} other {# links}}: Google says that {says}.', {
              ...{ n: links, says: sayStored(to, says) },
            }),
            more: `${sayStored(to, act)} ${say(to, 'Such as {url}', { url: example })}`,
          }))}
        />
      )}
    </>
  )
}
