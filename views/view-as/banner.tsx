/** Shown on every page while a platform admin views a workspace. */
import type { WorkspaceView } from '../../src/domains/accounts/index.ts'
import { LEAVE_VIEW } from '../../src/doors/pages/web.ts'
import { Post } from '../parts/forms/post.tsx'
import { Banner } from '../parts/page/card.tsx'
import { When } from '../parts/text/when.tsx'

export const ViewBanner = ({ view, zone }: { view: Pick<WorkspaceView, 'name' | 'until'>; zone: string }) => (
  <Banner tone="warn" action={<Post action={LEAVE_VIEW} class="btn small" label="Leave" />}>
    <b>You are viewing {view.name} as its admin.</b> Nothing can be changed. The view ends automatically on{' '}
    <When time={view.until} zone={zone} exact />.
  </Banner>
)
