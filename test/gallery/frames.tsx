import type { Reader } from '../../src/kernel/language/reader.ts'
import { DEFAULT_PREFERENCES } from '../../views/document.tsx'
import type { Child } from '../../views/jsx/elements.ts'
import { AppPage, DocPage, PublicPage } from '../../views/layout.tsx'
import { PageHead } from '../../views/parts/page/page-head.tsx'
import { Cover, Foot, ReportBody } from '../../views/reports/document.tsx'
import type { ReportDocument } from '../../views/reports/shapes.ts'
import { shell } from './samples.ts'

/** A screen in the app's shell; `nav` is what is current in the navigation. */
export const inApp = (title: string, content: Child, nav = title, more: { kind?: string; head?: Child } = {}) => (
  <AppPage shell={shell(nav)} title={title} {...more}>
    {content}
  </AppPage>
)

/** A screen as `drawPage` draws it: with its head, and its own styles below `kind`. */
export const inPage = (title: string, kind: string, content: Child, sub = '') => (
  <AppPage shell={shell(title)} title={title} kind={kind} head={<PageHead title={title} sub={sub} />}>
    {content}
  </AppPage>
)

/** A screen for somebody who is not signed in. */
export const inPublic = (title: string, content: Child, to?: Reader) => (
  <PublicPage to={to} title={title} preferences={DEFAULT_PREFERENCES}>
    {content}
  </PublicPage>
)

/** A report as its reader sees it. */
export const inDoc = (report: ReportDocument) => (
  <DocPage
    title={report.kicker}
    brand={report.brand}
    preferences={DEFAULT_PREFERENCES}
    head={<Cover {...report} />}
    foot={<Foot {...report} />}
  >
    <ReportBody {...report} />
  </DocPage>
)

export const NO_ROWS = { items: [], total: 0, page: 1, page_size: 50 }
