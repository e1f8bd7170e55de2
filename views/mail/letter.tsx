/**
 * One e-mail as HTML and as plain text, from the same content. The HTML uses only tables and attributes: all mail
 * programs support them, and our runtime allows no inline styles.
 */
import type { Letter, LetterBrand, LetterFigures, LetterSection, LetterText } from '../../src/domains/mail/letters.ts'
import { languageOf, type Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { brandColours } from '../brand.ts'
import { Breaking, FigureTable, FONT, Row, Title } from './letter-parts.tsx'
import { ACCENT, MUTED, PAGE, SHEET, styleOf } from './letter-style.ts'

/** Obsolete cell attributes that mail programs still need. */
const WIDE = { width: '560' }
const HIGH = { height: '24' }

export function drawLetter(to: Reader, brand: LetterBrand, words: LetterText, stop?: string): Letter {
  const { subject, title, paragraphs, figures, sections = [], button, footer } = words
  const text = [
    ...(title ? [`${title.of}\n${title.news}`] : []),
    ...paragraphs,
    ...(figures ? [figuresInText(to, figures)] : []),
    ...sections.map(sectionInText),
    ...(button ? [`${say(to, '{label}:', button)}\n${button.href}`] : []),
    `-- \n${brand.name}\n${footer}${stop ? `\n${say(to, '{label}: {value}', { label: say(to, STOP), value: stop })}` : ''}`,
  ]
  return {
    subject,
    html: `<!doctype html>${<Page to={to} brand={brand} words={words} stop={stop} />}`.replace(
      '</head>',
      () => `${styleOf(brand.accent)}</head>`,
    ),
    text: `${text.join('\n\n')}\n`,
  }
}

const STOP = text('Stop these e-mails')

const figuresInText = (to: Reader, { head: [of, change], rows }: LetterFigures): string =>
  [
    say(to, '{label}:', { label: `${of}${change && ` (${languageOf(to) === 'en' ? change.toLowerCase() : change})`}` }),
    ...rows.map((row) => `${say(to, '{label}: {value}', row)}${row.change && ` (${row.change})`}`),
  ].join('\n')

const sectionInText = ({ title, lines, more }: LetterSection): string =>
  [title.toUpperCase(), ...lines.map(({ text, href }) => `* ${text}\n  ${href}`), ...(more ? [more] : [])].join('\n')

type SheetProps = { to: Reader; brand: LetterBrand; words: LetterText; stop?: string | undefined }

const Page = ({ to, brand, words, stop }: SheetProps) => (
  <html lang={languageOf(to)}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{words.subject}</title>
    </head>
    <body>
      <LetterSheet to={to} brand={brand} words={words} stop={stop} />
    </body>
  </html>
)

/**
 * The e-mail body on its background: 560 pixels wide, or as wide as a smaller screen. The width is on a cell, because
 * cells shrink and tables do not; the cells beside it share the remaining width.
 */
export const LetterSheet = ({ to, brand, words, stop }: SheetProps) => (
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor={PAGE} class="lt-page">
    <Space />
    <tr>
      <td />
      <td {...WIDE}>
        <table role="presentation" width="100%" cellpadding="12" bgcolor={SHEET} class="lt-sheet">
          <Row>
            <Head brand={brand} />
          </Row>
          {words.title && <Title {...words.title} />}
          {words.paragraphs.map((paragraph) => (
            <Row>
              <Breaking text={paragraph} />
            </Row>
          ))}
          {words.figures && <FigureTable {...words.figures} />}
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
              <font face={FONT} size="2" color={MUTED} class="lt-muted">
                <Breaking text={words.footer} />
                {stop && (
                  <>
                    <br />
                    <a href={stop}>
                      <font color={MUTED} class="lt-muted">
                        <Breaking text={say(to, STOP)} />
                      </font>
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

/** The logo, or the name if there is none or images are blocked. */
const Head = ({ brand: { name, logo } }: { brand: LetterBrand }) =>
  logo ? (
    <img src={logo} alt={name} height="40" class="lt-logo" />
  ) : (
    <b>
      <Breaking text={name} />
    </b>
  )

/** A list; each item is a link. */
const Lines = ({ section: { title, lines, more }, accent }: { section: LetterSection; accent: string }) => (
  <Row>
    <b>
      <Breaking text={title} />
    </b>
    {lines.map(({ text, href }) => (
      <>
        <br />
        <a href={href}>
          <font color={brandColours(accent).accent.light} class="lt-link">
            <Breaking text={text} />
          </font>
        </a>
      </>
    ))}
    {more && (
      <>
        <br />
        <font color={MUTED} class="lt-muted">
          {more}
        </font>
      </>
    )}
  </Row>
)

function Button({ label, href, accent }: { label: string; href: string; accent: string }) {
  const { fill: ground, on } = brandColours(accent)
  return (
    <>
      <table role="presentation" cellpadding="12" bgcolor={ground.light} class="lt-button">
        <tr>
          <td>
            <a href={href}>
              <font face={FONT} size="3" color={on.light} class="lt-on">
                <b>
                  <Breaking text={label} />
                </b>
              </font>
            </a>
          </td>
        </tr>
      </table>
      <br />
      <font face={FONT} size="2" color={MUTED} class="lt-muted">
        <Breaking text={href} />
      </font>
    </>
  )
}
