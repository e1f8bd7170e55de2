import { goTo, platformAction, platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { confirmClock } from '../../src/operations/system/confirm-clock.ts'
import { getClock } from '../../src/operations/system/get-clock.ts'
import { installPage } from '../shell.tsx'
import { ClockPage } from './clock.tsx'

const SELF = '/app/platform/clock'

export const clockScreens: readonly Screen[] = [
  platformPage('/clock', async (call) =>
    installPage(call, 'Clock', <ClockPage clock={await call.call(getClock, {})} self={SELF} />),
  ),
  platformAction('/clock', async (call) => {
    const { held } = await call.call(confirmClock, {})
    return goTo(SELF, { text: held ? 'Clock confirmed. Waiting work continues.' : 'Nothing was waiting.' })
  }),
]
