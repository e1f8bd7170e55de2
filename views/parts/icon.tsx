import type { IconName } from '../../static/icons.ts'
import { href } from '../../static/index.ts'

export type { IconName }

/** A picture beside a word that says the same; hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${href('icons.svg')}#${name}`} />
  </svg>
)
