/** Preview of a brand in a report and an e-mail. Nothing is stored. */
import type { LetterBrand } from '../../src/domains/mail/index.ts'
import { ENGLISH } from '../../src/kernel/language/reader.ts'
import { judgeAccent, THEMES, type Theme } from '../brand.ts'
import type { Brand } from '../document.tsx'
import { Mark } from '../layout.tsx'
import { LetterSheet } from '../mail/letter.tsx'
import { inviteWords } from '../mail/letters.ts'
import { Chip } from '../parts/chips.tsx'
import type { Issue } from '../parts/forms/form.tsx'
import { Banner } from '../parts/page/card.tsx'

export type BrandPreview = {
  /** Brand of pages. */
  brand: Brand & { accent: string | null }
  /** Name of the workspace with this brand. */
  client: string
  letter: LetterBrand
  /** Parts that cannot be shown as typed. */
  issues: readonly Issue[]
}

const NAMES: Record<Theme, string> = { light: 'Light', dark: 'Dark' }

export const Preview = ({ look }: { look: BrandPreview }) => {
  const { accent } = look.brand
  return (
    <section id="preview" class="stack" aria-label="Preview">
      {accent && <link rel="stylesheet" href={`/app/brand/preview.${accent.slice(1).toLowerCase()}.css`} />}
      {look.issues.map(({ path, message }) => (
        <Banner tone="warn">{`${LABELS[path] ?? 'This'} ${message}`}</Banner>
      ))}
      <div class="panes">
        {THEMES.map((theme) => (
          <Pane look={look} theme={theme} />
        ))}
      </div>
      <div role="status">
        <Contrasts accent={accent} />
      </div>
      <h2>E-mail</h2>
      <div class="as-sent">
        <LetterSheet to={ENGLISH} brand={look.letter} words={invitationTo(look.client)} />
      </div>
    </section>
  )
}

const LABELS: Record<string, string> = { logo_url: 'The logo', accent: 'The colour', from_name: 'The name' }

const invitationTo = (workspace: string) =>
  inviteWords({ by: 'Ada Lovelace', workspace }, 'https://seo.example/welcome')

/** Whether the colour is readable in each theme, and the colour used if not. */
const Contrasts = ({ accent }: { accent: string | null }) =>
  accent ? (
    <ul class="stack small">
      {THEMES.map((theme) => {
        const judged = judgeAccent(accent, theme)
        return (
          <li>
            <Chip
              word={NAMES[theme]}
              icon={judged.faint ? 'triangle-alert' : 'check'}
              tone={judged.faint ? 'warn' : 'ok'}
            />{' '}
            {contrastInWords(accent, theme, judged)}
          </li>
        )
      })}
    </ul>
  ) : (
    <p class="hint">No colour of your own. The default colour is readable in light and in dark.</p>
  )

/** `5.4 : 1 on white: readable, and used as it is. Words on buttons are white, 5.4 : 1.` */
export function contrastInWords(accent: string, theme: Theme, judged = judgeAccent(accent, theme)): string {
  const { used, asked_contrast, used_contrast, ground, faint, words } = judged
  const asked = accent.toLowerCase()
  const instead = `${used} instead, ${ratio(used_contrast)} on ${ground}.`
  const verdict = faint
    ? `${asked} is ${ratio(faint.contrast)} on ${faint.ground}, where text needs ${ratio(faint.least)}: too ${TOO[theme]} to read. Pages use ${instead}`
    : used === asked
      ? `${ratio(asked_contrast)} on ${ground}: readable, and used as it is.`
      : `${ratio(asked_contrast)} on ${ground}: readable. Pages use the softer ${instead}`
  return `${verdict} Words on buttons are ${words.white ? 'white' : 'black'}, ${ratio(words.contrast)}.`
}

const TOO: Record<Theme, string> = { light: 'pale', dark: 'dark' }

/** Rounded down, so that too little contrast never looks like enough. Non-breaking spaces keep it in one line. */
const ratio = (contrast: number): string => `${(Math.floor(contrast * 10) / 10).toFixed(1)}\u00a0:\u00a01`

/** Cover and buttons of a report of the workspace. */
const Pane = ({ look: { brand, client }, theme }: { look: BrandPreview; theme: Theme }) => (
  <section class="previewed" data-theme={theme} aria-label={NAMES[theme]}>
    <div class="cover-band">
      <Mark brand={brand} />
      <p>{client}</p>
      <p class="big">49 new pages in Google</p>
    </div>
    <div class="stack">
      <span class="linked">Show 102 more</span>
      <p class="row">
        <span class="btn primary">Ask about this page</span>
        <span class="btn">CSV</span>
      </p>
    </div>
  </section>
)
