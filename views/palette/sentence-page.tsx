import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import type { PaletteEntry } from './palette.tsx'

type SentencePageProps = { q: string; action: string; entries: readonly PaletteEntry[]; writes: boolean }

/** The palette as a page: a sentence and the actions it can mean. */
export const SentencePage = ({ q, action, entries, writes }: SentencePageProps) => (
  <div class="stack">
    <form method="get" action={action} class="row end">
      <input
        class="input grow"
        name="q"
        value={q}
        aria-label="What to do"
        autocomplete="off"
        autofocus
        maxlength="2000"
      />
      <Button class="btn primary" label="Find" />
    </form>
    {entries.length > 0 && (
      <ul class="plain stack deeds">
        {entries.map(({ href, icon, label, kind }) => (
          <li>
            <a href={href}>
              <Icon name={icon} />
              {label}
            </a>{' '}
            <span class="muted small">{kind}</span>
          </li>
        ))}
      </ul>
    )}
    {q !== '' && entries.length === 0 && (
      <p role="status">{`No act, client or push matches “${q}”. Try one of these examples.`}</p>
    )}
    <p class="hint">{writes ? EXAMPLES : 'open Autumn menu'}</p>
  </div>
)

const EXAMPLES =
  'transfer 200 to Florist · transfer 50 check credits to Florist · push https://florist.example/roses · check https://florist.example/roses · share last Florist push · invite ada@florist.example as admin · open Autumn menu'
