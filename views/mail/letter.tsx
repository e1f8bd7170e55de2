/**
 * One e-mail as HTML and as plain text, from the same content. The HTML uses only tables and attributes: all mail
 * programs support them, and our runtime allows no inline styles.
 */
import type { Letter, LetterBrand, Section } from '../../src/domains/mail/letters.ts'
import { brandColours } from '../brand.ts'
import type { Child } from '../jsx/elements.ts'

/** A number of a letter, and how it changed. */
export type Figure = { label: string; value: string; change: string }

export type Words = {
  subject: string
  paragraphs: readonly string[]
  figures?: readonly Figure[]
  sections?: readonly Section[]
  button?: { label: string; href: string }
  /** The reason the recipient gets this e-mail. */
  footer: string
}

const FONT = 'Arial, Helvetica, sans-serif'
const ACCENT = '#0f766e'
const MUTED = '#52606b'
/** Obsolete cell attributes that mail programs still need. */
const WIDE = { width: '560' }
const HIGH = { height: '24' }
const CHANGE = { width: '70' }

export function drawLetter(brand: LetterBrand, words: Words, stop?: string): Letter {
  const { subject, paragraphs, figures = [], sections = [], button, footer } = words
  const text = [
    ...paragraphs,
    ...(figures.length > 0 ? [figures.map(figureInText).join('\n')] : []),
    ...sections.map(sectionInText),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    `-- \n${brand.name}\n${footer}${stop ? `\n${STOP}: ${stop}` : ''}`,
  ]
  return {
    subject,
    html: `<!doctype html>${<Page brand={brand} words={words} stop={stop} />}`,
    text: `${text.join('\n\n')}\n`,
  }
}

const STOP = 'Stop these letters'

const figureInText = ({ label, value, change }: Figure): string => `${label}: ${value}${change && ` (${change})`}`

const sectionInText = ({ title, lines, more }: Section): string =>
  [title.toUpperCase(), ...lines.map(({ text, href }) => `* ${text}\n  ${href}`), ...(more ? [more] : [])].join('\n')

type SheetProps = { brand: LetterBrand; words: Words; stop?: string | undefined }

const Page = ({ brand, words, stop }: SheetProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{words.subject}</title>
    </head>
    <body>
      <LetterSheet brand={brand} words={words} stop={stop} />
    </body>
  </html>
)

/**
 * The e-mail body on its background: 560 pixels wide, or as wide as a smaller screen. A cell width is a preference, a
 * table width is fixed; the cells beside it share the remaining width.
 */
export const LetterSheet = ({ brand, words, stop }: SheetProps) => (
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#eff3f6">
    <Space />
    <tr>
      <td />
      <td {...WIDE}>
        <table role="presentation" width="100%" cellpadding="12" bgcolor="#ffffff">
          <Row>
            <Head brand={brand} />
          </Row>
          {words.paragraphs.map((paragraph) => (
            <Row>
              <Breaking text={paragraph} />
            </Row>
          ))}
          {words.figures && <Figures figures={words.figures} />}
          {words.sections?.map((section) => (
            <Lines section={section} accent={brand.accent ?? ACCENT} />
          ))}
          {words.button && (
            <tr>
              <td>
                <Button {...words.button} accent={brand.accent ?? ACCENT} />
              </td>
            </tr>
          )}
          <tr>
            <td>
              <font face={FONT} size="2" color={MUTED}>
                <Breaking text={words.footer} />
                {stop && (
                  <>
                    <br />
                    <a href={stop}>
                      <font color={MUTED}>{STOP}</font>
                    </a>
                  </>
                )}
              </font>
            </td>
          </tr>
        </table>
      </td>
      <td />
    </tr>
    <Space />
  </table>
)

const Space = () => (
  <tr>
    <td colspan="3" {...HIGH} />
  </tr>
)

/** Longer words may break anywhere, so that a URL does not make the e-mail wider than a phone. */
const PIECES = /.*?\S{20}(?=\S)|.+$/gsu

const Breaking = ({ text }: { text: string }) => (
  <>
    {[...text.matchAll(PIECES)].map(([piece], at) => (
      <>
        {at > 0 && <wbr />}
        {piece}
      </>
    ))}
  </>
)

/** The logo, if there is one; its name is shown where images are blocked. */
const Head = ({ brand: { name, logo } }: { brand: LetterBrand }) =>
  logo ? (
    <img src={logo} alt={name} height="40" />
  ) : (
    <b>
      <Breaking text={name} />
    </b>
  )

/** A table of numbers, each with its change. */
const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <Row>
    <table width="100%" cellpadding="6">
      {figures.map(({ label, value, change }) => (
        <tr>
          <td>
            <font face={FONT} size="3" color={MUTED}>
              {label}
            </font>
          </td>
          <td align="right">
            <font face={FONT} size="3" color="#0c1115">
              <b>{value}</b>
            </font>
          </td>
          <td align="right" {...CHANGE}>
            <font face={FONT} size="3" color={MUTED}>
              {change}
            </font>
          </td>
        </tr>
      ))}
    </table>
  </Row>
)

/** A list; each item is a link. */
const Lines = ({ section: { title, lines, more }, accent }: { section: Section; accent: string }) => (
  <Row>
    <b>{title}</b>
    {lines.map(({ text, href }) => (
      <>
        <br />
        <a href={href}>
          <font color={brandColours(accent).accent.light}>
            <Breaking text={text} />
          </font>
        </a>
      </>
    ))}
    {more && (
      <>
        <br />
        <font color={MUTED}>{more}</font>
      </>
    )}
  </Row>
)

const Row = ({ children }: { children: Child }) => (
  <tr>
    <td>
      <font face={FONT} size="3" color="#0c1115">
        {children}
      </font>
    </td>
  </tr>
)

function Button({ label, href, accent }: { label: string; href: string; accent: string }) {
  const { fill: ground, on } = brandColours(accent)
  return (
    <>
      <table role="presentation" cellpadding="12" bgcolor={ground.light}>
        <tr>
          <td>
            <a href={href}>
              <font face={FONT} size="3" color={on.light}>
                <b>{label}</b>
              </font>
            </a>
          </td>
        </tr>
      </table>
      <br />
      <font face={FONT} size="2" color={MUTED}>
        <Breaking text={href} />
      </font>
    </>
  )
}
