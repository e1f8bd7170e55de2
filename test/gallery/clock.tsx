import { type Clock, ClockPage } from '../../views/clock/clock.tsx'
import { inOperator } from './frames.tsx'

const page = (clock: Clock) => inOperator('Clock', <ClockPage {...clock} />)

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
