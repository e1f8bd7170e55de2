/** Letters of a report that its PDF cannot write, said before it leaves. */
import { join } from 'node:path'
import { lettersWithoutFont } from '../../src/doors/pages/font-letters.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { Banner } from '../parts/page/card.tsx'

export const boxesIn = ({ app }: SignedInCall, texts: readonly string[]): string[] =>
  lettersWithoutFont(texts, join(app.config.data_dir, 'fonts'))

export const boxesSay = (letters: readonly string[]): string =>
  `The PDF would show boxes for ${letters.slice(0, 12).join(' ')}`
export const BOXES_ADVICE = 'The operator of this install can put a font that has them into its folder “fonts”.'

export const Boxes = ({ of: letters }: { of: readonly string[] }) => (
  <>
    {letters.length > 0 && (
      <Banner tone="warn">
        <b>{`${boxesSay(letters)}.`}</b> {BOXES_ADVICE}
      </Banner>
    )}
  </>
)
