/** The parts of a page of the manual that tests look at. */

export type Block = { info: string; language: string; text: string }

/** Fenced blocks, with what follows the fence. */
export const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/^```(\S*)([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, language = '', more = '', text = '']) => ({
    info: `${language}${more}`.trim(),
    language,
    text,
  }))

const withoutBlocks = (page: string): string => page.replace(/^```[\s\S]*?^```$/gm, '')

export const linksOf = (page: string): string[] =>
  [...withoutBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => href!)

/** The ids of its headings, as the product makes them. */
export function anchorsOf(page: string): string[] {
  const html = Bun.markdown.html(page, { headings: { ids: true } })
  return [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id!)
}

/** Every call of the program, in blocks and in sentences, as words; what a shell does with them is left out. */
export function callsIn(page: string): string[][] {
  const lines = [
    ...blocksOf(page)
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n')),
    ...[...withoutBlocks(page).matchAll(/`((?:runuser -u signalpost -- )?signalpost [^`\n]*)`/g)].map(
      ([, line]) => line!,
    ),
  ]
  return lines
    .flatMap((line) =>
      [...line.matchAll(/(?:^|[ '])signalpost ((?:"[^"]*"|[^"|;&<>#\\']+)+)/g)].map(([, rest]) => wordsOf(rest!)),
    )
    .filter(([name = '']) => /^[a-z]/.test(name) && !['--'].includes(name))
}

const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
