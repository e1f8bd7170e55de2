import { manualSection } from '../../../src/doors/docs/manual.ts'
import { ENGLISH, languageOf, type Reader } from '../../../src/kernel/language/reader.ts'
import { helpOf, TEAM } from '../../docs/help-of.ts'
import { Markdown } from '../../docs/markdown.tsx'
import { Icon } from '../icon.tsx'

type HelpProps = { to?: Reader | undefined; of: string; field?: string; id?: string | undefined }

/** Opens the manual's paragraph about a form, or one of its fields. It is a popover, so it needs no JavaScript. The manual is in English, so pages in other languages have none. */
export function Help({ to = ENGLISH, of, field, id = '' }: HelpProps) {
  if (languageOf(to) !== 'en') return null
  const found = helpOf(of, field)
  const section = found && manualSection(TEAM, found.anchor)
  if (!section) return null
  const at = ['help', id, field, found.anchor].filter(Boolean).join('-')
  return (
    <span class="anchor">
      <button type="button" class="icon-btn q" popovertarget={at} aria-label={`Help: ${section.title}`}>
        <Icon name="circle-question-mark" />
      </button>
      <div class="menu help" id={at} popover="auto" role="dialog" aria-label={section.title}>
        <b>{section.title}</b>
        <Markdown text={section.text} section={at} />
        <a href={`${found.base}/help/${TEAM}#${found.anchor}`}>
          <Icon name="file-text" />
          All help
        </a>
      </div>
    </span>
  )
}
