/** On the page of a push: pages that each answer engine may not use, and the rules that say so. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { type Answers, PUSHES } from '../../src/features/answers/index.ts'
import { getJobAnswers } from '../../src/features/answers/operations.ts'
import { may } from '../frame/visitor.ts'
import { jobHref } from '../jobs/shapes.ts'
import { Fold } from '../kit/fold.tsx'
import { listHref } from '../parts/lists/list.ts'
import { many, number } from '../parts/text/format.ts'
import { Sentences } from './push.tsx'
import { OWNER, titleOf } from './words.ts'

export const jobAnswers: Slots['job_ends'] = async (call, { job, base }) => {
  if (job.type !== 'index' || !may(call, getJobAnswers)) return null
  const answers = await call.call(getJobAnswers, { id: job.id })
  return <AnswersSection answers={answers} href={(engine) => listHref(jobHref(base, job), {}, { closed_to: engine })} />
}

type AnswersProps = { answers: Answers; href?: (engine: string) => string }

/** Nothing when all pages are open to all engines, or none was judged. */
export function AnswersSection({ answers: { looked_at, closed, groups }, href }: AnswersProps) {
  const rules = groups.filter(({ verdict }) => verdict !== 'unknown')
  if (rules.length === 0) return null
  return (
    <Fold
      summary="Answer engines that may not use pages"
      beside={<span class="muted">{`${closed.length}, ${many(looked_at, 'page')} judged`}</span>}
    >
      <ul class="plain">
        {closed.map(({ engine, name, links }) => (
          <li>
            {`${name} may not use `}
            {href ? <a href={href(engine)}>{many(links, 'page')}</a> : many(links, 'page')}
          </li>
        ))}
      </ul>
      <p class="muted small">{`${OWNER} ${PUSHES}`}</p>
      {rules.map((group) => (
        <Fold summary={titleOf(group)} beside={<span class="muted">{number(group.links)}</span>}>
          <Sentences group={group} />
          <p class="small">
            {'Such as '}
            <span class="url">{group.example}</span>
          </p>
        </Fold>
      ))}
    </Fold>
  )
}
