import { goTo, platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { confirmClock, getClock } from '../../src/operations/system.ts'
import { platformAct } from '../screens/act.ts'
import { drawPage } from '../shell.tsx'
import { ClockPage } from './clock.tsx'

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
