import { goTo, platformAction, platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { clockDoubt } from '../../src/kernel/time/clock-doubt.ts'
import { confirmClock } from '../../src/operations/system/confirm-clock.ts'
import { installPage } from '../shell.tsx'
import { ClockPage } from './clock.tsx'

const SELF = '/app/platform/clock'

export const clockScreens: readonly Screen[] = [
  platformPage('/clock', (call) =>
    installPage(call, 'The clock', <ClockPage doubt={call.read((tx) => clockDoubt(tx))} self={SELF} />),
  ),
  platformAction('/clock', async (call) => {
    const { held } = await call.call(confirmClock, {})
    return goTo(SELF, { text: held ? 'Noted. What was held goes on.' : 'Nothing was held.' })
  }),
]
