/** On the page of a push: checks that Google itself answers. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { getJobGoogle } from '../../src/features/evidence/operations/quota.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { may } from '../frame/visitor.ts'
import { Why } from '../kit/fold.tsx'
import { many, number, weekday } from '../parts/text/format.ts'

export const jobGoogle: Slots['job_ends'] = async (call, { job, zone }) => {
  if (job.type !== 'index' || !may(call, getJobGoogle)) return null
  return <GoogleChecks checks={await call.call(getJobGoogle, { id: job.id })} zone={zone ?? 'UTC'} />
}

type Checks = AnswerOf<typeof getJobGoogle>

/** Nothing where Google answered none and none waits for it. */
export function GoogleChecks({
  checks: { inspected, shown, waiting, inspected_by, causes },
  zone,
}: {
  checks: Checks
  zone: string
}) {
  const free = inspected + shown
  if (free + waiting === 0) return null
  return (
    <>
      <p class="muted">
        {free > 0 && (
          <>
            <b>{`${many(free, 'check')} free by Search Console.`}</b>
            {shown > 0 && ` For ${number(shown)} of them Google showed the page to people.`}
          </>
        )}
        {waiting > 0 && ` ${number(waiting)} wait for Google: inspected by ${weekday(inspected_by!, zone)}.`}
      </p>
      {causes.length > 0 && (
        <Why
          facts={causes.map(({ links, says, act, example }) => ({
            mark: 'cause',
            text: `${many(links, 'link')}: Google says that ${says}.`,
            more: `${act} Such as ${example}`,
          }))}
        />
      )}
    </>
  )
}
