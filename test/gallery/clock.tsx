import { ClockPage } from '../../views/clock/clock.tsx'
import { AppPage } from '../../views/layout.tsx'
import { shell } from './samples.ts'

const page = (clock: Parameters<typeof ClockPage>[0]['clock']) => (
  <AppPage shell={shell('', { operator: true })} title="The clock">
    <ClockPage clock={clock} self="/app/platform/clock" />
  </AppPage>
)

export const clockGallery = [
  { name: 'clock', page: () => page({ now: '2026-11-02T09:00:00.000Z', doubt: null, waiting: null }) },
  {
    name: 'clock-in-doubt',
    page: () =>
      page({
        now: '2099-06-01T09:00:00.000Z',
        doubt: {
          latest: '2026-11-02T09:00:00.000Z',
          message: 'The clock says 1 June 2099, more than 35 days after the latest time that was seen (2 Nov 2026).',
        },
        waiting: { pushes: 3, links: 919, checks: 12 },
      }),
  },
]
