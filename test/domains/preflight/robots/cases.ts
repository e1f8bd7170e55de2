/**
 * What Google's crawler makes of a robots.txt: the cases of robots_test.cc in github.com/google/robotstxt (Copyright
 * Google LLC, Apache License 2.0), written as data. Each file is asked by an agent for paths that it allows and blocks.
 * One case is told as RFC 9309 has it, since URLs are pushed in the form that is compared there.
 */
export type RobotsCase = { says: string; file: string; agent?: string; allows?: string[]; blocks?: string[] }

/** Lines that a group for FooBot consists of. */
const forFooBot = (...rules: string[]): string => ['user-agent: FooBot', ...rules, ''].join('\n')

const GROUPS = `allow: /foo/bar/

user-agent: FooBot
disallow: /
allow: /x/
user-agent: BarBot
disallow: /
allow: /y/


allow: /w/
user-agent: BazBot

user-agent: FooBot
allow: /z/
disallow: /
`

const SPACED_AGENT = 'User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n'
const SITEMAP_BETWEEN = 'User-agent: BarBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n'
const UNKNOWN_BETWEEN = 'User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n'
const EVERYBODY = 'user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n'
const OTHERS_ONLY = 'user-agent: FooBot\nallow: /\nuser-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /\n'

/** The longest line that is read whole, for a rule of this name. */
const LONGEST = 2083 * 8
const longPath = (name: string, letter: string): string =>
  `/x/${letter.repeat(LONGEST - `${name}: `.length + 1 - '/x/'.length)}`
const LONG_DISALLOW = longPath('disallow', 'a')
const LONG_A = longPath('allow', 'a')
const LONG_B = longPath('allow', 'b')

