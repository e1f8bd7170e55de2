import { LANGUAGES, translationsOf } from '../../kernel/language/catalogue.ts'
import { writePo } from '../../kernel/language/po.ts'
import { type Command, CommandError } from '../framework/command.ts'
import { say } from '../framework/terminal.ts'

export const command: Command = {
  name: 'words',
  summary: 'Print the translations of a language, to start a file of your own words from.',
  about: [
    'Put the entries that you change into words/LANGUAGE.po in the data folder. A running install takes them within two seconds; `signalpost doctor` names entries that it leaves out.',
  ],
  words: [{ name: 'LANGUAGE', meaning: 'its tag', required: true, choices: LANGUAGES }],
  examples: [{ line: 'signalpost words de', meaning: 'The German texts.' }],

  run({ words: [language = ''] }) {
    if (!LANGUAGES.includes(language)) throw new CommandError(`There is no language ${language}.`)
    say(writePo(translationsOf(language)))
    return 0
  },
}
