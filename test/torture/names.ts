/** Names that people give, as badly as can be: too long for any column, of other directions, and with markup. */

/** 83 letters without a break. */
export const LONG = 'Donaudampfschifffahrtselektrizitätshauptbetriebswerkbauunterbeamtengesellschafterin'
export const JAPANESE = '株式会社さくら園芸センター東京本店オンラインショップ'
export const ARABIC = 'مؤسسة النخيل للتجارة والتسويق الإلكتروني (دبي)'
export const MARKUP = '<b>Hazel</b> & <img src=x onerror=pwned=1> studio'
export const QUOTES = `"Kettle" 'Coffee' \`Roasters\` "onfocus="pwned=1`
/** Markup, an attribute and a script as an address. */
export const HOSTILE = `<img src=x onerror=pwned=1> "onfocus="pwned=1 java\tscript:pwned=1`
export const WORDS = 'The Old Lighthouse Company for Hand-made Candles, Soaps and Winter Gardens of the Northern Coast'

/** The client that Vera reads for has the longest; after these come those of an ordinary list. */
export const CLIENT_NAMES = [
  LONG,
  JAPANESE,
  ARABIC,
  MARKUP,
  QUOTES,
  WORDS,
  ...[
    'Alder Legal',
    'Birch Optics',
    'Copper Kettle',
    'Dune Travel',
    'Elm Street Bikes',
    'Fjord Knitwear',
    'Glen Whisky',
  ],
  ...['Harbour Paints', 'Iris Clinic', 'Juniper Spa', 'Kestrel Insurance', 'Loom Rugs', 'Moss Gardening', 'Nettle Tea'],
  ...['Orchard Outdoor', 'Pine Cabins', 'Quay Hotels', 'Reed Music', 'Slate Roofing', 'Tern Ceramics', 'Umber Print'],
  ...['Vale Cider', 'Wren Books', 'Yarrow Pharmacy'],
]
