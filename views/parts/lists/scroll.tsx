import type { Child } from '../../jsx/elements.ts'

/** Wide content scrolls inside itself, by keys too. It is no landmark: its section is one. */
export const Scroll = ({ label, children }: { label: string; children?: Child }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, not a table
  <div class="scroll" role="group" aria-label={label} tabindex="0">
    {children}
  </div>
)
