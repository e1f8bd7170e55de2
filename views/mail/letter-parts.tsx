/** Parts of e-mails, from tables and attributes that all mail programs support. */
import type { LetterFigures } from '../../src/domains/mail/index.ts'
import type { Child } from '../jsx/elements.ts'
import { INK, MUTED } from './letter-style.ts'

export const FONT = 'Arial, Helvetica, sans-serif'
/** Obsolete cell attributes that mail programs still need. */
const CHANGE = { width: '80' }

/** Longer words may break anywhere, so that a URL does not make the e-mail wider than a phone. */
const PIECES = /.*?\S{20}(?=\S)|.+$/gsu

export const Breaking = ({ text }: { text: string }) => (
  <>
    {text.split('\n').map((line, at) => (
      <>
        {at > 0 && <br />}
        {[...line.matchAll(PIECES)].map(([piece], at) => (
          <>
            {at > 0 && <wbr />}
            {piece}
          </>
        ))}
      </>
    ))}
  </>
)

export const Row = ({ children }: { children: Child }) => (
  <tr>
    <td>
      <font face={FONT} size="3" color={INK} class="lt-ink">
        {children}
      </font>
    </td>
  </tr>
)

/** Topic of the e-mail, and its news. */
export const Title = ({ of, news }: { of: string; news: string }) => (
  <tr>
    <td>
      <font face={FONT} size="3" color={MUTED} class="lt-muted">
        <b>
          <Breaking text={of} />
        </b>
      </font>
      <br />
      <font face={FONT} size="5" color={INK} class="lt-ink">
        <b>
          <Breaking text={news} />
        </b>
      </font>
    </td>
  </tr>
)

/** A period of more letters, such as a quarter, breaks, so that the table is no wider than a phone. */
const LONG = 20

/** A table of numbers, each with its change. */
export const FigureTable = ({ head: [of, changed], rows }: LetterFigures) => (
  <Row>
    <table width="100%" cellpadding="6" class="lt-figures">
      <tr>
        <td />
        <Cell muted>{of.length > LONG ? of : of.replaceAll(' ', '\u00a0')}</Cell>
        {changed && <Cell muted>{changed}</Cell>}
      </tr>
      {rows.map(({ label, value, change }) => (
        <tr>
          <td>
            <Muted size="3">{label}</Muted>
          </td>
          <Cell>
            <b>{value}</b>
          </Cell>
          {changed && <Cell muted>{change}</Cell>}
        </tr>
      ))}
    </table>
  </Row>
)

const Cell = ({ muted, children }: { muted?: boolean; children: Child }) => (
  <td align="right" {...CHANGE}>
    {muted ? <Muted>{children}</Muted> : children}
  </td>
)

const Muted = ({ size = '2', children }: { size?: string; children: Child }) => (
  <font face={FONT} size={size} color={MUTED} class="lt-muted">
    {children}
  </font>
)
