/**
 * Parts of long passwords that people reuse: the words that lead every published list, and the long entries of those
 * lists. Lower case, without spaces and punctuation.
 */
const WORDS = `password passw0rd p@ssword p@ssw0rd pa55word passwort contraseña motdepasse parola secret qwerty qwertz
azerty asdfgh zxcvbn letmein letmeinnow welcome iloveyou ilovemy trustno1 admin administrator root login access changeme
changemenow default guest master monkey dragon sunshine princess football baseball basketball superman batman spiderman
pokemon starwars shadow michael michelle jennifer jessica ashley charlie daniel thomas jordan hunter ranger killer
harley buster soccer hockey liverpool chelsea arsenal barcelona summer winter spring autumn monday friday january
december computer internet whatever freedom ginger cookie pepper cheese flower banana chocolate butterfly purple
orange yellow silver diamond london matrix mustang corvette ferrari mercedes samsung google facebook microsoft apple
signalpost abc123 abcd1234 pass1234 test1234 qwe123 1q2w3e 1qaz2wsx`

const LONG = `thequickbrownfox thequickbrownfoxjumps thequickbrownfoxjumpsoverthelazydog tobeornottobe tobeornottobethatisthequestion
maytheforcebewithyou jesuschristislord jesuslovesmeforever iloveyouforever iloveyousomuch iloveyouverymuch
manchesterunited manchestercity liverpoolfc realmadridcf fcbarcelona1899 unitedstatesofamerica thisismypassword
mynameisslimshady onceuponatime supercalifragilisticexpialidocious antidisestablishmentarianism letmeinletmein
whatisyourname theworldisnotenough gameofthrones lordoftherings harrypotterandthe harrypotter imissyousomuch
ihavenopassword idontknowmypassword nevergonnagiveyouup openthedoorplease pleaseletmein`

const split = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** Longest first, so that a phrase is removed before the words in it. */
export const COMMON_PARTS: readonly string[] = [...split(LONG), ...split(WORDS)].sort((a, b) => b.length - a.length)

/** Keyboard rows and the alphabet: a part of one, forwards or backwards, counts as one character. */
export const SEQUENCES: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  '!@#$%^&*()',
]
