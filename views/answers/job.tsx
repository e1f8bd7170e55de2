/** On the page of a push: pages that each answer engine may not use, and the rules that say so. */
import type { Slots } from '../../src/doors/pages/web.ts'
import { type Answers, PUSHES } from '../../src/features/answers/index.ts'
import { getJobAnswers } from '../../src/features/answers/operations.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { may } from '../frame/visitor.ts'
import { jobHref } from '../jobs/shapes.ts'
import { Fold } from '../kit/fold.tsx'
import { listHref } from '../parts/lists/list.ts'
import { number } from '../parts/text/format.ts'
import { Say } from '../parts/text/say.tsx'
import { Sentences } from './push.tsx'
import { OWNER, titleOf } from './words.ts'

export const jobAnswers: Slots['job_ends'] = async (call, { job, base, zone: to }) => {
  if (job.type !== 'index' || !may(call, getJobAnswers)) return null
  const answers = await call.call(getJobAnswers, { id: job.id })
  const href = (engine: string) => listHref(jobHref(base, job), {}, { closed_to: engine })
  return <AnswersSection to={to} answers={answers} href={href} />
}

type AnswersProps = { to?: Reader; answers: Answers; href?: (engine: string) => string }

/** Nothing when all pages are open to all engines, or none was judged. */
export function AnswersSection({ to = ENGLISH, answers: { looked_at, closed, groups }, href }: AnswersProps) {
  const rules = groups.filter(({ verdict }) => verdict !== 'unknown')
  if (rules.length === 0) return null
  return (
    <Fold
      summary={say(to, 'Answer engines that may not use pages')}
      beside={
        <span class="muted">
          {say(to, '{n}, {pages, plural, one {# page} other {# pages}} judged', { n: closed.length, pages: looked_at })}
        </span>
      }
    >
      <ul class="plain">
        {closed.map(({ engine, name, links }) => (
          <li>
            <Say
              to={to}
              text="{name} may not use <a>{n, plural, one {# page} other {# pages}}</a>"
              values={{ name, n: links }}
              tags={{ a: (pages) => (href ? <a href={href(engine)}>{pages}</a> : pages) }}
            />
          </li>
        ))}
      </ul>
      <p class="muted small">{`${say(to, OWNER)} ${say(to, PUSHES)}`}</p>
      {rules.map((group) => (
        <Fold summary={titleOf(group, to)} beside={<span class="muted">{number(group.links, to)}</span>}>
          <Sentences to={to} group={group} />
          <p class="small">
            <Say
              to={to}
              text="Such as <url>{url}</url>"
              values={{ url: group.example }}
              tags={{ url: (url) => <span class="url">{url}</span> }}
            />
          </p>
        </Fold>
      ))}
    </Fold>
  )
}
