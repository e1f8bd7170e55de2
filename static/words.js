/** Texts of the scripts in the language of the page, which has them by their English. */
globalThis.inWords = (text, values = {}) => {
  const words = JSON.parse(document.getElementById('toasts')?.dataset.words ?? '{}')
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name])
}
