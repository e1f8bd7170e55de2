/** The engines with their crawlers, rules and sources, as Markdown: a resource of MCP and a table of the manual. */
import { inPlainEnglish } from '../../kernel/language/say.ts'
import { CHECKED, ENGINE_NAMES, engineOf, FETCHERS, PUSHES, UNSEEN } from './engines.ts'

export const engineTable = (): string =>
  [
    '| engine | name | crawlers | what keeps a page out | source |',
    '|---|---|---|---|---|',
    ...ENGINE_NAMES.map((id) => {
      const { name, crawlers, falls_back, says, source } = engineOf(id)
      const tokens = crawlers.map(({ token, purpose }) => `\`${token}\`${purpose === 'user' ? ' (for a user)' : ''}`)
      const listed = [...tokens, ...(falls_back ? [`else \`${falls_back}\``] : [])].join(', ') || 'see the pre-flight'
      return `| \`${id}\` | ${name} | ${listed} | ${Object.values(says).map(inPlainEnglish).join(' ')} | ${source} |`
    }),
  ].join('\n')

export const answersGuide = (): string =>
  `# Answer engines: may they read and cite a page?

Rules of the engines as their vendors state them, read on ${CHECKED}. A page is open to an engine when neither robots.txt nor
the page forbids it. No push, credit or check depends on it, and a site may want to be closed.

${engineTable()}

Verdicts: \`closed\`, \`limited\` (in part, or only when a user asks), \`unknown\` (robots.txt or the page could not be
read). ${PUSHES}

robots.txt decides nothing about ${FETCHERS.map((token) => `\`${token}\``).join(', ')}, which open a page for a user.
Crawlers for training, such as \`GPTBot\` and \`ClaudeBot\`, have no effect on answers.

Not to be seen from outside:

${UNSEEN.map((sentence) => `- ${sentence}`).join('\n')}
`
