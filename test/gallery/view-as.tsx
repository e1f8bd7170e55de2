/** A workspace that a platform admin views. */
import { HOUR, plus } from '../../src/kernel/time/clock.ts'
import { AppPage } from '../../views/layout.tsx'
import { PageHead } from '../../views/parts/page/page-head.tsx'
import { ViewBanner } from '../../views/view-as/banner.tsx'
import { NASTY, NOW, shell } from './samples.ts'

const VIEWED = { name: NASTY, until: plus(NOW, HOUR) }

export const viewAsGallery = [
  {
    name: 'view-as',
    page: () => (
      <AppPage shell={shell('Jobs')} title="Jobs" banner={<ViewBanner view={VIEWED} zone="UTC" />}>
        <PageHead title="Jobs" />
      </AppPage>
    ),
  },
]