export const ROBOTS_CASES: RobotsCase[] = [
  { says: 'an empty file allows everything', file: '', allows: ['/'] },
  { says: 'an agent without a name is bound by nothing', file: forFooBot('disallow: /'), agent: '', allows: ['/'] },
  { says: 'an empty URL is the root', file: forFooBot('disallow: /'), blocks: ['/'] },

  { says: 'a rule is a name, a colon and a value', file: forFooBot('disallow: /'), blocks: ['/x/y'] },
  { says: 'other names mean nothing', file: 'foo: FooBot\nbar: /\n', allows: ['/x/y'] },
  { says: 'a colon may be forgotten', file: 'user-agent FooBot\ndisallow /\n', blocks: ['/x/y'] },

  {
    says: 'groups for one agent are one',
    file: GROUPS,
    agent: 'FooBot',
    allows: ['/x/b', '/z/d'],
    blocks: ['/y/c', '/foo/bar/'],
  },
  {
    says: 'an empty line ends no group',
    file: GROUPS,
    agent: 'BarBot',
    allows: ['/y/c', '/w/a'],
    blocks: ['/z/d', '/foo/bar/'],
  },
  {
    says: 'agents named together share a group',
    file: GROUPS,
    agent: 'BazBot',
    allows: ['/z/d'],
    blocks: ['/foo/bar/'],
  },
  { says: 'a sitemap ends no group', file: SITEMAP_BETWEEN, agent: 'BarBot', blocks: ['/'] },
  { says: 'a sitemap ends no group, for the others', file: SITEMAP_BETWEEN, agent: 'FooBot', blocks: ['/'] },
  { says: 'an unknown line ends no group', file: UNKNOWN_BETWEEN, agent: 'FooBot', blocks: ['/'] },
  { says: 'an unknown line ends no group, for the others', file: UNKNOWN_BETWEEN, agent: 'BarBot', blocks: ['/'] },

  ...[
    'USER-AGENT: FooBot\nALLOW: /x/\nDISALLOW: /\n',
    forFooBot('allow: /x/', 'disallow: /'),
    'uSeR-aGeNt: FooBot\nAlLoW: /x/\ndIsAlLoW: /\n',
  ].map((file) => ({ says: 'the case of names does not matter', file, allows: ['/x/y'], blocks: ['/a/b'] })),
  ...['FOO BAR', 'foo bar', 'FoO bAr'].flatMap((value) =>
    ['Foo', 'foo'].map((agent) => ({
      says: `the case of the agent ${agent} does not matter to ${value}`,
      file: `User-Agent: ${value}\nAllow: /x/\nDisallow: /\n`,
      agent,
      allows: ['/x/y'],
      blocks: ['/a/b'],
    })),
  ),
  { says: 'an agent counts up to the first space', file: SPACED_AGENT, agent: 'Foo', allows: ['/x/y'] },
  { says: 'an agent with a space is nobody', file: SPACED_AGENT, agent: 'Foo Bar', blocks: ['/x/y'] },

  { says: 'without a file for it, an agent is bound by nothing', file: '', agent: 'FooBot', allows: ['/x/y'] },
  { says: 'an own group replaces the one for everybody', file: EVERYBODY, agent: 'FooBot', blocks: ['/x/y'] },
  { says: 'the group for everybody binds the rest', file: EVERYBODY, agent: 'BarBot', allows: ['/x/y'] },
  { says: 'groups of others bind nobody else', file: OTHERS_ONLY, agent: 'QuxBot', allows: ['/x/y'] },

  { says: 'the case of paths matters', file: forFooBot('disallow: /x/'), blocks: ['/x/y'] },
  { says: 'the case of rules matters', file: forFooBot('disallow: /X/'), allows: ['/x/y'] },

  {
    says: 'the longer rule decides, blocking',
    file: forFooBot('disallow: /x/page.html', 'allow: /x/'),
    blocks: ['/x/page.html'],
  },
  {
    says: 'the longer rule decides, allowing',
    file: forFooBot('allow: /x/page.html', 'disallow: /x/'),
    allows: ['/x/page.html'],
    blocks: ['/x/'],
  },
  { says: 'empty rules allow', file: forFooBot('disallow: ', 'allow: '), allows: ['/x/page.html'] },
  { says: 'among equals, allow decides', file: forFooBot('disallow: /', 'allow: /'), allows: ['/x/page.html'] },
  {
    says: 'a slash makes a rule longer',
    file: forFooBot('disallow: /x', 'allow: /x/'),
    allows: ['/x/'],
    blocks: ['/x'],
  },
  {
    says: 'among equal paths, allow decides',
    file: forFooBot('disallow: /x/page.html', 'allow: /x/page.html'),
    allows: ['/x/page.html'],
  },
  {
    says: 'wildcards count as written',
    file: forFooBot('allow: /page', 'disallow: /*.html'),
    allows: ['/page'],
    blocks: ['/page.html'],
  },
  {
    says: 'wildcards may be outdone',
    file: forFooBot('allow: /x/page.', 'disallow: /*.html'),
    allows: ['/x/page.html'],
    blocks: ['/x/y.html'],
  },
  {
    says: 'an own group need not repeat the others',
    file: 'User-agent: *\nDisallow: /x/\nUser-agent: FooBot\nDisallow: /y/\n',
    allows: ['/x/page'],
    blocks: ['/y/page'],
  },

  {
    says: 'reserved characters of a query stay as they are',
    file: forFooBot('Disallow: /', 'Allow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par'),
    allows: ['/foo/bar?qux=taz&baz=http://foo.bar?tar&par'],
  },
  {
    says: 'other than ASCII is compared percent-encoded',
    file: forFooBot('Disallow: /', 'Allow: /foo/bar/ツ'),
    allows: ['/foo/bar/%E3%83%84'],
    blocks: ['/foo/bar/ツ'],
  },
  {
    says: 'an encoded rule is taken as it is',
    file: forFooBot('Disallow: /', 'Allow: /foo/bar/%E3%83%84'),
    allows: ['/foo/bar/%E3%83%84'],
    blocks: ['/foo/bar/ツ'],
  },
  {
    says: 'characters that need no escape are compared without (2.2.2)',
    file: forFooBot('Disallow: /', 'Allow: /foo/bar/%62%61%7A', 'Allow: /%7Ejoe/', 'Allow: /a~b', 'Allow: /%2Fx'),
    allows: ['/foo/bar/%62%61%7A', '/foo/bar/baz', '/~joe/x', '/%7ejoe/x', '/a%7Eb', '/%2fx'],
    blocks: ['/foo/bar/%2562az', '/%257Ejoe/x', '//x'],
  },

  {
    says: 'a star is any run of characters',
    file: forFooBot('Disallow: /foo/bar/quz', 'Allow: /foo/*/qux'),
    allows: ['/foo/quz', '/foo//quz', '/foo/bax/quz'],
    blocks: ['/foo/bar/quz'],
  },
  {
    says: 'a final dollar is the end',
    file: forFooBot('Disallow: /foo/bar$', 'Allow: /foo/bar/qux'),
    allows: ['/foo/bar/qux', '/foo/bar/', '/foo/bar/baz'],
    blocks: ['/foo/bar'],
  },
  {
    says: 'a hash begins a comment',
    file: forFooBot('# Disallow: /', 'Disallow: /foo/quz#qux', 'Allow: /'),
    allows: ['/foo/bar'],
    blocks: ['/foo/quz'],
  },
  {
    says: 'index.html stands for its folder too',
    file: 'User-Agent: *\nAllow: /allowed-slash/index.html\nDisallow: /\n',
    agent: 'foobot',
    allows: ['/allowed-slash/', '/allowed-slash/index.html'],
    blocks: ['/allowed-slash/index.htm', '/anyother-url'],
  },

  {
    says: 'a long line is cut off, and blocks by what is left',
    file: forFooBot(`disallow: ${LONG_DISALLOW}/qux`),
    allows: ['/fux'],
    blocks: [`${LONG_DISALLOW}/fux`],
  },
  {
    says: 'a long line is cut off, and allows by what is left',
    file: forFooBot('disallow: /', `allow: ${LONG_A}/qux`, `allow: ${LONG_B}/qux`),
    allows: [`${LONG_A}/qux`, `${LONG_B}/fux`],
    blocks: ['/'],
  },

  ...['/fish', '/fish*'].map((rule) => ({
    says: `documentation: ${rule}`,
    file: forFooBot('disallow: /', `allow: ${rule}`),
    allows: [
      '/fish',
      '/fish.html',
      '/fish/salmon.html',
      '/fishheads',
      '/fishheads/yummy.html',
      '/fish.html?id=anything',
    ],
    blocks: ['/bar', '/Fish.asp', '/Fish.bar', '/catfish', '/?id=fish'],
  })),
  {
    says: 'documentation: /fish/',
    file: forFooBot('disallow: /', 'allow: /fish/'),
    allows: ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/salmon.html', '/fish/?id=anything'],
    blocks: ['/bar', '/fish', '/fish.html', '/Fish/Salmon.html'],
  },
  {
    says: 'documentation: /*.php',
    file: forFooBot('disallow: /', 'allow: /*.php'),
    allows: [
      '/filename.php',
      '/folder/filename.php',
      '/folder/filename.php?parameters',
      '//folder/any.php.file.html',
      '/filename.php/',
      '/index?f=filename.php/',
    ],
    blocks: ['/bar', '/php/', '/index?php', '/windows.PHP'],
  },
  {
    says: 'documentation: /*.php$',
    file: forFooBot('disallow: /', 'allow: /*.php$'),
    allows: ['/filename.php', '/folder/filename.php'],
    blocks: [
      '/bar',
      '/filename.php?parameters',
      '/filename.php/',
      '/filename.php5',
      '/php/',
      '/filename?php',
      '/aaaphpaaa',
      '//windows.PHP',
    ],
  },
  {
    says: 'documentation: /fish*.php',
    file: forFooBot('disallow: /', 'allow: /fish*.php'),
    allows: ['/fish.php', '/fishheads/catfish.php?parameters'],
    blocks: ['/bar', '/Fish.PHP'],
  },
  { says: 'documentation: /p before /', file: forFooBot('allow: /p', 'disallow: /'), allows: ['/page'] },
  {
    says: 'documentation: /folder twice',
    file: forFooBot('allow: /folder', 'disallow: /folder'),
    allows: ['/folder/page'],
  },
  {
    says: 'documentation: /*.htm outdoes /page',
    file: forFooBot('allow: /page', 'disallow: /*.htm'),
    blocks: ['/page.htm'],
  },
  {
    says: 'documentation: /$ is the root alone',
    file: forFooBot('allow: /$', 'disallow: /'),
    allows: ['/'],
    blocks: ['/page.html'],
  },
]
