import { goTo, platformPage, type Screen } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DOUBT_ADVICE } from '../../src/kernel/time/clock-doubt.ts'
import { confirmClock, getClock } from '../../src/operations/system.ts'
import { EmptyState } from '../kit/fold.tsx'
import { Banner } from '../parts/page/card.tsx'
import { many } from '../parts/text/format.ts'
import { platformAct } from '../screens/act.ts'
import { drawPage } from '../shell.tsx'

type Clock = AnswerOf<typeof getClock>

const ClockPage = ({ doubt, waiting }: Clock) =>
  doubt ? (
    <>
      <Banner tone="bad" icon="clock">
        {doubt.message} {waiting && waitingWords(waiting)}
      </Banner>
      <p>{DOUBT_ADVICE}</p>
      <p>Stored times in the future are corrected when work continues.</p>
    </>
  ) : (
    <EmptyState icon="check">The clock is right. Nothing waits for it.</EmptyState>
  )

function waitingWords({ pushes, links, checks }: NonNullable<Clock['waiting']>): string {
  const unsent = `${many(pushes, 'push waits', 'pushes wait')} with ${many(links, 'unsent link')}`
  return `${unsent}; ${many(checks, 'push waits', 'pushes wait')} for checks.`
}

const SELF = '/app/platform/clock'

export const clockScreens: readonly Screen[] = [
  platformPage('/clock', async (call) => {
    const clock = await call.call(getClock, {})
    const sub = 'Pushes, checks, credits and stored results depend on it.'
    const act = clock.doubt && { label: 'Confirm the clock', href: SELF, post: true as const }
    return drawPage(call, { title: 'Clock', sub, act, operator: true }, <ClockPage {...clock} />)
  }),
  platformAct('/clock', confirmClock, (_, { held }) =>
    goTo(SELF, { text: held ? 'Clock confirmed. Waiting work continues.' : 'Nothing was waiting.' }),
  ),
]
