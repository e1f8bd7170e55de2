import Type from 'typebox'
import { countUsers, otherWorkspaces } from '../../domains/accounts/index.ts'
import { balances, countPendingRequests } from '../../domains/credits/index.ts'
import { countOpenJobs } from '../../domains/jobs/index.ts'
import { planOf } from '../../domains/plans/index.ts'
import { hasSample } from '../../domains/system/index.ts'
import { readTenant, TenantKind } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { openErrors } from '../../kernel/environment/errors.ts'
import { newInstalled } from '../../kernel/environment/program.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { type Caller, isNowhere } from '../../kernel/operation/caller.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Id, Nullable } from '../../kernel/operation/shape.ts'

export const getShell = read({
  name: 'get_shell',
  route: 'GET /me/shell',
  role: null,
  instead: 'get_me',
  summary: 'Contents of a menu: your workspace, its credits, others to switch to, and counts of waiting items.',
  input: Type.Object({}),
  output: Shape('ShellData', {
    workspace: Nullable(
      Type.Object(
        {
          id: Id,
          name: Type.String(),
          kind: TenantKind,
          parent_id: Nullable(Type.String()),
          plan: Nullable(Type.String({ description: 'Name of its plan; null below the agency, whose plan it is' })),
          available: Type.Object({ index: Type.Integer(), check: Type.Integer() }),
          open_jobs: Count('Jobs that are under way, or that ended within a week with failed links'),
          waiting_drafts: Count('Orders that wait for approval'),
          unseen: Nullable(
            Count('Happenings that you have not marked as seen, at most 50; null without a list of them'),
          ),
          sample: Type.Boolean({ description: 'It has sample data to look around in' }),
          news: Nullable(Type.String({ description: 'The version of a recent update with changes for your work' })),
        },
        { description: 'null for a person without a workspace' },
      ),
    ),
    others: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
      description: 'Workspaces to switch to: the one above, your memberships, and the first 30 below',
    }),
    install: Nullable(
      Type.Object(
        {
          pending_users: Count('Accounts that wait for approval'),
          waitlist: Count('Open requests for an invite'),
          pack_requests: Count('Open requests for credit packs'),
          open_errors: Count('Errors that are not resolved'),
          updated_to: Nullable(Type.String({ description: 'The version that an update of the last 30 days brought' })),
        },
        { description: 'For a platform admin' },
      ),
    ),
  }),
  example: {},

  handle({ tx, app, caller }) {
    return {
      workspace: isNowhere(caller) ? null : workspaceOf(tx, app, caller),
      others: isNowhere(caller) ? [] : otherWorkspaces(tx, caller),
      install: caller.platform
        ? {
            pending_users: countUsers(tx, 'pending'),
            waitlist: app.counts.waitlist(tx, ''),
            pack_requests: countPendingRequests(tx),
            open_errors: openErrors(tx),
            updated_to: newInstalled(tx, app.version),
          }
        : null,
    }
  },
})

function workspaceOf(tx: ReadTx, app: Install, caller: Caller) {
  const { index, check } = balances(tx, caller.tenant_id)
  const tenant = readTenant(tx, caller.tenant_id)
  return {
    ...tenant,
    plan: tenant.parent_id === null ? planOf(tx, app, caller.tenant_id).name : null,
    available: { index: index.available, check: check.available },
    open_jobs: countOpenJobs(tx, { ...caller, platform: false }),
    waiting_drafts: app.counts.waiting_drafts(tx, caller.path),
    unseen: app.unseen(tx, caller),
    sample: caller.role !== 'client_viewer' && hasSample(tx, caller.tenant_id),
    news: app.state.news(tx, app),
  }
}
