/** A page of the manual for people of a workspace or readers of a portal. It does not name the product. */
import { type ManualTopic, manualText } from '../../src/doors/docs/manual.ts'
import { Markdown } from './markdown.tsx'

export const Guide = ({ topic }: { topic: ManualTopic }) => {
  const text = manualText(topic)
  const titles = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title!)
  return (
    <div class="prose stack">
      <nav class="toc" aria-label="On this page">
        {titles.map((title) => (
          <a class="link" href={`#${title.toLowerCase().replaceAll(' ', '-')}`}>
            {title}
          </a>
        ))}
      </nav>
      <Markdown text={text.slice(text.indexOf('## '))} section={topic} />
    </div>
  )
}
