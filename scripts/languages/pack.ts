/** Puts packed translations into the executable in place of the files that translators edit. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packLanguage, packTexts } from '../../src/kernel/language/packed.ts'

export const packedLanguages: Bun.BunPlugin = {
  name: 'packed translations',
  setup: (builder) =>
    void builder.onLoad({ filter: /[/\\]languages[/\\][\w-]+\.pot?$/ }, ({ path }) => {
      const template = readFileSync(join(dirname(path), 'messages.pot'), 'utf8')
      const packed = path.endsWith('.pot') ? packTexts(template) : packLanguage(template, readFileSync(path, 'utf8'))
      return { contents: packed, loader: 'file' }
    }),
}
