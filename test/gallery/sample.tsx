/** The offer of sample data, its making, and a page of it. */
import { AppPage } from '../../views/layout.tsx'
import { PageHead } from '../../views/parts/page/page-head.tsx'
import { SampleBanner, SampleOffer, SampleProgress } from '../../views/sample/sample.tsx'
import { NASTY, shell } from './samples.ts'

const base = '/app/w/ten_northwind'
const sample = { state: 'none', done: 0, of: 0, workspace_id: null, offered: true } as const

export const sampleGallery = [
  {
    name: 'sample-offered',
    page: () => (
      <AppPage shell={shell('Today')} title="Today">
        <PageHead title="Today" />
        <SampleOffer sample={sample} base={base} />
      </AppPage>
    ),
  },
  {
    name: 'sample-ready',
    page: () => (
      <AppPage shell={shell('Today')} title="Today">
        <PageHead title="Today" />
        <SampleOffer sample={{ ...sample, state: 'ready' }} base={base} />
      </AppPage>
    ),
  },
  {
    name: 'sample-making',
    page: () => (
      <AppPage shell={shell('Today')} title="Sample data">
        <PageHead title="Sample data" />
        <SampleProgress sample={{ ...sample, state: 'making', done: 34, of: 56 }} base={base} />
      </AppPage>
    ),
  },
  {
    name: 'sample-lost',
    page: () => (
      <AppPage shell={shell('Today')} title="Sample data">
        <PageHead title="Sample data" />
        <SampleProgress sample={{ ...sample, state: 'lost' }} base={base} />
      </AppPage>
    ),
  },
  {
    name: 'sample-page',
    page: () => (
      <AppPage
        shell={shell('Pushes')}
        title="Pushes"
        banner={<SampleBanner home={{ id: 'ten_northwind', name: NASTY, may_remove: true }} />}
      >
        <PageHead title="Pushes" />
      </AppPage>
    ),
  },
]
