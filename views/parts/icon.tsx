import type { IconName } from '../../static/icons.ts'
import { href } from '../../static/index.ts'

export type { IconName }

/** An icon repeats the word beside it, so screen readers skip it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${href('icons.svg')}#${name}`} />
  </svg>
)
