import { describe, expect, test } from 'bun:test'
import { didYouMean, nearest, readArguments } from '../../../src/commands/framework/arguments.ts'
import { type Command, UsageError } from '../../../src/commands/framework/command.ts'
import { catalog } from '../../../src/commands/index.ts'

const command: Command = {
  name: 'bake',
  summary: 'Bake bread.',
  words: [
    { name: 'FLOUR', meaning: 'a kind of flour', required: true, choices: ['rye', 'wheat'] },
    { name: 'FILE', meaning: 'a recipe' },
  ],
  options: {
    hours: { short: 't', value: 'N', meaning: 'how long' },
    crust: { value: 'KIND', choices: ['soft', 'hard'], meaning: 'the crust' },
    slow: { meaning: 'take your time' },
  },
  examples: [],
  json: 'the loaf',
  run: () => 0,
}
const read = (...args: string[]) => {
  const { words, options } = readArguments(command, args, catalog)
  return { words, options }
}
const refusal = (...args: string[]): [string, string | undefined] => {
  try {
    read(...args)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return [(error as UsageError).message, (error as UsageError).advice]
  }
  throw new Error(`${args.join(' ')} was accepted`)
}

describe('a command line', () => {
  test('is read with options before, between and after the words', () => {
    const expected = { words: ['rye', 'a.txt'], options: { hours: '3', slow: true } }
    for (const line of ['rye a.txt --hours 3 --slow', '-t 3 rye --slow a.txt', '--slow --hours=3 rye -- a.txt'])
      expect(read(...line.split(' '))).toEqual(expected)
  })

  test('takes words that begin with a dash after --, and a value after =', () => {
    expect(read('--hours=-1', '--', 'rye', '--slow')).toEqual({ words: ['rye', '--slow'], options: { hours: '-1' } })
    expect(read('rye', '-').words).toEqual(['rye', '-'])
  })

  test('asks nothing where nobody can answer', () => {
    expect(readArguments(command, ['rye'], catalog)).toMatchObject({ asks: false, json: false })
    expect(readArguments(command, ['rye', '--json'], catalog)).toMatchObject({ json: true })
  })

  test('needs no words to show its help', () => {
    expect(read('--help').options).toEqual({ help: true })
    expect(read('-h').options).toEqual({ help: true })
  })

  test.each([
    [['--hour', '3'], 'there is no option --hour', 'did you mean "--hours"?'],
    [['-x'], 'there is no option -x', expect.stringContaining('there are --hours, --crust')],
    [['--__proto__'], 'there is no option --__proto__', expect.any(String)],
    [['--hours'], '--hours needs a value', 'write --hours N'],
    [['--hours', '--slow', 'rye'], '--hours needs a value', 'write --hours N, or --hours=--slow if that is the value'],
    [['--slow=no', 'rye'], '--slow takes no value', 'leave "=no" out'],
    [['rye', '--crust', 'sof'], '--crust cannot be "sof"', 'did you mean "soft"?'],
    [['rye', '--crust', 'golden'], '--crust cannot be "golden"', 'it is soft or hard'],
    [['barley'], 'FLOUR cannot be "barley"', 'it is rye or wheat'],
    [[], 'FLOUR is missing', 'give a kind of flour'],
    [['rye', 'a', 'b'], 'unexpected argument "b"', expect.stringContaining('quotes')],
  ])('%j is refused: %s', (args, message, advice) => {
    expect(refusal(...args)).toEqual([message, advice])
  })
})

test('the word that was meant is the one that begins alike, or differs by a letter or two', () => {
  const { names } = catalog
  for (const [typed, meant] of [
    ['pus', 'push'],
    ['puhs', 'push'],
    ['statsu', 'status'],
    ['complet', 'completion'],
    ['PUSH', 'push'],
    ['hlep', 'help'],
  ] as const)
    expect([typed, nearest(typed, names)]).toEqual([typed, meant])
  for (const typed of ['x', 'bogus', 'frobnicate', ''])
    expect([typed, nearest(typed, names)]).toEqual([typed, undefined])
  expect(didYouMean('x', names, 'see help')).toBe('see help')
})
