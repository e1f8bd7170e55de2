import type { ListedLink } from '../../src/domains/reports/index.ts'
import { many } from '../parts/text/format.ts'

const FILLS = { yes: 'ok', no: 'warn', unknown: 'idle' } as const

/** What the latest looks at an address saw, the oldest on the left. */
export function LookStrip({ seen }: { seen: ListedLink['checks'] }) {
  if (seen.length === 0) return <span class="muted">–</span>
  const yes = seen.filter(({ indexed }) => indexed === 'yes').length
  return (
    <svg
      class="looks"
      viewBox={`0 0 ${seen.length * 8} 16`}
      width={String(seen.length * 8)}
      height="16"
      role="img"
      aria-label={`Indexed at ${yes} of ${many(seen.length, 'check')}`}
    >
      {seen.map(({ indexed }, at) => (
        <rect class={`f-${FILLS[indexed]}`} x={String(at * 8)} y="0" width="6" height="16" rx="2" />
      ))}
    </svg>
  )
}
