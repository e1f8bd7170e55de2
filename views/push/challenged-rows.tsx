import { Warnings } from '../parts/chips.tsx'
import { many } from '../parts/text/format.ts'
import { challengedHosts, type PreflightRow } from './causes.ts'
import { CHALLENGED, LEAVE } from './edit-list.ts'
import { CheckAgain, Group, Listed } from './preflight-group.tsx'

/** Groups with more hosts are folded at first. */
const OPEN_UP_TO = 5

/** Links that were not screened, which are pushed unless they are removed: one line for each host. */
export function Challenged({ rows }: { rows: readonly PreflightRow[] }) {
  const hosts = challengedHosts(rows)
  const links = hosts.reduce((sum, { urls }) => sum + urls.length, 0)
  if (links === 0) return null
  return (
    <Group
      id={CHALLENGED}
      icon="shield-check"
      tone="warn"
      title="Bot protection"
      says="Not checked: they are pushed unless you remove them"
      count={links}
      open={hosts.length <= OPEN_UP_TO}
    >
      <Listed rows={hosts}>
        {({ host, urls, says }) => (
          <span class="grow">
            <b>{host}</b> <span class="muted">{many(urls.length, 'link')}</span>
            <Warnings warnings={says} />
          </span>
        )}
      </Listed>
      <div class="acts">
        <CheckAgain flag={CHALLENGED} says={`${many(links, 'link')} behind bot protection`} />
        <button type="submit" class="btn small quiet" name="step" value={`${LEAVE}${CHALLENGED}`}>
          Remove from the list
          <span class="vh">{`: ${many(links, 'link')} behind bot protection`}</span>
        </button>
      </div>
    </Group>
  )
}
