import { createDeployHook, listDeployHooks } from '../../../src/features/standing/operations/deploy-hooks.ts'
import { Chip } from '../../parts/chips.tsx'
import { Named } from '../../parts/lists/table.tsx'
import { When } from '../../parts/text/when.tsx'
import { listScreen } from '../../screens/list-screen.tsx'
import { may } from '../../shell.tsx'
import { StandingTabs } from '../tabs.tsx'
import { hookInWords, hookState, MODE_WORDS } from './words.ts'

export const hookList = listScreen({
  at: '/standing/hooks',
  here: true,
  operation: listDeployHooks,
  title: 'Deploy hooks',
  sub: 'Addresses that a deploy calls, so that new pages are pushed once they are live.',
  search: 'Search name',
  above: ({ base }) => <StandingTabs base={base} current="hooks" />,
  empty: { icon: 'plug', text: 'No deploy hook yet. Add one for GitHub, Netlify, Vercel or a script.' },
  nothing: 'No deploy hook fits.',
  act: (call) =>
    may(call, createDeployHook)
      ? { label: 'Add deploy hook', icon: 'plus', href: `${call.base}/standing/hooks/new` }
      : null,
  columns: ({ self, zone }) => [
    {
      label: 'Name',
      sort: 'name',
      cell: ({ id, name, tenant_name, mode }) => (
        <>
          <Named href={`${self}/${id}`} name={name} />
          <div class="muted small">{`${tenant_name} · ${MODE_WORDS[mode]}`}</div>
        </>
      ),
    },
    { label: 'State', cell: (hook) => <Chip {...hookState(hook)} /> },
    { label: 'What a call does', class: 'wide-only', cell: hookInWords },
    { label: 'Last call', class: 'num when', cell: ({ used_at }) => <When time={used_at} zone={zone} /> },
  ],
})
