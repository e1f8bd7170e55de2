/** What clients would see of a brand that somebody tries on: a report, the sign-in page and a letter. Nothing is kept. */
import type { LetterBrand } from '../../src/domains/mail/index.ts'
import { judgeAccent, THEMES, type Theme } from '../brand.ts'
import type { Brand } from '../document.tsx'
import { Mark } from '../layout.tsx'
import { LetterSheet } from '../mail/letter.tsx'
import { wordsOf } from '../mail/letters.ts'
import { Bar, Legend } from '../parts/bar.tsx'
import { Banner, Card, CardBody } from '../parts/card.tsx'
import { LineChart } from '../parts/chart.tsx'
import { Chip } from '../parts/chips.tsx'
import type { Issue } from '../parts/form.tsx'
import { percent } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { By } from '../reports/by.tsx'

export type Look = {
  /** What stands on pages: the name, the logo and the colour. */
  brand: Brand & { accent: string | null }
  prepared_by: string
  letter: LetterBrand
  /** What of it cannot be shown as it was typed. */
  issues: readonly Issue[]
}

const NAMES: Record<Theme, string> = { light: 'In light', dark: 'In dark' }

export const Preview = ({ look }: { look: Look }) => {
  const { accent } = look.brand
  return (
    <div id="preview" class="stack">
      {accent && <link rel="stylesheet" href={`/app/brand/preview.${accent.slice(1).toLowerCase()}.css`} />}
      <Card title="How it will look">
        <CardBody>
          {look.issues.map(({ path, message }) => (
            <Banner tone="warn">{`${LABELS[path] ?? 'This'} ${message}`}</Banner>
          ))}
          <div role="status">
            <Contrasts accent={accent} />
          </div>
          <div class="panes">
            {THEMES.map((theme) => (
              <Pane look={look} theme={theme} />
            ))}
          </div>
        </CardBody>
      </Card>
      <Card title="A letter">
        <CardBody>
          <p class="hint">Letters are light; some mail programs darken them by themselves.</p>
          <div class="as-sent">
            <LetterSheet brand={look.letter} words={INVITATION} />
          </div>
        </CardBody>
      </Card>
    </div>
  )
}

const LABELS: Record<string, string> = { logo_url: 'The logo', accent: 'The colour', from_name: 'The name' }

const INVITATION = wordsOf(
  'invite',
  { by: 'Ada Lovelace', workspace: 'Florist' },
  'https://seo.florist.example/welcome',
)

/** Whether the colour can be read, and what is used where it cannot. */
const Contrasts = ({ accent }: { accent: string | null }) =>
  accent ? (
    <ul class="stack">
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
    <p>No colour of your own: the product’s is used, which is readable in light and in dark.</p>
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

/** Cut and not rounded: what is not enough never reads as enough. In one line, with spaces that do not break. */
const ratio = (contrast: number): string => `${(Math.floor(contrast * 10) / 10).toFixed(1)}\u00a0:\u00a01`

const DAYS = [3, 9, 18, 26, 31, 37, 41]
const OUTCOME = [
  { label: 'Indexed', value: 41, fill: 'ok' },
  { label: 'Waiting', value: 9, fill: 'reserved' },
  { label: 'Not indexed', value: 4, fill: 'warn' },
] as const

/** The head, number, curve, bar and buttons of a report, and the door to the app. */
const Pane = ({ look: { brand, prepared_by }, theme }: { look: Look; theme: Theme }) => (
  <section class="previewed stack" data-theme={theme} aria-label={NAMES[theme]}>
    <By client={{ name: 'Florist', logo_url: brand.logo_url }} lines={[`Prepared by ${prepared_by}`]} />
    <p class="big">{percent(41 / 54)}</p>
    <p>41 of 54 pages pushed are visible in search.</p>
    <LineChart
      caption={`A sample, ${NAMES[theme].toLowerCase()}`}
      tone="brand"
      names={['Visible']}
      points={DAYS.map((visible, day) => ({ label: `Day ${day}`, values: [visible] }))}
      labels={4}
    />
    <Bar large parts={[...OUTCOME]} />
    <Legend parts={[...OUTCOME]} />
    <p class="row">
      <span class="btn">
        <Icon name="download" />
        CSV
      </span>
      <span class="linked">A link</span>
    </p>
    <hr />
    <Mark brand={brand} />
    <span class="btn primary">Sign in</span>
  </section>
)
