import { Button } from '../parts/button.tsx'

/** Text with a button that copies it. */
export const Code = ({ id, label, text }: { id: string; label: string; text: string }) => (
  <section class="code" aria-label={label}>
    <pre id={id} tabindex="0">
      {text}
    </pre>
    <Button type="button" class="btn small js-only" data-do="copy" data-from={id} icon="copy" label="Copy" of={label} />
  </section>
)

type SnippetsProps = { id: string; of: string; snippets: readonly { language: string; text: string }[] }

/** One example in several languages, one open at a time. */
export const Snippets = ({ id, of, snippets }: SnippetsProps) => (
  <div class="stack">
    {snippets.map(({ language, text }, at) => (
      <details name={id} open={at === 0}>
        <summary>{language}</summary>
        <Code id={`${id}-${language.toLowerCase()}`} label={`${of}, ${language}`} text={text} />
      </details>
    ))}
  </div>
)
