/** Named HTML characters. The table is large, so it loads with the first use and not at start. */
const table = () => require('entities/decode') as typeof import('entities/decode')

export const decodeHTML = (text: string): string => (text.includes('&') ? table().decodeHTML(text) : text)

/** The value of an attribute, where the standard accepts fewer names. */
export const decodeHTMLAttribute = (text: string): string =>
  text.includes('&') ? table().decodeHTMLAttribute(text) : text

/** One reference with its semicolon; an unknown one stays as it is. */
export const decodeReference = (reference: string): string => table().decodeHTMLStrict(reference)
