/** Recipes that push links from other tools, ready to copy. */
import { LinkButton } from '../parts/button.tsx'
import { Card } from '../parts/page/card.tsx'
import { PageHead } from '../parts/page/page-head.tsx'
import { Code, Snippets } from './code.tsx'
import type { Recipe } from './recipes.ts'
import { DocsTabs } from './reference.tsx'

export const Recipes = ({ recipes }: { recipes: readonly Recipe[] }) => (
  <>
    <PageHead
      title="Recipes"
      sub="Each is whole: put a key into SIGNALPOST_KEY, copy it, run it. curl needs a shell, TypeScript Bun or Node 22, Python nothing beyond itself."
    />
    <DocsTabs current="recipes" />
    <nav class="row" aria-label="Recipes">
      {recipes.map(({ id, title }) => (
        <LinkButton class="btn small" href={`#${id}`} label={title} />
      ))}
    </nav>
    {recipes.map((recipe) => (
      <One recipe={recipe} />
    ))}
  </>
)

const One = ({ recipe: { id, title, text, fields, shell, snippets } }: { recipe: Recipe }) => (
  <Card title={title} id={id} body>
    <p>{text}</p>
    {fields && (
      <dl class="fields">
        {fields.map(({ name, value }) => (
          <div>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    )}
    <Snippets id={`${id}-code`} of={title} snippets={snippets} />
    {shell && (
      <div>
        <p class="small muted">As a command:</p>
        <Code id={`${id}-shell`} label={`${title}, as a command`} text={shell} />
      </div>
    )}
  </Card>
)
