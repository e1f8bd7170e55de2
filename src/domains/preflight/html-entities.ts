/** Characters of HTML that are written by name. Their table is read with the first of them: a start does not wait for it. */
const table = () => require('entities/decode') as typeof import('entities/decode')

/** The text of markup. */
export const decodeHTML = (text: string): string => (text.includes('&') ? table().decodeHTML(text) : text)

/** The value of an attribute, where fewer names count. */
export const decodeHTMLAttribute = (text: string): string =>
  text.includes('&') ? table().decodeHTMLAttribute(text) : text
