/**
 * One letter, drawn twice from the same words. The HTML is tables and attributes alone: mail programs understand them
 * all, and our runtime allows no inline style.
 */
import type { Letter, LetterBrand } from '../../src/domains/mail/letters.ts'
import { brandColours } from '../brand.ts'
import type { Child } from '../jsx/elements.ts'

export type Words = {
  subject: string
  paragraphs: readonly string[]
  button?: { label: string; href: string }
  /** Why somebody got this. */
  footer: string
}

const FONT = 'Arial, Helvetica, sans-serif'
const ACCENT = '#0f766e'

export function drawLetter(brand: LetterBrand, words: Words): Letter {
  const { subject, paragraphs, button, footer } = words
  const text = [...paragraphs, ...(button ? [`${button.label}:\n${button.href}`] : []), `-- \n${brand.name}\n${footer}`]
  return {
    subject,
    html: `<!doctype html>${<Page brand={brand} words={words} />}`,
    text: `${text.join('\n\n')}\n`,
  }
}

const Page = ({ brand, words: { subject, paragraphs, button, footer } }: { brand: LetterBrand; words: Words }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{subject}</title>
    </head>
    <body>
      <table role="presentation" width="100%" cellpadding="24" bgcolor="#eff3f6">
        <tr>
          <td align="center">
            <table role="presentation" width="560" cellpadding="12" bgcolor="#ffffff">
              <Row>
                <b>{brand.name}</b>
              </Row>
              {paragraphs.map((paragraph) => (
                <Row>{paragraph}</Row>
              ))}
              {button && (
                <tr>
                  <td>
                    <Button label={button.label} href={button.href} accent={brand.accent ?? ACCENT} />
                  </td>
                </tr>
              )}
              <tr>
                <td>
                  <font face={FONT} size="2" color="#52606b">
                    {footer}
                  </font>
                </td>
              </tr>
            </table>
          </td>
        </tr>
      </table>
    </body>
  </html>
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
  const { accent: ground, on } = brandColours(accent)
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
      <font face={FONT} size="2" color="#52606b">
        {href}
      </font>
    </>
  )
}
