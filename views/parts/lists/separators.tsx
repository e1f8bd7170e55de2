import { ENGLISH, type Reader } from '../../../src/kernel/language/reader.ts'
import { say, text } from '../../../src/kernel/language/say.ts'
import { Icon } from '../icon.tsx'

export const CSV_SEPARATORS = [
  { separator: 'comma', label: text('Commas'), hint: text('programs, and Excel in English') },
  { separator: 'semicolon', label: text('Semicolons'), hint: text('Excel where 0,5 is a half') },
  { separator: 'tab', label: text('Tabs'), hint: text('to paste into a sheet') },
] as const

type SeparatorsProps = { id: string; href: string; to?: Reader }

/** Beside the button of a CSV: the same file with another separator, which this browser then keeps. */
export const Separators = ({ id, href, to = ENGLISH }: SeparatorsProps) => (
  <span class="anchor over">
    <button type="button" class="icon-btn" popovertarget={id} aria-label={say(to, 'Separator of the file')}>
      <Icon name="chevrons-up-down" />
    </button>
    <div class="menu above" id={id} popover="auto">
      {CSV_SEPARATORS.map(({ separator, label, hint }) => (
        <a href={`${href}${href.includes('?') ? '&' : '?'}separator=${separator}`} download="">
          {say(to, label)}
          <small class="muted">{say(to, hint)}</small>
        </a>
      ))}
    </div>
  </span>
)
