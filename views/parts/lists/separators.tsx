import { Icon } from '../icon.tsx'

export const CSV_SEPARATORS = [
  { separator: 'comma', label: 'Commas', hint: 'programs, and Excel in English' },
  { separator: 'semicolon', label: 'Semicolons', hint: 'Excel where 0,5 is a half' },
  { separator: 'tab', label: 'Tabs', hint: 'to paste into a sheet' },
] as const

/** Beside the button of a CSV: the same file with another separator, which this browser then keeps. */
export const Separators = ({ id, href }: { id: string; href: string }) => (
  <span class="anchor over">
    <button type="button" class="icon-btn" popovertarget={id} aria-label="Separator of the file">
      <Icon name="chevrons-up-down" />
    </button>
    <div class="menu above" id={id} popover="auto">
      {CSV_SEPARATORS.map(({ separator, label, hint }) => (
        <a href={`${href}${href.includes('?') ? '&' : '?'}separator=${separator}`} download="">
          {label}
          <small class="muted">{hint}</small>
        </a>
      ))}
    </div>
  </span>
)
