import { ClockPage } from '../../views/clock/clock.tsx'
import { AppPage } from '../../views/layout.tsx'
import { shell } from './samples.ts'

const page = (doubt: Parameters<typeof ClockPage>[0]['doubt']) => (
  <AppPage shell={shell('', { operator: true })} title="The clock">
    <ClockPage doubt={doubt} self="/app/platform/clock" />
  </AppPage>
)

export const clockGallery = [
  { name: 'clock', page: () => page(null) },
  {
    name: 'clock-in-doubt',
    page: () => page({ why: 'ahead', now: '2099-06-01T09:00:00.000Z', latest: '2026-11-02T09:00:00.000Z' }),
  },
]
